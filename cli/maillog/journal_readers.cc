// What systemd's journal writes for other programs.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "cli/maillog/log_readers.h"
#include "core/base/ascii.h"
#include "core/base/json_values.h"

namespace plainbounce {
namespace {

constexpr size_t kMostValue = size_t{64} << 10U;

std::optional<int64_t> seconds_of_microseconds(std::string_view digits) {
  int64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc() || last != end || value < 0) return std::nullopt;
  return value / 1000000;
}

// The fields of an entry that count.
struct Entry {
  std::string time;
  std::string host;
  std::string program;
  std::string message;

  void clear() {
    time.clear();
    host.clear();
    program.clear();
    message.clear();
  }
  std::string* field(std::string_view name) {
    if (name == "MESSAGE") return &message;
    if (name == "SYSLOG_IDENTIFIER") return &program;
    if (name == "_HOSTNAME") return &host;
    return name == "__REALTIME_TIMESTAMP" ? &time : nullptr;
  }
};

void take_entry(const Entry& entry, DeliveryFollower& follower) {
  LogLine line;
  line.seconds = seconds_of_microseconds(entry.time);
  line.host = entry.host;
  line.program = entry.program;
  line.message = entry.message;
  follower.take(line);
}

class ExportReader : public LogConsumer {
 public:
  explicit ExportReader(DeliveryFollower& follower) : follower_(follower) {}

  void feed(std::string_view piece) override {
    while (!piece.empty()) {
      switch (state_) {
        case State::kLine:
          take_line_part(piece);
          break;
        case State::kSize:
          take_size_part(piece);
          break;
        case State::kValue:
          take_value_part(piece);
          break;
      }
    }
  }
  void finish() override {
    if (!line_.empty()) end_line();
    end_entry();
  }

 private:
  enum class State { kLine, kSize, kValue };

  void take_line_part(std::string_view& piece) {
    const size_t end = std::min(piece.find('\n'), piece.size());
    const size_t room = kMostValue - std::min(kMostValue, line_.size());
    line_.append(piece.substr(0, std::min(end, room)));
    if (end == piece.size()) {
      piece = {};
      return;
    }
    piece.remove_prefix(end + 1);
    end_line();
  }

  void end_line() {
    const std::string_view line = line_;
    const size_t equals = line.find('=');
    if (line.empty()) {
      end_entry();
    } else if (equals == std::string_view::npos) {
      value_ = entry_.field(line);
      size_bytes_ = 0;
      left_ = 0;
      state_ = State::kSize;
    } else if (std::string* field = entry_.field(line.substr(0, equals))) {
      field->assign(line.substr(equals + 1));
    }
    has_fields_ = has_fields_ || !line.empty();
    line_.clear();
  }

  // Eight bytes, the lowest first.
  void take_size_part(std::string_view& piece) {
    while (!piece.empty() && size_bytes_ < 8) {
      left_ |= uint64_t{static_cast<unsigned char>(piece.front())} << (8 * size_bytes_);
      piece.remove_prefix(1);
      ++size_bytes_;
    }
    if (size_bytes_ == 8) state_ = State::kValue;
  }

  void take_value_part(std::string_view& piece) {
    const size_t size = static_cast<size_t>(std::min<uint64_t>(left_, piece.size()));
    if (value_ != nullptr) {
      const size_t room = kMostValue - std::min(kMostValue, value_->size());
      value_->append(piece.substr(0, std::min(size, room)));
    }
    left_ -= size;
    piece.remove_prefix(size);
    if (left_ > 0 || piece.empty()) return;
    piece.remove_prefix(1);  // the line end behind it
    state_ = State::kLine;
  }

  void end_entry() {
    if (!has_fields_) return;
    ++follower_.figures().lines;
    std::replace(entry_.message.begin(), entry_.message.end(), '\n', ' ');
    take_entry(entry_, follower_);
    entry_.clear();
    has_fields_ = false;
  }

  DeliveryFollower& follower_;
  State state_ = State::kLine;
  std::string line_;
  Entry entry_;
  bool has_fields_ = false;
  std::string* value_ = nullptr;  // that the bytes go into; null: into none
  unsigned size_bytes_ = 0;
  uint64_t left_ = 0;
};

// Whether a line may tell of a delivery: all others need not be read as JSON.
bool may_tell(std::string_view line) {
  for (const std::string_view mark : {"to=<", "removed\"", "returned to sender\"", "reject: ",
                                      "reject=", "... ", "Cannot send message", ": done; "}) {
    if (line.find(mark) != std::string_view::npos) return true;
  }
  return false;
}

bool names_mail_program(std::string_view line) {
  constexpr std::string_view kName = "\"SYSLOG_IDENTIFIER\"";
  const size_t at = line.find(kName);
  if (at == std::string_view::npos) return false;
  std::string_view value = line.substr(at + kName.size());
  while (!value.empty() && (value.front() == ':' || is_blank(value.front()))) {
    value.remove_prefix(1);
  }
  return value.starts_with("\"postfix") || value.starts_with("\"sendmail") ||
         value.starts_with("\"sm-");
}

// The bytes of a message that is no text: [72, 105].
std::string message_of_bytes(const JsonValues& values) {
  std::string message;
  for (size_t i = 0; message.size() < kMostValue; ++i) {
    const auto byte = values.find("MESSAGE." + std::to_string(i));
    if (byte == values.end()) break;
    unsigned value = 0;
    const std::string& digits = byte->second;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    message += static_cast<char>(value & 0xffU);
  }
  return message;
}

class JsonReader : public LineConsumer {
 public:
  explicit JsonReader(DeliveryFollower& follower) : follower_(follower) {}

 private:
  void take_line(std::string_view line) override {
    if (trim(line).empty()) return;
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    if (!trim(line).starts_with('{')) {
      ++figures.unreadable_lines;
      return;
    }
    if (!names_mail_program(line)) return;
    const bool is_bytes = line.find("\"MESSAGE\":[") != std::string_view::npos ||
                          line.find("\"MESSAGE\" : [") != std::string_view::npos;
    if (!is_bytes && !may_tell(line)) {
      ++figures.mail_lines;
      return;
    }
    constexpr size_t kMostValues = 70000;
    const JsonValues values = read_json_values(line, kMostValues);
    Entry entry;
    for (const std::string_view name :
         {"MESSAGE", "SYSLOG_IDENTIFIER", "_HOSTNAME", "__REALTIME_TIMESTAMP"}) {
      const auto value = values.find(name);
      if (value != values.end()) *entry.field(name) = value->second;
    }
    if (entry.message.empty()) entry.message = message_of_bytes(values);
    if (entry.message.empty()) {
      ++figures.unreadable_lines;
      return;
    }
    std::replace(entry.message.begin(), entry.message.end(), '\n', ' ');
    take_entry(entry, follower_);
  }
  void take_overlong_line() override {
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    ++figures.unreadable_lines;
    ++figures.overlong_lines;
  }

  DeliveryFollower& follower_;
};

}  // namespace

std::unique_ptr<LogConsumer> make_journal_export_reader(DeliveryFollower& follower) {
  return std::make_unique<ExportReader>(follower);
}

std::unique_ptr<LogConsumer> make_journal_json_reader(DeliveryFollower& follower) {
  return std::make_unique<JsonReader>(follower);
}

}  // namespace plainbounce
