#include "milter/message_line.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/render/escape.h"

namespace plainbounce {
namespace {

constexpr size_t kListed = 10;  // values of one key; the rest is counted

void add_findings(LineWriter& line, const BounceOutcome& outcome) {
  line.add("original", original_queue_id(outcome));
  line.add("kind", to_string(outcome.verdict.kind));
  if (outcome.recipients.empty()) return;
  std::vector<std::string_view> causes;
  std::vector<std::string_view> outlooks;
  for (const DiagnosedRecipient& recipient : outcome.recipients) {
    causes.emplace_back(recipient.diagnosis.cause);
    outlooks.push_back(to_string(recipient.diagnosis.outlook));
  }
  line.add_all("cause", causes);
  line.add_all("outlook", outlooks);
  line.add("rcpts", std::to_string(outcome.recipients.size()));
}

void add_refusal(LineWriter& line, const BounceOutcome& outcome) {
  if (outcome.verdict.refusal) line.add("refusal", to_string(*outcome.verdict.refusal));
  if (outcome.backscatter.value_or(false)) line.add("backscatter", "yes");
}

}  // namespace

std::string_view original_queue_id(const BounceOutcome& outcome) {
  if (!outcome.report) return {};
  for (const ReportField& field : outcome.report->message.other) {
    if (equals_ignoring_case(field.name, "X-Postfix-Queue-ID")) return field.value;
  }
  return {};
}

LineWriter::LineWriter(std::string_view queue_id, std::string_view verb) {
  line_ = queue_id.empty() ? "NOQUEUE" : escape_for_log(queue_id);
  line_.append(": ").append(verb);
}

void LineWriter::add(std::string_view key, std::string_view value) {
  if (value.empty()) return;
  line_.append(" ").append(key).append("=").append(escape_for_log(value));
}

void LineWriter::add_all(std::string_view key, const std::vector<std::string_view>& values) {
  std::vector<std::string_view> seen;
  std::string joined;
  for (std::string_view value : values) {
    if (std::find(seen.begin(), seen.end(), value) != seen.end()) continue;
    seen.push_back(value);
    if (seen.size() > kListed) continue;
    if (seen.size() > 1) joined += ',';
    joined += value;
  }
  if (seen.size() > kListed) joined += ",+" + std::to_string(seen.size() - kListed);
  add(key, joined);
}

std::string line_of_explained(std::string_view queue_id, const BounceOutcome& outcome, bool body,
                              bool with_addresses) {
  LineWriter line(queue_id, "explained");
  add_findings(line, outcome);
  line.add("mode", body ? "body" : "headers");
  line.add("lang", outcome.language);
  add_refusal(line, outcome);
  if (!outcome.remove.empty()) line.add("removed", std::to_string(outcome.remove.size()));
  if (with_addresses) {
    std::vector<std::string_view> addresses;
    for (const DiagnosedRecipient& recipient : outcome.recipients) {
      addresses.emplace_back(recipient.address);
    }
    line.add_all("rcpt", addresses);
  }
  return line.take();
}

std::string line_of_passed(std::string_view queue_id, const BounceOutcome& outcome) {
  LineWriter line(queue_id, "passed");
  line.add("reason", outcome.passed);
  add_findings(line, outcome);
  add_refusal(line, outcome);
  return line.take();
}

std::string line_of_passed(std::string_view queue_id, std::string_view reason) {
  LineWriter line(queue_id, "passed");
  line.add("reason", reason);
  return line.take();
}

std::string line_of_full_memory(std::string_view queue_id) {
  LineWriter line(queue_id, "body cut");
  line.add("reason", "max_in_flight");
  return line.take();
}

}  // namespace plainbounce
