#include "core/dsn/exchange_tracking_line.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kEvent = 8;     // the column of event-id
constexpr size_t kMessage = 10;  // of message-id
constexpr size_t kMostColumns = 16;
constexpr size_t kMostRecipients = 1000;
constexpr size_t kLongestReason = 2U << 10U;  // bytes; each recipient gets a copy

// Takes the first value off the line, which is not empty. In quotes it may hold commas, and a quote
// is written twice (RFC 4180 section 2); the quotes around it stay off.
std::string take_column(std::string_view& line) {
  std::string value;
  size_t at = 0;
  if (line.front() == '"') {
    for (at = 1; at < line.size(); ++at) {
      if (line[at] == '"' && line.substr(at + 1, 1) != "\"") break;
      if (line[at] == '"') ++at;
      value += line[at];
    }
    at = std::min(at + 1, line.size());
  }
  const size_t end = std::min(line.find(',', at), line.size());
  value += line.substr(at, end - at);
  line.remove_prefix(std::min(end + 1, line.size()));
  return value;
}

std::vector<std::string> columns_of(std::string_view line) {
  std::vector<std::string> columns;
  while (columns.size() < kMostColumns && !line.empty()) columns.push_back(take_column(line));
  return columns;
}

// "bob@example.org;carol@example.org": the addresses.
std::vector<std::string> addresses_of(std::string_view column) {
  std::vector<std::string> addresses;
  while (!column.empty() && addresses.size() < kMostRecipients) {
    const size_t end = std::min(column.find(';'), column.size());
    std::string address = bare_address(column.substr(0, end));
    if (!address.empty()) addresses.push_back(std::move(address));
    column.remove_prefix(std::min(end + 1, column.size()));
  }
  return addresses;
}

// "[{LRT=...};{LED=550 5.1.1 no};{FQDN=mx.example.org}]": the value of one key.
std::string_view value_of(std::string_view status, std::string_view key) {
  const size_t at = status.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view value = status.substr(at + key.size());
  return value.substr(0, value.find('}'));
}

void read_status(std::string_view status, PerRecipientFields& recipient) {
  const std::string_view last_error = value_of(status, "{LED=");
  const std::string_view host = value_of(status, "{FQDN=");
  const std::string_view reason =
      cut_utf8(trim(last_error.empty() ? status : last_error), kLongestReason);
  if (reason.empty()) return;
  const bool reply = begins_with_failure_code(reason);
  recipient.diagnostic_code = TypedValue{reply ? "smtp" : "x-exchange", std::string(reason)};
  if (host.find('.') != std::string_view::npos) {
    recipient.remote_mta = TypedValue{"dns", std::string(host)};
  }
}

}  // namespace

std::vector<PerRecipientFields> read_exchange_tracking_line(std::string_view line) {
  const auto columns = columns_of(trim(line));
  if (columns.size() <= kMessage) return {};
  const bool failed = columns[kEvent] == "FAIL";
  if (!failed && columns[kEvent] != "DEFER") return {};
  // Since Exchange 2013 another identifier stands before the recipient.
  for (size_t i = kMessage + 1; i < columns.size() && i < kMessage + 3; ++i) {
    std::vector<PerRecipientFields> recipients;
    for (const std::string& address : addresses_of(columns[i])) {
      recipients.push_back(legacy_recipient(address, failed ? Action::kFailed : Action::kDelayed));
      if (i + 1 < columns.size()) read_status(columns[i + 1], recipients.back());
    }
    if (!recipients.empty()) return recipients;
  }
  return {};
}

}  // namespace plainbounce
