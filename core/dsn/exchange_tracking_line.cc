#include "core/dsn/exchange_tracking_line.h"

#include <string>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kEvent = 8;     // the column of event-id
constexpr size_t kMessage = 10;  // of message-id
constexpr size_t kMostColumns = 16;

// Quoted values may hold commas; the quotes stay off.
std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns;
  while (columns.size() < kMostColumns) {
    const bool quoted = line.starts_with('"');
    size_t end = quoted ? line.find("\",") : line.find(',');
    if (end == std::string_view::npos) end = line.size();
    columns.push_back(quoted ? line.substr(1, end - 1) : line.substr(0, end));
    end += quoted ? 2 : 1;
    if (end >= line.size()) break;
    line.remove_prefix(end);
  }
  return columns;
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
  const std::string_view reason = trim(last_error.empty() ? status : last_error);
  if (reason.empty()) return;
  const bool reply = begins_with_failure_code(reason);
  recipient.diagnostic_code = TypedValue{reply ? "smtp" : "x-exchange", std::string(reason)};
  if (host.find('.') != std::string_view::npos) {
    recipient.remote_mta = TypedValue{"dns", std::string(host)};
  }
}

}  // namespace

std::optional<PerRecipientFields> read_exchange_tracking_line(std::string_view line) {
  const auto columns = columns_of(trim(line));
  if (columns.size() <= kMessage) return std::nullopt;
  const bool failed = columns[kEvent] == "FAIL";
  if (!failed && columns[kEvent] != "DEFER") return std::nullopt;
  // Since Exchange 2013 another identifier stands before the recipient.
  for (size_t i = kMessage + 1; i < columns.size() && i < kMessage + 3; ++i) {
    const std::string address = bare_address(columns[i].substr(0, columns[i].find(';')));
    if (address.empty()) continue;
    PerRecipientFields recipient =
        legacy_recipient(address, failed ? Action::kFailed : Action::kDelayed);
    if (i + 1 < columns.size()) read_status(columns[i + 1], recipient);
    return recipient;
  }
  return std::nullopt;
}

}  // namespace plainbounce
