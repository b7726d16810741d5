#include "core/dsn/mail_queue.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/json_values.h"
#include "core/base/limits.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// "B2EB1F00AA*     1234 Mon Nov  2 09:00:00  ann@example.com" of Postfix; Sendmail's has no
// seconds.
enum class Program { kNone, kPostfix, kSendmail };

bool is_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

// The queue's mark behind the id: being delivered, held, forced to expire.
bool is_queue_id(std::string_view word) {
  constexpr size_t kShortest = 5;
  while (!word.empty() && std::string_view("*!#X-?").find(word.back()) != std::string_view::npos) {
    word.remove_suffix(1);
  }
  return word.size() >= kShortest &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_alpha(c) || is_digit(c); });
}

bool is_day(std::string_view word) {
  constexpr std::string_view kDays[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
  return std::find(std::begin(kDays), std::end(kDays), word) != std::end(kDays);
}

Program program_of_entry(std::string_view line) {
  constexpr size_t kWords = 6;
  std::array<std::string_view, kWords> words;
  line = trim(line);
  for (std::string_view& word : words) {
    const size_t end = std::min(line.find_first_of(" \t"), line.size());
    word = line.substr(0, end);
    line = trim(line.substr(end));
  }
  const auto& [id, size, day, month, date, time] = words;
  const bool entry = is_queue_id(id) && is_digits(size) && is_day(day) && month.size() == 3 &&
                     is_digits(date) && !line.empty();
  if (!entry) return Program::kNone;
  const auto colons = std::count(time.begin(), time.end(), ':');
  if (time.size() == 8 && colons == 2) return Program::kPostfix;
  return time.size() == 5 && colons == 1 ? Program::kSendmail : Program::kNone;
}

// "host mx.example.org[192.0.2.1] said: 451 later", "connect to mx.example.org[192.0.2.1]:25: ...".
std::string host_in(std::string_view reason) {
  for (const std::string_view before :
       {"host ", "connect to ", "lost connection with ", "conversation with ",
        "Connection timed out with ", "Connection refused by ", "Connection reset by "}) {
    const size_t at = reason.find(before);
    if (at == std::string_view::npos || at > before.size() + 10) continue;
    std::string_view name = reason.substr(at + before.size());
    name = name.substr(0, name.find_first_of("[ ,:()"));
    while (name.ends_with('.')) name.remove_suffix(1);
    if (name.find('.') != std::string_view::npos) return std::string(name);
  }
  return {};
}

PerRecipientFields waiting_recipient(const std::string& address, std::string_view words,
                                     std::string_view program) {
  PerRecipientFields recipient = legacy_recipient(address, Action::kDelayed);
  const std::string reason = one_line(words, Limits().reply_bytes);
  const std::string type = begins_with_failure_code(reason) ? "smtp" : std::string(program);
  recipient.diagnostic_code = TypedValue{type, reason};
  const std::string host = host_in(reason);
  if (!host.empty()) recipient.remote_mta = TypedValue{"dns", host};
  return recipient;
}

// A reason in brackets, which a mail program may have wrapped. Sendmail puts the body's type in
// front.
class Reason {
 public:
  // The line ended within it.
  [[nodiscard]] bool is_open() const { return depth_ > 0 && !trim(text_).ends_with(')'); }
  // Whether the line begins one, or goes on with one whose brackets do not match yet.
  bool take(std::string_view line) {
    line = trim(line);
    for (const std::string_view type : {"8BITMIME", "7BIT"}) {
      if (line.starts_with(type)) line = trim(line.substr(type.size()));
    }
    if (line.starts_with('(') && !is_open()) {
      clear();
    } else if (depth_ <= 0) {
      return false;
    }
    if (text_.size() >= kMost) return true;
    if (!text_.empty()) text_ += ' ';
    text_ += cut_utf8(line, kMost - text_.size());
    depth_ += std::count(line.begin(), line.end(), '(') - std::count(line.begin(), line.end(), ')');
    return true;
  }
  void clear() {
    text_.clear();
    depth_ = 0;
  }
  // Behind the last line. A reply may have brackets that do not match.
  void close() { depth_ = 0; }
  // Without the brackets; empty where there is none.
  [[nodiscard]] std::string_view text() const {
    std::string_view text = trim(text_);
    if (text.starts_with('(')) text.remove_prefix(1);
    if (text.ends_with(')')) text.remove_suffix(1);
    return trim(text);
  }

 private:
  static constexpr size_t kMost = 4U << 10U;
  std::string text_;
  std::ptrdiff_t depth_ = 0;  // of brackets that are open
};

std::vector<PerRecipientFields> read_listing(const std::vector<std::string_view>& lines,
                                             size_t most) {
  std::vector<PerRecipientFields> found;
  Program program = Program::kNone;
  Reason reason;
  for (const std::string_view quoted : lines) {
    if (found.size() >= most) break;
    std::string_view line = trim(quoted);
    while (line.starts_with('>')) line = trim(line.substr(1));
    const Program entry = program_of_entry(line);
    if (entry != Program::kNone || line.empty()) {
      program = entry;
      reason.clear();
      continue;
    }
    if (program == Program::kNone) continue;
    const std::string address = reason.is_open() ? std::string() : bare_address(line);
    if (address.empty()) {
      if (!reason.take(line)) program = Program::kNone;
      continue;
    }
    reason.close();
    if (reason.text().empty()) continue;
    found.push_back(waiting_recipient(address, reason.text(),
                                      program == Program::kPostfix ? "x-postfix" : "x-sendmail"));
  }
  return found;
}

// {"queue_name": "deferred", "queue_id": "B2EB", ..., "recipients": [{"address": "bob@x.test",
// "delay_reason": "..."}]}
void read_object(std::string_view line, size_t most, std::vector<PerRecipientFields>& found) {
  constexpr size_t kMostValues = 10000;
  const JsonValues values = read_json_values(line, kMostValues);
  if (values.count("queue_name") == 0 || values.count("queue_id") == 0) return;
  for (size_t i = 0; found.size() < most; ++i) {
    const std::string place = "recipients." + std::to_string(i);
    const auto address = values.find(place + ".address");
    if (address == values.end()) return;
    const auto reason = values.find(place + ".delay_reason");
    const std::string name = bare_address(address->second);
    if (reason == values.end() || trim(reason->second).empty() || name.empty()) continue;
    found.push_back(
        waiting_recipient(one_line(name, Limits().reply_bytes), trim(reason->second), "x-postfix"));
  }
}

std::vector<PerRecipientFields> read_objects(const std::vector<std::string_view>& lines,
                                             size_t most) {
  std::vector<PerRecipientFields> found;
  for (const std::string_view line : lines) {
    if (found.size() >= most) break;
    if (line.find("\"queue_id\"") != std::string_view::npos) read_object(trim(line), most, found);
  }
  return found;
}

}  // namespace

std::vector<PerRecipientFields> read_mail_queue(const std::vector<std::string_view>& lines,
                                                size_t most) {
  auto found = read_listing(lines, most);
  return found.empty() ? read_objects(lines, most) : found;
}

}  // namespace plainbounce
