#include "core/dsn/status_groups.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// The fields of RFC 3464 for one recipient, and as many of others.
constexpr size_t kMostFieldsEach = 20;
constexpr size_t kUsualFields = 8;  // of a group
constexpr size_t kUsualGroups = 2;

bool is_name_character(char c) { return c > ' ' && c <= '~' && c != ':'; }

// The field's name when the line can begin one. An indented line cannot, and a web address is none,
// though it has a colon.
std::optional<std::string_view> field_name(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || is_blank(line.front())) return std::nullopt;
  const std::string_view name = trim(line.substr(0, colon));
  if (name.empty() || !is_alpha(name.front())) return std::nullopt;
  if (!std::all_of(name.begin(), name.end(), is_name_character)) return std::nullopt;
  if (line.substr(colon + 1, 2) == "//") return std::nullopt;
  return name;
}

class GroupReader {
 public:
  explicit GroupReader(const Limits& limits) : limits_(limits) {}

  void begin_field(std::string_view name, std::string_view value) {
    end_field();
    name_ = name;
    value_ = trim(value);
    folded_.clear();
  }

  void continue_field(std::string_view line) {
    if (name_.empty()) return;
    line = trim(line);
    if (line.empty()) return;
    if (value_.empty()) {
      value_ = line;
      return;
    }
    if (folded_.empty()) {
      folded_.reserve((value_.size() + line.size()) * 2);
      folded_ = value_;
    }
    folded_ += ' ';
    folded_ += line;
  }

  void end_field() {
    if (name_.empty()) return;
    if (group_.empty()) group_.reserve(kUsualFields);
    group_.push_back({name_, one_line(folded_.empty() ? value_ : folded_, limits_.reply_bytes)});
    name_ = {};
    ++fields_;
    too_many_ = too_many_ || group_.size() > limits_.header_fields ||
                fields_ > limits_.header_fields + limits_.recipients * kMostFieldsEach;
  }

  void end_group() {
    end_field();
    if (group_.empty()) return;
    if (groups_.empty()) groups_.reserve(kUsualGroups);
    groups_.push_back(std::move(group_));
    group_.clear();
    // Odd order and extra empty lines make groups that are no recipients.
    too_many_ = too_many_ || groups_.size() > limits_.recipients * 2 + 8;
  }

  [[nodiscard]] bool too_many() const { return too_many_; }
  std::vector<StatusGroup> take() { return std::move(groups_); }

 private:
  const Limits& limits_;
  std::vector<StatusGroup> groups_;
  StatusGroup group_;
  std::string_view name_;   // empty: no field is open
  std::string_view value_;  // of a single line
  std::string folded_;      // of several
  size_t fields_ = 0;       // in all groups
  bool too_many_ = false;
};

// A line of blanks alone continues the field where an indented line follows it.
bool divides_groups(const std::vector<std::string_view>& lines, size_t at) {
  if (!trim(lines[at]).empty()) return false;
  const bool indented_next =
      at + 1 < lines.size() && !lines[at + 1].empty() && is_blank(lines[at + 1].front());
  return lines[at].empty() || !is_blank(lines[at].front()) || !indented_next;
}

}  // namespace

Result<std::vector<StatusGroup>> read_status_groups(std::string_view text, const Limits& limits) {
  if (text.size() > limits.report_bytes) return fail("the status part is too large");
  const std::vector<std::string_view> lines = split_lines(text);
  GroupReader reader(limits);
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    if (divides_groups(lines, i)) {
      reader.end_group();
    } else if (const auto name = field_name(line)) {
      reader.begin_field(*name, line.substr(line.find(':') + 1));
    } else {
      reader.continue_field(line);
    }
    if (reader.too_many()) return fail("the status part has too many fields");
  }
  reader.end_group();
  if (reader.too_many()) return fail("the status part has too many fields");
  return reader.take();
}

}  // namespace plainbounce
