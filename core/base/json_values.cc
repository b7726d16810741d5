#include "core/base/json_values.h"

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

constexpr size_t kMostLevels = 32;
constexpr size_t kLongestPath = 512;
// Each value keeps its path: a short text could make much of a long name.
constexpr size_t kMostPathBytes = 4U << 20U;  // of all values

void append_utf8(std::string& out, uint32_t point) {
  const auto add = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    add(point);
  } else if (point < 0x800) {
    add(0xC0U | (point >> 6U));
    add(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    add(0xE0U | (point >> 12U));
    add(0x80U | ((point >> 6U) & 0x3FU));
    add(0x80U | (point & 0x3FU));
  } else {
    add(0xF0U | (point >> 18U));
    add(0x80U | ((point >> 12U) & 0x3FU));
    add(0x80U | ((point >> 6U) & 0x3FU));
    add(0x80U | (point & 0x3FU));
  }
}

class JsonReader {
 public:
  JsonReader(std::string_view text, size_t most) : text_(text), most_(most) {}

  JsonValues read() {
    skip_blanks();
    if (peek() != '{' && peek() != '[') return {};
    while (step()) {
    }
    return failed_ ? JsonValues() : std::move(values_);
  }

 private:
  struct Level {
    bool array;
    size_t path_size;  // of the path up to here
    size_t index = 0;
  };

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  bool fail() {
    failed_ = true;
    return false;
  }

  // One value, or the end of an object or array; false when all is read or nothing fits.
  bool step() {
    skip_blanks();
    if (!levels_.empty() && (peek() == '}' || peek() == ']')) return close();
    if (!levels_.empty() && !enter_member()) return false;
    const char first = peek();
    if (first == '{' || first == '[') {
      if (levels_.size() == kMostLevels) return fail();
      ++at_;
      levels_.push_back({first == '[', path_.size()});
      return true;
    }
    return read_scalar() && behind_value();
  }

  // The path of the next member of the open object or array.
  bool enter_member() {
    Level& level = levels_.back();
    path_.resize(level.path_size);
    if (!path_.empty()) path_ += '.';
    if (level.array) {
      path_ += std::to_string(level.index++);
      return path_.size() <= kLongestPath || fail();
    }
    const auto name = read_string();
    if (!name) return fail();
    path_ += *name;
    if (path_.size() > kLongestPath) return fail();
    skip_blanks();
    if (peek() != ':') return fail();
    ++at_;
    skip_blanks();
    return true;
  }

  bool close() {
    if ((peek() == ']') != levels_.back().array) return fail();
    ++at_;
    levels_.pop_back();
    return levels_.empty() ? false : behind_value();
  }

  bool behind_value() {
    skip_blanks();
    if (peek() == ',') {
      ++at_;
      return true;
    }
    return peek() == '}' || peek() == ']' ? true : fail();
  }

  bool read_scalar() {
    std::optional<std::string> value;
    if (peek() == '"') {
      value = read_string();
    } else {
      const size_t end = text_.find_first_of(",]} \t\r\n", at_);
      if (end == std::string_view::npos || end == at_) return fail();
      value = std::string(text_.substr(at_, end - at_));
      at_ = end;
    }
    if (!value || values_.size() >= most_) return fail();
    if (*value == "null") return true;
    path_bytes_ += path_.size();
    if (path_bytes_ > kMostPathBytes) return fail();
    values_.emplace(path_, std::move(*value));
    return true;
  }

  std::optional<std::string> read_string() {
    if (peek() != '"') return std::nullopt;
    std::string out;
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return out;
      }
      if (c != '\\') {
        out += c;
      } else if (!read_escape(out)) {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  bool read_escape(std::string& out) {
    ++at_;
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    const size_t place = kNames.find(peek());
    if (peek() == 'u') return read_unit(out);
    if (place == std::string_view::npos || at_ >= text_.size()) return false;
    out += kMeant[place];
    return true;
  }

  std::optional<uint32_t> hex_unit(size_t at) const {
    if (at + 4 > text_.size()) return std::nullopt;
    uint32_t unit = 0;
    for (size_t i = at; i < at + 4; ++i) {
      const char c = to_lower(text_[i]);
      if (!is_digit(c) && (c < 'a' || c > 'f')) return std::nullopt;
      unit = unit * 16 + static_cast<uint32_t>(is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return unit;
  }

  // "u00e9", "ud83dude00" (a surrogate pair); at_ stays on the last digit.
  bool read_unit(std::string& out) {
    auto point = hex_unit(at_ + 1);
    if (!point) return false;
    at_ += 4;
    if (*point >= 0xD800 && *point < 0xE000) {
      const auto low = text_.substr(at_ + 1, 2) == "\\u" ? hex_unit(at_ + 3) : std::nullopt;
      if (*point < 0xDC00 && low && *low >= 0xDC00 && *low < 0xE000) {
        point = 0x10000 + ((*point - 0xD800) << 10U) + (*low - 0xDC00);
        at_ += 6;
      } else {
        point = 0xFFFD;
      }
    }
    append_utf8(out, *point);
    return true;
  }

  std::string_view text_;
  size_t most_;
  size_t at_ = 0;
  bool failed_ = false;
  std::string path_;
  size_t path_bytes_ = 0;  // of the values so far
  std::vector<Level> levels_;
  JsonValues values_;
};

}  // namespace

JsonValues read_json_values(std::string_view text, size_t most) {
  return JsonReader(text, most).read();
}

}  // namespace plainbounce
