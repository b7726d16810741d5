// What mail servers print of their queues.
#include <algorithm>
#include <array>

#include "cli/maillog/log_readers.h"
#include "core/base/ascii.h"
#include "core/base/json_values.h"

namespace plainbounce {
namespace {

constexpr size_t kMostReason = 4000;

// The other server that a reason of Postfix names: "host mx.example.org[192.0.2.1] said: ...",
// "connect to mx.example.org[192.0.2.1]:25: ...".
std::string_view host_in(std::string_view reason) {
  for (const std::string_view before :
       {"host ", "connect to ", "lost connection with ", "conversation with "}) {
    const size_t at = reason.find(before);
    if (at == std::string_view::npos || at > before.size() + 40) continue;
    const std::string_view name = reason.substr(at + before.size());
    const size_t end = name.find_first_of("[ ,:()");
    if (end != std::string_view::npos && name[end] == '[') return name.substr(0, end);
  }
  return {};
}

// A recipient of an entry, with the reason why it is still there.
void take_recipient(DeliveryFollower& follower, std::string_view id, std::string_view address,
                    std::string_view reason, std::optional<int64_t> arrival, bool held) {
  LogFigures& figures = follower.figures();
  reason = trim(reason);
  if (reason.empty()) {
    ++(held ? figures.held : figures.untried);
    return;
  }
  DeliveryEvent event;
  event.kind = DeliveryEventKind::kWaiting;
  event.id = id;
  event.recipient = address;
  event.reason = reason.substr(0, kMostReason);
  event.host = host_in(event.reason);
  follower.take_queued(event, address, arrival);
}

struct EntryLine {
  std::string_view id;
  bool held = false;
  std::string time;  // as a log writes it: "Nov  2 09:00:00"
};

bool is_number(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

bool is_id(std::string_view word) {
  return word.size() >= 5 && word.size() <= 30 &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_alpha(c) || is_digit(c); });
}

// "B2EB1F00AA*     1234 Mon Nov  2 09:00:00  ann@example.com"; Sendmail's time has no seconds.
std::optional<EntryLine> entry_line(std::string_view line) {
  std::array<std::string_view, 6> words;
  for (std::string_view& word : words) {
    line = trim(line);
    word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
  }
  auto [id, size, weekday, month, day, time] = words;
  EntryLine entry;
  while (!id.empty() && std::string_view("*!#X-?").find(id.back()) != std::string_view::npos) {
    entry.held = entry.held || id.back() == '!';
    id.remove_suffix(1);
  }
  const bool has_clock = (time.size() == 8 && time[5] == ':') || time.size() == 5;
  if (!is_id(id) || !is_number(size) || weekday.size() != 3 || month.size() != 3 ||
      !is_number(day) || day.size() > 2 || !has_clock || time[2] != ':') {
    return std::nullopt;
  }
  entry.id = id;
  entry.time.append(month).append(day.size() == 1 ? "  " : " ").append(day).append(" ");
  entry.time.append(time).append(time.size() == 5 ? ":00" : "");
  return entry;
}

std::string_view without_body_type(std::string_view line) {
  for (const std::string_view type : {"8BITMIME", "7BIT"}) {
    if (line.starts_with(type)) return trim(line.substr(type.size()));
  }
  return line;
}

bool is_remark(std::string_view line) {
  return line.starts_with("-") || line.ends_with(" is empty") ||
         line.starts_with("Total requests") || line.find(" request") != std::string_view::npos;
}

class ListingReader : public LineConsumer {
 public:
  explicit ListingReader(DeliveryFollower& follower) : follower_(follower) {
    ++follower.figures().queue_listings;
  }

