#include "cli/doctor/log_traces.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.push_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

// What follows `mark` up to `end`; empty when the mark is not there.
std::string_view behind(std::string_view line, std::string_view mark, std::string_view end) {
  const size_t at = line.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = line.substr(at + mark.size());
  return rest.substr(0, rest.find_first_of(end));
}

// The queue id in "postfix/smtp[123]: 4XyZ1: to=...".
std::string_view queue_id_of(std::string_view line) {
  if (line.find("postfix") == std::string_view::npos) return {};
  return behind(line, "]: ", ":");
}

bool mentions(std::string_view line, const std::string& queue_id) {
  return !queue_id.empty() && line.find(queue_id) != std::string_view::npos;
}

void read_delivery(LogTraces& traces, std::string_view line) {
  traces.queue_id = queue_id_of(line);
  traces.status = behind(line, " status=", " ");
  const size_t reason = line.find(" (", line.find(" status="));
  traces.reason = reason == std::string_view::npos ? "" : std::string(line.substr(reason + 1));
}

}  // namespace

LogTraces traces_of(std::string_view log, std::string_view token) {
  LogTraces traces;
  const auto lines = lines_of(log);
  for (const std::string_view line : lines) {
    const bool about_it = line.find(token) != std::string_view::npos;
    if (about_it && line.find(" status=") != std::string_view::npos) read_delivery(traces, line);
  }
  for (const std::string_view line : lines) {
    if (!mentions(line, traces.queue_id)) continue;
    const auto report = behind(line, "sender non-delivery notification: ", " \r");
    if (!report.empty()) traces.bounce_queue_id = report;
  }
  for (const std::string_view line : lines) {
    if (!mentions(line, traces.bounce_queue_id)) continue;
    if (line.find(" status=") != std::string_view::npos) {
      traces.bounce_status = behind(line, " status=", " ");
      traces.bounce_relay = behind(line, " relay=", ",");
    } else if (line.find("plainbounced") != std::string_view::npos) {
      traces.own.emplace_back(line.substr(line.find(traces.bounce_queue_id)));
    }
  }
  return traces;
}

}  // namespace plainbounce
