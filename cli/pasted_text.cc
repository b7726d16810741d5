#include "cli/pasted_text.h"

#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/mime/message_tree.h"

namespace plainbounce {
namespace {

std::string_view without_quote_mark(std::string_view line) {
  if (!line.empty() && line.front() == '>') line.remove_prefix(1);
  if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

// The text without the quote marks that stand before every line that is not empty.
std::string without_quote_marks(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!trim(line).empty() && line.front() != '>') return text;
    out += without_quote_mark(line);
    out += '\n';
    at = end + 1;
  }
  return out;
}

Result<DeliveryReport> read_notice(const std::string& text, const Limits& limits) {
  const std::string message = "Content-Type: text/plain; charset=utf-8\n\n" + text;
  const auto tree = split_message(message, limits);
  if (!tree) return fail(tree.error().message);
  return parse_legacy_bounce(*tree, limits);
}

}  // namespace

Result<PastedText> read_pasted_text(const std::string& quoted) {
  const Limits limits;
  const std::string text = without_quote_marks(quoted);
  if (trim(text).empty()) return fail("the input is empty");
  if (auto report = parse_status_fields(text, limits); report && !report->recipients.empty()) {
    return PastedText{MessageKind::kReport, std::move(*report), std::nullopt};
  }
  if (auto report = read_notice(text, limits); report && !report->recipients.empty()) {
    return PastedText{MessageKind::kLegacy, std::move(*report), std::nullopt};
  }
  SmtpReply reply = parse_smtp_reply(trim(text), limits);
  if (!reply.code && !reply.enhanced) {
    return fail("the text is neither a mail message nor holds a delivery status or a reply");
  }
  PastedText pasted;
  PerRecipientFields recipient;
  recipient.diagnostic_code = TypedValue{"smtp", std::string(trim(text))};
  pasted.report.recipients.push_back(std::move(recipient));
  pasted.reply = std::move(reply);
  return pasted;
}

}  // namespace plainbounce
