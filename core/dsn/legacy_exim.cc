#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr std::string_view kFirstWords = "This message was created automatically by mail delivery";

std::optional<Action> action_of(const LegacyMessage& message, size_t first_line) {
  const std::string_view text = message.from_line(first_line);
  const std::string_view intro = text.substr(0, 2000);
  if (intro.find("could not be delivered") != std::string_view::npos) return Action::kFailed;
  if (intro.find("has not been delivered") != std::string_view::npos) return Action::kDelayed;
  if (intro.find("has not yet been delivered") != std::string_view::npos) return Action::kDelayed;
  return std::nullopt;
}

bool recognises(const LegacyMessage& message) {
  if (!is_from_mail_system(message.header)) return false;
  const size_t first = find_line(message.lines, kFirstWords, 0);
  // The words open the message; further down they would be a quotation.
  return first < message.lines.size() && trim(message.before_line(first)).empty() &&
         action_of(message, first).has_value();
}

size_t indent_of(std::string_view line) {
  size_t indent = 0;
  while (indent < line.size() && line[indent] == ' ') ++indent;
  return indent;
}

// "... host mx.example.org [192.0.2.1]: 550 5.1.1 no": the server and what it said.
void read_reason(std::string_view reason, PerRecipientFields& recipient) {
  if (reason.empty()) return;
  const size_t host = reason.find("host ");
  const size_t close = host == std::string_view::npos ? host : reason.find("]: ", host);
  if (close != std::string_view::npos) {
    const std::string_view reply = trim(reason.substr(close + 3));
    const std::string_view name = reason.substr(host + 5, reason.find(' ', host + 5) - host - 5);
    if (begins_with_failure_code(reply)) {
      recipient.diagnostic_code = TypedValue{"smtp", std::string(reply)};
      recipient.remote_mta = TypedValue{"dns", std::string(name)};
      return;
    }
  }
  recipient.diagnostic_code = TypedValue{"x-exim", std::string(reason)};
}

// Reads the indented list: an address on a line of its own, its reason indented deeper.
void read_list(const LegacyMessage& message, size_t begin, size_t end, Action action,
               const Limits& limits, DeliveryReport& report) {
  for (size_t i = begin; i < end && report.recipients.size() < limits.recipients; ++i) {
    const size_t indent = indent_of(message.lines[i]);
    const std::string address = indent >= 2 ? bare_address(message.lines[i]) : std::string();
    if (address.empty()) continue;
    std::string reason;
    while (i + 1 < end && indent_of(message.lines[i + 1]) > indent) {
      const std::string_view line = trim(message.lines[++i]);
      if (line.empty()) break;
      const bool origin = line.front() == '(' && line.find("generated from") < line.size();
      if (origin) continue;
      if (!reason.empty()) reason += ' ';
      reason += line;
    }
    report.recipients.push_back(legacy_recipient(address, action));
    read_reason(reason, report.recipients.back());
  }
}

bool begins_copy(std::string_view line) {
  return line.substr(0, 5) == "-----" && line.find("This is a copy of") != std::string_view::npos;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const std::vector<std::string_view>& lines = message.lines;
  const size_t first = find_line(lines, kFirstWords, 0);
  size_t copy = first;
  while (copy < lines.size() && !begins_copy(lines[copy])) ++copy;
  report.notice = message.before_line(copy);
  if (copy < lines.size()) {
    report.original = read_original_headers(message.from_line(copy + 1), limits);
  }
  const Action action = action_of(message, first).value_or(Action::kUnknown);
  read_list(message, first, copy, action, limits, report);
  return report;
}

}  // namespace

const LegacyFormat kEximFormat = {"Exim", true, recognises, read};

}  // namespace plainbounce
