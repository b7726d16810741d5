#include "core/mime/content_type.h"

#include <algorithm>
#include <map>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/mime/charset.h"

namespace plainbounce {

namespace {

constexpr size_t kMaxSection = 999;  // "name*999"
constexpr size_t kUsualParameters = 3;

// Reads the pieces of a structured field value (RFC 2045 section 5.1, RFC 822 comments).
class FieldReader {
 public:
  explicit FieldReader(std::string_view value) : value_(value) {}

  [[nodiscard]] bool at_end() const { return at_ >= value_.size(); }
  [[nodiscard]] bool at(char c) const { return !at_end() && value_[at_] == c; }

  bool take(char c) {
    if (!at(c)) return false;
    ++at_;
    return true;
  }

  void skip_blanks_and_comments() {
    while (!at_end() && (is_space(value_[at_]) || value_[at_] == '(')) {
      if (value_[at_] == '(') {
        skip_comment();
      } else {
        ++at_;
      }
    }
  }

  // Up to the next blank, comment or character of `stops`.
  std::string_view take_until(std::string_view stops) {
    const size_t begin = at_;
    const auto goes_on = [&](char c) {
      return is_alpha(c) || (!is_space(c) && c != '(' && stops.find(c) == std::string_view::npos);
    };
    while (!at_end() && goes_on(value_[at_])) ++at_;
    return value_.substr(begin, at_ - begin);
  }

  // What stands between the quotes, escapes undone; a string that is never closed ends the value.
  std::string take_quoted() {
    ++at_;
    const size_t quote = std::min(value_.find('"', at_), value_.size());
    const std::string_view text = value_.substr(at_, quote - at_);
    std::string out(text.substr(0, text.find('\\')));
    for (at_ += out.size(); !at_end() && value_[at_] != '"'; ++at_) {
      if (value_[at_] == '\\' && at_ + 1 < value_.size()) ++at_;
      out += value_[at_];
    }
    take('"');
    return out;
  }

  void skip_to_semicolon() {
    while (!at_end() && value_[at_] != ';') {
      if (value_[at_] == '"') {
        take_quoted();
      } else {
        ++at_;
      }
    }
  }

 private:
  void skip_comment() {
    size_t depth = 0;
    while (!at_end()) {
      const char c = value_[at_++];
      if (c == '\\' && !at_end()) ++at_;
      if (c == '(') ++depth;
      if (c == ')' && --depth == 0) return;
    }
  }

