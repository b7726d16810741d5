#include "core/diagnosis/testimony.h"

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

bool contains(std::string_view text, std::string_view words) {
  return find_ignoring_case(text, words) != std::string_view::npos;
}

// "550-..." and no further line: Sendmail keeps the first line only.
bool is_cut(std::string_view diagnostic) {
  return diagnostic.size() > 3 && diagnostic[3] == '-' && is_digit(diagnostic[0]) &&
         is_digit(diagnostic[1]) && is_digit(diagnostic[2]);
}

// "67", "0x43": what a program ended with, no words.
bool is_exit_code(std::string_view diagnostic) {
  if (diagnostic.empty() || diagnostic.size() > 4) return false;
  for (const char c : diagnostic) {
    if (!is_digit(c)) return false;
  }
  return true;
}

std::string remote_host(const PerRecipientFields& recipient, const SmtpReply& reply) {
  if (!reply.host.empty()) return reply.host;
  return recipient.remote_mta ? recipient.remote_mta->value : std::string();
}

}  // namespace

bool is_aftermath(const SmtpReply& reply) {
  if (!reply.code) return false;
  const std::string_view text = reply.text;
  switch (reply.code->value()) {
    case 503:
      return contains(text, "rcpt") || contains(text, "recipient") || contains(text, "sequence") ||
             contains(text, "sender") || contains(text, "mail first");
    case 554:
      if (contains(text, "no valid recipient") || contains(text, "no valid rcpt")) return true;
      return reply.enhanced && reply.enhanced->to_string() == "5.0.0" &&
             equals_ignoring_case(trim(text), "Service unavailable");
    default:
      return false;
  }
}

bool is_remote_reply(const Testimony& testimony) {
  const std::string& type = testimony.diagnostic_type;
  const bool local = type == "x-unix" || type == "x-postfix" || type == "x-notes";
  return testimony.reply.code.has_value() && !local;
}

int first_digit(const Testimony& testimony) {
  if (testimony.reply.code) return testimony.reply.code->first_digit();
  if (testimony.reply.enhanced) return testimony.reply.enhanced->class_digit();
  return testimony.status ? testimony.status->class_digit() : 0;
}

Testimony collect_testimony(const PerRecipientFields& recipient) {
  Testimony testimony;
  if (recipient.status) testimony.status = EnhancedStatusCode::parse(trim(*recipient.status));
  const std::string& notice = recipient.notice_text;
  if (recipient.diagnostic_code) {
    const TypedValue& diagnostic = *recipient.diagnostic_code;
    const bool from_notice = is_cut(diagnostic.value) && !notice.empty();
    testimony.reply = parse_smtp_reply(from_notice ? notice : diagnostic.value);
    testimony.diagnostic_type = diagnostic.type;
    testimony.source = "diagnostic-code";
    if (!from_notice) testimony.words = notice;
    if (is_exit_code(trim(diagnostic.value))) testimony.reply.code.reset();
  }
  const bool nothing = testimony.reply.text.empty() && !testimony.reply.code;
  if ((nothing || is_aftermath(testimony.reply)) && !notice.empty()) {
    testimony.reply = parse_smtp_reply(notice);
    testimony.source = "notice";
    testimony.words.clear();
  }
  testimony.host = remote_host(recipient, testimony.reply);
  testimony.is_whole_notice = recipient.has_words_of_whole_notice && !testimony.reply.code;
  return testimony;
}

}  // namespace plainbounce