 private:
  void take_line(std::string_view raw) override {
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    const std::string_view line = without_body_type(trim(raw));
    if (line.empty()) return;
    if (auto entry = entry_line(line)) {
      ++figures.queue_entries;
      id_ = entry->id;
      held_ = entry->held;
      arrival_ = follower_.clock().seconds_of(entry->time);
      reason_.clear();
      is_open_ = false;
    } else if (is_open_) {
      add_to_reason(line);
    } else if (!id_.empty() && line.starts_with('(')) {
      reason_.clear();
      add_to_reason(line);
    } else if (id_.empty() || is_remark(line)) {
      if (!is_remark(line)) ++figures.unreadable_lines;
    } else {
      take_recipient(follower_, id_, without_brackets(line), without_round(reason_), arrival_,
                     held_);
    }
  }
  void take_overlong_line() override {
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    ++figures.unreadable_lines;
    ++figures.overlong_lines;
  }

  // Mail programs that forward a listing wrap long reasons.
  void add_to_reason(std::string_view line) {
    if (!reason_.empty()) reason_ += ' ';
    reason_ += line.substr(0, kMostReason - std::min(kMostReason, reason_.size()));
    is_open_ = !line.ends_with(')') && reason_.size() < kMostReason;
  }

  static std::string_view without_round(std::string_view reason) {
    if (reason.starts_with('(')) reason.remove_prefix(1);
    if (reason.ends_with(')')) reason.remove_suffix(1);
    return reason;
  }
  static std::string_view without_brackets(std::string_view address) {
    if (address.starts_with('<')) address.remove_prefix(1);
    if (address.ends_with('>')) address.remove_suffix(1);
    return address;
  }

  DeliveryFollower& follower_;
  std::string id_;
  bool held_ = false;
  std::optional<int64_t> arrival_;
  std::string reason_;
  bool is_open_ = false;  // the reason goes on
};

class QueueJsonReader : public LineConsumer {
 public:
  explicit QueueJsonReader(DeliveryFollower& follower)
      : LineConsumer(kLongestQueueEntry), follower_(follower) {
    ++follower.figures().queue_listings;
  }

 private:
  // 50,000 recipients with a reason each, and what is said of the message.
  static constexpr size_t kMostValues = 100100;

  void take_line(std::string_view line) override {
    if (trim(line).empty()) return;
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    const JsonValues values = read_json_values(trim(line), kMostValues);
    const auto id = values.find("queue_id");
    if (values.empty() && may_hold_too_many_values(line)) {
      count_overlong_entry();
      return;
    }
    if (id == values.end() || !is_id(id->second)) {
      ++figures.unreadable_lines;
      return;
    }
    ++figures.queue_entries;
    const auto queue = values.find("queue_name");
    const bool held = queue != values.end() && queue->second == "hold";
    for (size_t i = 0;; ++i) {
      const std::string place = "recipients." + std::to_string(i);
      const auto address = values.find(place + ".address");
      if (address == values.end()) return;
      const auto reason = values.find(place + ".delay_reason");
      take_recipient(follower_, id->second, address->second,
                     reason == values.end() ? std::string_view() : reason->second,
                     arrival_in(values), held);
    }
  }
  void take_overlong_line() override {
    ++follower_.figures().lines;
    count_overlong_entry();
  }
  void count_overlong_entry() {
    LogFigures& figures = follower_.figures();
    ++figures.unreadable_lines;
    ++figures.overlong_lines;
    ++figures.overlong_entries;
  }

  // Each value of an object has a name in quotes.
  static bool may_hold_too_many_values(std::string_view line) {
    return static_cast<size_t>(std::count(line.begin(), line.end(), '"')) > 2 * kMostValues;
  }

  static std::optional<int64_t> arrival_in(const JsonValues& values) {
    constexpr size_t kMostDigits = 12;
    const auto time = values.find("arrival_time");
    if (time == values.end() || !is_number(time->second) || time->second.size() > kMostDigits) {
      return std::nullopt;
    }
    return std::stoll(time->second);
  }

  DeliveryFollower& follower_;
};

}  // namespace

std::unique_ptr<LogConsumer> make_queue_listing_reader(DeliveryFollower& follower) {
  return std::make_unique<ListingReader>(follower);
}

std::unique_ptr<LogConsumer> make_queue_json_reader(DeliveryFollower& follower) {
  return std::make_unique<QueueJsonReader>(follower);
}

}  // namespace plainbounce
