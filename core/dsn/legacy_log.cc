#include <iterator>
#include <map>
#include <string>

#include "core/base/ascii.h"
#include "core/dsn/exchange_tracking_line.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/mail_log_line.h"

namespace plainbounce {

namespace {

// "Nov 30 03:28:06", "2026-11-30T03:28:06", "@40000000...": a line of its own, not the rest of one
// that a mail program wrapped.
bool begins_entry(std::string_view line) {
  constexpr std::string_view kMonths[] = {"Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ",
                                          "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "};
  for (const std::string_view month : kMonths) {
    if (line.substr(0, 4) == month) return true;
  }
  if (line.size() > 10 && line[4] == '-' && line[7] == '-' && is_digit(line[0])) return true;
  return line.substr(0, 5) == "@4000";
}

std::string_view without_quote_marks(std::string_view line) {
  line = trim(line);
  while (!line.empty() && line.front() == '>') line = trim(line.substr(1));
  return line;
}

// qmail-send names the recipient when a delivery begins: "starting delivery 7: msg 12 to remote
// bob@example.org"; the line that says how it ended has the number alone.
class QmailDeliveries {
 public:
  void take(std::string_view entry) {
    const std::string_view number = number_in(entry, "starting delivery ");
    if (number.empty() || addresses_.size() >= kMost) return;
    for (const std::string_view mark : {" to remote ", " to local "}) {
      const size_t at = entry.find(mark);
      if (at == std::string_view::npos) continue;
      const std::string address = bare_address(entry.substr(at + mark.size()));
      if (!address.empty()) addresses_[std::string(number)] = address;
    }
  }

  void name(std::string_view entry, PerRecipientFields& recipient) const {
    if (recipient.final_recipient) return;
    const auto found = addresses_.find(std::string(number_in(entry, "delivery ")));
    if (found != addresses_.end()) recipient.final_recipient = TypedValue{"rfc822", found->second};
  }

 private:
  static constexpr size_t kMost = 2000;

  static std::string_view number_in(std::string_view entry, std::string_view mark) {
    const size_t at = entry.find(mark);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = entry.substr(at + mark.size());
    return rest.substr(0, rest.find(':'));
  }

  std::map<std::string, std::string> addresses_;  // by the number of the delivery
};

std::vector<PerRecipientFields> deliveries(const LegacyMessage& message, size_t most) {
  std::vector<PerRecipientFields> found;
  std::string entry;
  QmailDeliveries started;
  const auto end_entry = [&] {
    started.take(entry);
    if (auto recipient = read_mail_log_line(entry)) {
      started.name(entry, *recipient);
      found.push_back(std::move(*recipient));
    } else {
      for (PerRecipientFields& each : read_exchange_tracking_line(entry)) {
        if (found.size() < most) found.push_back(std::move(each));
      }
    }
    entry.clear();
  };
  for (const std::string_view whole_line : message.lines) {
    if (found.size() >= most) return found;
    const std::string_view line = without_quote_marks(whole_line);
    if (line.empty() || begins_entry(line)) end_entry();
    // So that a key at the start of a line has a blank in front of it, too.
    if (!line.empty()) entry += ' ';
    entry += line;
  }
  if (found.size() < most) end_entry();
  return found;
}

bool recognises(const LegacyMessage& message) { return !deliveries(message, 1).empty(); }

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  report.notice = message.text;
  report.recipients = deliveries(message, limits.recipients);
  return report;
}

}  // namespace

const LegacyFormat kLogFormat = {"a mail log", false, recognises, read};

}  // namespace plainbounce
