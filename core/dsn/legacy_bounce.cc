#include "core/dsn/legacy_bounce.h"

#include <array>
#include <utility>

#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/human_text.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/original_headers.h"

namespace plainbounce {

namespace {

// Asked in this order; running text comes last.
constexpr std::array<const LegacyFormat*, 4> kFormats = {&kQmailFormat, &kEximFormat,
                                                         &kSendmailFormat, &kPlainTextFormat};

const LegacyFormat* format_of(const LegacyMessage& message, PlainText plain_text) {
  for (const LegacyFormat* format : kFormats) {
    if (!format->marked && plain_text == PlainText::kNo) continue;
    if (format->recognises(message)) return format;
  }
  return nullptr;
}

}  // namespace

std::optional<std::string> recognise_legacy_bounce(const MessageTree& tree, PlainText plain_text) {
  const LegacyMessage message(tree.root().header, human_text(tree, 0, Limits().notice_bytes));
  const LegacyFormat* format = format_of(message, plain_text);
  if (format == nullptr) return std::nullopt;
  return std::string(format->name);
}

Result<DeliveryReport> parse_legacy_bounce(const MessageTree& tree, const Limits& limits) {
  const LegacyMessage message(tree.root().header, human_text(tree, 0, limits.notice_bytes));
  const LegacyFormat* format = format_of(message, PlainText::kYes);
  if (format == nullptr) return fail("the text is of no known format of bounces");
  DeliveryReport report = format->read(message, limits);
  if (report.recipients.empty()) {
    return fail("the text looks like one of " + std::string(format->name) +
                " but names no recipient");
  }
  if (!report.original) {
    report.original = read_original_part(tree, find_report_parts(tree).original, limits);
  }
  return report;
}

}  // namespace plainbounce
