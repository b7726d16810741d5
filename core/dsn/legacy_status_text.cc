#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// Lines below the last field of a group that may still belong to a report.
constexpr std::string_view kFields[] = {
    "Reporting-MTA:", "Final-Recipient:", "Original-Recipient:"};

bool begins_fields(std::string_view line) {
  return std::any_of(std::begin(kFields), std::end(kFields), [&](std::string_view field) {
    return starts_with_ignoring_case(line, field);
  });
}

size_t first_field_line(const LegacyMessage& message) {
  size_t line = 0;
  while (line < message.lines.size() && !begins_fields(message.lines[line])) ++line;
  return line;
}

// The fields end at a boundary, at the returned message or at the end.
size_t end_of_fields(const LegacyMessage& message, size_t line) {
  while (line < message.lines.size()) {
    const std::string_view text = message.lines[line];
    if (text.substr(0, 2) == "--" || starts_with_ignoring_case(text, "Received:") ||
        starts_with_ignoring_case(text, "Return-Path:")) {
      break;
    }
    ++line;
  }
  return line;
}

bool is_field(std::string_view line) {
  const size_t colon = line.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         line.substr(0, colon).find(' ') == std::string_view::npos;
}

// A person who asks about the fields writes behind them, too.
bool ends_with_field(const LegacyMessage& message, size_t begin) {
  for (size_t i = message.lines.size(); i-- > begin;) {
    const std::string_view line = message.lines[i];
    if (!trim(line).empty()) return is_blank(line.front()) || is_field(line);
  }
  return false;
}

// What a receipt (RFC 8098) says in the same fields is no failure.
bool recognises(const LegacyMessage& message) {
  if (!is_from_mail_system(message.header) || has_fields_of_other_mail(message.header)) {
    return false;
  }
  const size_t begin = first_field_line(message);
  const size_t end = end_of_fields(message, begin);
  if (notice_sender(message.header) == NoticeSender::kPerhaps && !message.returned_part &&
      end == message.lines.size() && !ends_with_field(message, begin)) {
    return false;
  }
  bool recipient = false;
  bool outcome = false;
  for (size_t i = begin; i < end; ++i) {
    const std::string_view line = message.lines[i];
    if (starts_with_ignoring_case(line, "Disposition:")) return false;
    recipient = recipient || starts_with_ignoring_case(line, "Final-Recipient:");
    outcome = outcome || starts_with_ignoring_case(line, "Action:") ||
              starts_with_ignoring_case(line, "Status:");
  }
  return recipient && outcome;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  const size_t begin = first_field_line(message);
  const size_t end = end_of_fields(message, begin);
  const std::string_view text = message.from_line(begin);
  auto report = parse_status_fields(
      text.substr(0, message.before_line(end).size() - message.before_line(begin).size()), limits);
  if (!report) return {};
  report->machine_readable = false;
  report->notice = message.before_line(begin);
  add_words_of_notice(*report);
  size_t copy = end;
  while (copy < message.lines.size() &&
         !starts_with_ignoring_case(message.lines[copy], "Received:") &&
         !starts_with_ignoring_case(message.lines[copy], "Return-Path:")) {
    ++copy;
  }
  if (copy < message.lines.size()) {
    report->original = read_original_headers(message.from_line(copy), limits);
  }
  return std::move(*report);
}

}  // namespace

// The fields of RFC 3464 in running text: a report whose parts no longer divide, or that a gateway
// wrapped.
const LegacyFormat kStatusTextFormat = {"a delivery status in running text", true, recognises,
                                        read};

}  // namespace plainbounce