  std::string_view value_;
  size_t at_ = 0;
};

// One "name=value" as it stands, and what RFC 2231 reads out of the name.
struct RawParameter {
  std::string name;
  std::optional<size_t> section;  // "name*0", and "name*" as 0
  bool encoded = false;           // "name*", "name*0*"
  std::string value;
};

std::vector<RawParameter> as_raw(const std::vector<std::pair<std::string, std::string>>& plain) {
  std::vector<RawParameter> raw;
  raw.reserve(plain.size());
  for (const auto& [name, value] : plain) raw.push_back({name, std::nullopt, false, value});
  return raw;
}

void read_sections(RawParameter& parameter) {
  std::string_view name = parameter.name;
  const size_t star = name.find('*');
  if (star == std::string_view::npos || star == 0) return;
  std::string_view rest = name.substr(star + 1);
  if (rest.empty() || rest.back() == '*') {
    parameter.encoded = true;
    if (!rest.empty()) rest.remove_suffix(1);
  }
  size_t section = 0;
  for (const char c : rest) {
    if (!is_digit(c) || section > kMaxSection) return;
    section = section * 10 + static_cast<size_t>(c - '0');
  }
  parameter.section = section;
  parameter.name = std::string(name.substr(0, star));
}

// Nothing for what is no "name=value"; the reader then stands at the next semicolon or the end.
std::optional<RawParameter> read_parameter(FieldReader& reader) {
  RawParameter parameter;
  parameter.name = to_lower(reader.take_until("=;\""));
  reader.skip_blanks_and_comments();
  if (parameter.name.empty() || !reader.take('=')) {
    reader.skip_to_semicolon();
    return std::nullopt;
  }
  reader.skip_blanks_and_comments();
  parameter.value = reader.at('"') ? reader.take_quoted() : std::string(reader.take_until(";"));
  read_sections(parameter);
  return parameter;
}

std::string decode_percents(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? hex_byte(text, i + 1) : std::nullopt;
    out += byte ? *byte : text[i];
    if (byte) i += 2;
  }
  return out;
}

// Puts the sections of one name together, up to the first that is missing (RFC 2231 section 3);
// nothing when the first one is.
std::optional<std::string> join_sections(const std::map<size_t, RawParameter>& sections) {
  std::string bytes;
  std::string charset;
  size_t expected = 0;
  for (const auto& [number, section] : sections) {
    if (number != expected++) break;
    std::string_view text = section.value;
    if (number == 0 && section.encoded) {
      const size_t charset_end = text.find('\'');
      const size_t language_end =
          charset_end == std::string_view::npos ? charset_end : text.find('\'', charset_end + 1);
      if (language_end != std::string_view::npos) {
        charset = text.substr(0, charset_end);
        text.remove_prefix(language_end + 1);
      }
    }
    bytes += section.encoded ? decode_percents(text) : std::string(text);
  }
  if (sections.count(0) == 0) return std::nullopt;
  if (charset.empty()) return bytes;
  const auto converted = to_utf8(bytes, charset);
  return converted ? *converted : guess_utf8(bytes);
}

// The parameters in the order of their first mention; a sectioned or encoded form of a name takes
// the place of a plain one, which is there for programs that do not know RFC 2231.
std::vector<std::pair<std::string, std::string>> put_together(std::vector<RawParameter> raw) {
  std::map<std::string, std::map<size_t, RawParameter>, std::less<>> sectioned;
  for (const RawParameter& parameter : raw) {
    if (parameter.section) sectioned[parameter.name].try_emplace(*parameter.section, parameter);
  }
  std::vector<std::pair<std::string, std::string>> out;
  out.reserve(raw.size());
  for (RawParameter& parameter : raw) {
    const auto found = sectioned.find(parameter.name);
    auto joined = found == sectioned.end() ? std::nullopt : join_sections(found->second);
    if (!joined) {
      if (!parameter.section) {
        out.emplace_back(std::move(parameter.name), std::move(parameter.value));
      }
      continue;
    }
    out.emplace_back(std::move(parameter.name), *std::move(joined));
    found->second.clear();
  }
  return out;
}

}  // namespace

bool ContentType::is(std::string_view wanted_type, std::string_view wanted_subtype) const {
  return type == wanted_type && subtype == wanted_subtype;
}

std::optional<std::string> ContentType::parameter(std::string_view name) const {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found == parameters.end()) return std::nullopt;
  return found->second;
}

std::optional<ContentType> parse_content_type(std::string_view value) {
  FieldReader reader(value);
  ContentType out;
  reader.skip_blanks_and_comments();
  out.type = to_lower(reader.take_until("/;=\""));
  reader.skip_blanks_and_comments();
  if (!reader.take('/')) return std::nullopt;
  reader.skip_blanks_and_comments();
  out.subtype = to_lower(reader.take_until("/;=\""));
  if (out.type.empty() || out.subtype.empty()) return std::nullopt;
  std::vector<RawParameter> raw;  // from the first section on, all of them
  while (!reader.at_end()) {
    reader.skip_blanks_and_comments();
    if (reader.take(';')) continue;
    if (reader.at_end()) break;
    auto parameter = read_parameter(reader);
    if (!parameter) continue;
    if (raw.empty() && !parameter->section) {
      if (out.parameters.empty()) out.parameters.reserve(kUsualParameters);
      out.parameters.emplace_back(std::move(parameter->name), std::move(parameter->value));
      continue;
    }
    if (raw.empty()) raw = as_raw(std::exchange(out.parameters, {}));
    raw.push_back(std::move(*parameter));
  }
  if (!raw.empty()) out.parameters = put_together(std::move(raw));
  return out;
}

}  // namespace plainbounce
