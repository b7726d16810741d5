#include "core/dsn/session_notice.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/human_text.h"
#include "core/dsn/session_dialogue.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

constexpr size_t kMostBytes = 1U << 20U;  // of text; longer ones are left alone
constexpr std::string_view kTitle = "Transcript of session follows.";
constexpr std::string_view kAborted = "Session aborted, reason: ";
constexpr std::string_view kLastLine = "For other details, see the local mail logfile";

// "Postfix SMTP server: errors from unknown[192.0.2.1]"; the first word is mail_name.
bool read_subject(std::string_view subject, SessionTranscript& session) {
  struct Form {
    std::string_view words;
    SessionTranscript::Side side;
  };
  constexpr Form kForms[] = {
      {" SMTP server: errors from ", SessionTranscript::Side::kServer},
      {" SMTP client: errors from ", SessionTranscript::Side::kClient},
      {" LMTP client: errors from ", SessionTranscript::Side::kClient},
  };
  for (const Form& form : kForms) {
    const size_t at = subject.find(form.words);
    if (at == std::string_view::npos || at == 0) continue;
    const std::string_view peer = subject.substr(at + form.words.size());
    const size_t open = peer.find('[');
    const bool named = open != 0 && open != std::string_view::npos &&
                       peer.find(']', open) != std::string_view::npos &&
                       std::none_of(peer.begin(), peer.end(), is_space);
    if (!named) return false;
    session.side = form.side;
    session.peer = peer;
    return true;
  }
  return false;
}

// The host of "Mail Delivery System <MAILER-DAEMON@mx.example.org>"; empty: not that mailbox.
std::string host_of_daemon(std::string_view from) {
  const std::vector<std::string> addresses = addresses_in(from);
  if (addresses.size() != 1) return {};
  const std::string& address = addresses.front();
  return starts_with_ignoring_case(address, "MAILER-DAEMON@") ? domain_of(address) : std::string();
}

// Walks over the lines around the dialogue.
class Lines {
 public:
  explicit Lines(const std::string& text) : lines_(split_lines(text)) {}

  void skip_empty() {
    while (at_ < lines_.size() && trim(lines_[at_]).empty()) ++at_;
  }
  bool take(std::string_view line) {
    skip_empty();
    if (at_ >= lines_.size() || lines_[at_] != line) return false;
    ++at_;
    return true;
  }
  // What stands behind `start`; empty when the next line does not begin so.
  std::string_view take_behind(std::string_view start) {
    skip_empty();
    if (at_ >= lines_.size() || !lines_[at_].starts_with(start)) return {};
    return trim(lines_[at_++].substr(start.size()));
  }
  // All up to the next line that is not indented.
  std::vector<std::string_view> take_dialogue() {
    skip_empty();
    const size_t begin = at_;
    while (at_ < lines_.size() && lines_[at_].starts_with(' ')) ++at_;
    return {lines_.begin() + static_cast<std::ptrdiff_t>(begin),
            lines_.begin() + static_cast<std::ptrdiff_t>(at_)};
  }
  bool at_end() {
    skip_empty();
    return at_ == lines_.size();
  }

 private:
  std::vector<std::string_view> lines_;
  size_t at_ = 0;
};

bool read_text(const std::string& text, size_t most, SessionTranscript& session) {
  Lines lines(text);
  if (session.side == SessionTranscript::Side::kClient &&
      !lines.take("Unexpected response from " + session.peer + ".")) {
    return false;
  }
  if (!lines.take(kTitle)) return false;
  const std::vector<std::string_view> dialogue = lines.take_dialogue();
  if (session.side == SessionTranscript::Side::kServer) {
    session.aborted = lines.take_behind(kAborted);
  }
  return lines.take(kLastLine) && lines.at_end() && read_session_dialogue(dialogue, most, session);
}

PerRecipientFields fields_of(const SessionReply& reply, const SessionTranscript& session) {
  PerRecipientFields fields;
  if (!reply.recipient.empty()) fields.final_recipient = TypedValue{"rfc822", reply.recipient};
  if (!reply.reply.empty()) fields.diagnostic_code = TypedValue{"smtp", reply.reply};
  const std::string name = session.peer.substr(0, session.peer.find('['));
  if (session.side == SessionTranscript::Side::kClient && name != "unknown") {
    fields.remote_mta = TypedValue{"dns", name};
  }
  return fields;
}

}  // namespace

std::string_view to_string(SessionTranscript::Side side) {
  return side == SessionTranscript::Side::kServer ? "server" : "client";
}

Result<DeliveryReport> parse_session_notice(const MessageTree& tree, const Limits& limits) {
  const MimePart& root = tree.root();
  SessionTranscript session;
  const bool plain = root.children.empty() && root.type.is("text", "plain");
  if (!plain || !read_subject(root.header.value("Subject").value_or(""), session)) {
    return fail("the Subject is not that of a Postfix session transcript");
  }
  const std::string host = host_of_daemon(root.header.value("From").value_or(""));
  if (host.empty()) return fail("a Postfix session transcript comes from MAILER-DAEMON");
  if (tree.bytes(root.body).size() > kMostBytes) return fail("the session transcript is too long");
  std::string text = human_text(tree, 0, kMostBytes);
  if (!read_text(text, limits.recipients, session)) {
    return fail("the session transcript is not as Postfix writes it, or has no error");
  }
  DeliveryReport report;
  report.message.reporting_mta = TypedValue{"dns", host};
  for (const SessionReply& reply : session.replies) {
    report.recipients.push_back(fields_of(reply, session));
  }
  text.resize(cut_utf8(text, limits.notice_bytes).size());
  report.notice = std::move(text);
  report.session = std::move(session);
  return report;
}

}  // namespace plainbounce
