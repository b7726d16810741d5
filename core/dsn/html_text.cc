#include "core/dsn/html_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/base/utf8.h"

namespace plainbounce {

namespace {

bool breaks_line(std::string_view tag) {
  static constexpr std::array<std::string_view, 14> kBlocks = {
      "br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "table", "hr", "pre"};
  return std::any_of(kBlocks.begin(), kBlocks.end(),
                     [&](std::string_view block) { return equals_ignoring_case(tag, block); });
}

std::string_view tag_name(std::string_view tag) {
  if (!tag.empty() && tag.front() == '/') tag.remove_prefix(1);
  size_t end = 0;
  while (end < tag.size() && (is_alpha(tag[end]) || is_digit(tag[end]))) ++end;
  return tag.substr(0, end);
}

// "#233" or "#xE9"; control characters and what is no character give a blank.
std::string numeric_reference(std::string_view digits) {
  const bool hex = !digits.empty() && to_lower(digits.front()) == 'x';
  if (hex) digits.remove_prefix(1);
  uint32_t point = 0;
  for (const char c : digits) {
    const char low = to_lower(c);
    uint32_t digit = 16;
    if (is_digit(c)) digit = static_cast<uint32_t>(c - '0');
    if (hex && low >= 'a' && low <= 'f') digit = static_cast<uint32_t>(low - 'a') + 10;
    if (digit > (hex ? 15U : 9U) || point > 0x10FFFF) return " ";
    point = point * (hex ? 16 : 10) + digit;
  }
  const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
  if (control || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) return " ";
  std::string out;
  append_utf8(out, point);
  return out;
}

std::optional<std::string> character_reference(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNames = {
      {{"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", " "}}};
  if (name.size() > 1 && name.front() == '#') return numeric_reference(name.substr(1));
  for (const auto& [known, text] : kNames) {
    if (name == known) return std::string(text);
  }
  return std::nullopt;
}

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view html) : html_(html) {}

  std::string read() {
    while (at_ < html_.size()) {
      if (html_[at_] == '<') {
        skip_tag();
      } else if (html_[at_] == '&') {
        take_reference();
      } else {
        put(html_[at_++]);
      }
    }
    return std::string(trim(out_));
  }

 private:
  void put(char c) {
    if (!is_space(c)) {
      out_ += c;
    } else if (!out_.empty() && !is_space(out_.back())) {
      out_ += ' ';
    }
  }

  void skip_tag() {
    if (html_.substr(at_, 4) == "<!--") {
      const size_t end = html_.find("-->", at_ + 4);
      at_ = end == std::string_view::npos ? html_.size() : end + 3;
      return;
    }
    const size_t close = html_.find('>', at_);
    if (close == std::string_view::npos) {
      at_ = html_.size();
      return;
    }
    const std::string_view tag = html_.substr(at_ + 1, close - at_ - 1);
    const std::string_view name = tag_name(tag);
    at_ = close + 1;
    if (breaks_line(name) && !out_.empty() && out_.back() != '\n') out_ += '\n';
    const bool opens = tag.empty() || tag.front() != '/';
    if (opens && (equals_ignoring_case(name, "td") || equals_ignoring_case(name, "th"))) put(' ');
    if (opens && equals_ignoring_case(name, "script")) skip_element("</script");
    if (opens && equals_ignoring_case(name, "style")) skip_element("</style");
  }

  void skip_element(std::string_view end_tag) {
    const size_t end = find_ignoring_case(html_, end_tag, at_);
    at_ = end == std::string_view::npos ? html_.size() : end;
  }

  void take_reference() {
    const std::string_view ahead = html_.substr(at_ + 1, 24);
    const size_t semicolon = ahead.find(';');
    if (semicolon != std::string_view::npos) {
      if (const auto text = character_reference(ahead.substr(0, semicolon))) {
        for (const char c : *text) put(c);
        at_ += semicolon + 2;
        return;
      }
    }
    put(html_[at_++]);
  }

  std::string_view html_;
  size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string text_of_html(std::string_view html) { return HtmlReader(html).read(); }

}  // namespace plainbounce
