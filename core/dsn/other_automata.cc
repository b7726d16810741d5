#include "core/dsn/other_automata.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/ascii.h"
#include "core/dsn/failure_subject.h"
#include "core/dsn/human_text.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/sending_event.h"
#include "core/dsn/text_lines.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

// "receiver!domain!begin!end.xml.gz" of RFC 7489 section 7.2.1.1.
bool is_dmarc_name(std::string_view name) {
  if (std::count(name.begin(), name.end(), '!') < 3) return false;
  return ends_with_ignoring_case(name, ".xml") || ends_with_ignoring_case(name, ".xml.gz") ||
         ends_with_ignoring_case(name, ".gz") || ends_with_ignoring_case(name, ".zip");
}

std::string file_name(const MimePart& part) {
  const auto disposition = part.header.value("Content-Disposition");
  // Content-Disposition (RFC 2183) has the parameters of Content-Type behind one word.
  const auto parsed = disposition ? parse_content_type("x/" + *disposition) : std::nullopt;
  if (parsed) {
    if (const auto name = parsed->parameter("filename")) return *name;
  }
  return part.type.parameter("name").value_or("");
}

std::optional<OtherKind> kind_of_part(const MimePart& part) {
  if (part.type.is("message", "disposition-notification") ||
      part.type.is("message", "global-disposition-notification")) {
    return OtherKind{MessageKind::kReceipt, "message/disposition-notification part"};
  }
  if (part.type.is("message", "feedback-report")) {
    return OtherKind{MessageKind::kAbuseReport, "message/feedback-report part"};
  }
  if (part.type.type == "application" && is_dmarc_name(file_name(part))) {
    return OtherKind{MessageKind::kAbuseReport, "DMARC aggregate report"};
  }
  return std::nullopt;
}

constexpr size_t kLookedAt = 64U << 10U;

// "Transcript of session follows." with the lines of both sides, as smtpd(8) and smtp(8) write it.
bool is_session_transcript(const MessageTree& tree) {
  const MimePart& root = tree.root();
  if (!root.children.empty() || !root.type.is("text", "plain")) return false;
  const std::string text = human_text(tree, 0, kLookedAt);
  bool title = false;
  bool in = false;
  bool out = false;
  for (const std::string_view line : split_lines(text)) {
    title = title || line == "Transcript of session follows.";
    in = in || (title && line.substr(0, 5) == " In: ");
    out = out || (title && line.substr(0, 6) == " Out: ");
  }
  return in && out;
}

// How Exchange and others begin the Subject of an automatic reply.
constexpr std::string_view kAutoReplySubjects[] = {"Automatic reply:",
                                                   "Auto-Reply:",
                                                   "Autoreply:",
                                                   "Out of Office",
                                                   "Automatische Antwort",
                                                   "Abwesenheitsnotiz",
                                                   "Réponse automatique",
                                                   "Respuesta automática",
                                                   "Risposta automatica",
                                                   "Resposta automática",
                                                   "Automatisch antwoord",
                                                   "Automatyczna odpowiedź",
                                                   "Автоматический ответ",
                                                   "自動応答",
                                                   "自动答复"};

// A sending service's event that a recipient complained.
bool is_complaint_event(const MessageTree& tree) {
  if (!tree.root().children.empty()) return false;
  constexpr size_t kBeginning = 256;
  const std::string beginning = human_text(tree, 0, kBeginning);
  const char first = trim(beginning).empty() ? ' ' : trim(beginning).front();
  if (first != '{' && first != '[') return false;
  const std::string text = human_text(tree, 0, Limits().notice_bytes);
  const std::string_view json = trim(text);
  const auto events = read_sending_events(json, 1);
  return !events.empty() && events.front().kind == SendingEvent::Kind::kComplaint;
}

// "auto-generated (failure)", "(warning-timeout)": Sendmail's mark of its own reports, of which no
// part could be read.
bool marks_report(std::string_view submitted) { return submitted.starts_with("auto-generated ("); }

}  // namespace

std::optional<OtherKind> report_of_other_kind(const MessageTree& tree) {
  const bool rejected = says_rejected(tree.root().header);
  for (const MimePart& part : tree.parts) {
    auto kind = kind_of_part(part);
    if (kind && !(rejected && kind->kind == MessageKind::kReceipt)) return kind;
  }
  if (is_session_transcript(tree)) {
    return OtherKind{MessageKind::kNotice, "Postfix session transcript"};
  }
  if (is_complaint_event(tree)) {
    return OtherKind{MessageKind::kAbuseReport, "a sending service's event of a complaint"};
  }
  return std::nullopt;
}

bool forwards_bounce(const MessageTree& tree) {
  const std::string subject =
      decode_encoded_words(tree.root().header.value("Subject").value_or(""));
  if (is_forwarded_failure_subject(subject)) return true;
  return std::any_of(tree.parts.begin(), tree.parts.end(), [&](const MimePart& part) {
    if (!part.type.is("message", "rfc822")) return false;
    const auto returned =
        read_original_headers(tree.bytes(part.body).substr(0, Limits().header_bytes), Limits());
    return returned && returned->from && names_mail_system(*returned->from);
  });
}

bool has_auto_reply_subject(const HeaderBlock& header) {
  const std::string subject = decode_encoded_words(header.value("Subject").value_or(""));
  return std::any_of(
      std::begin(kAutoReplySubjects), std::end(kAutoReplySubjects),
      [&](std::string_view start) { return starts_with_ignoring_case(subject, start); });
}

std::optional<std::string> sign_of_responder(const HeaderBlock& header) {
  static constexpr std::array<std::string_view, 6> kNames = {
      "X-Autoreply",       "X-Autorespond",    "X-Autoresponder",
      "X-Auto-Reply-From", "X-Mail-Autoreply", "X-Vacation"};
  for (const std::string_view name : kNames) {
    if (header.find(name) != nullptr) return std::string(name);
  }
  const auto precedence = header.value("Precedence");
  if (precedence && (equals_ignoring_case(*precedence, "auto_reply") ||
                     equals_ignoring_case(*precedence, "auto-reply"))) {
    return "Precedence: " + one_line(*precedence, 80);
  }
  const auto submitted = header.value("Auto-Submitted");
  if (submitted && find_ignoring_case(*submitted, "vacation") != std::string::npos) {
    return "Auto-Submitted: " + one_line(*submitted, 80);
  }
  if (has_auto_reply_subject(header)) return "Subject of an automatic reply";
  return std::nullopt;
}

bool says_rejected(const HeaderBlock& header) {
  const auto submitted = header.value("Auto-Submitted");
  return submitted && starts_with_ignoring_case(*submitted, "auto-replied") &&
         find_ignoring_case(*submitted, "(rejected)") != std::string::npos;
}

std::optional<std::string> sign_of_auto_reply(const HeaderBlock& header) {
  const auto submitted = header.value("Auto-Submitted");
  if (submitted && !submitted->empty() && !starts_with_ignoring_case(*submitted, "no") &&
      !marks_report(*submitted)) {
    return "Auto-Submitted: " + one_line(*submitted, 80);
  }
  return sign_of_responder(header);
}

}  // namespace plainbounce
