#include "core/base/clean_text.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/base/utf8.h"

namespace plainbounce {

namespace {

struct PointRange {
  char32_t first;
  char32_t last;
};

constexpr PointRange kHidden[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},
    {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},
    {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F},
};

// The scheme of a web address that is not made harmless yet.
bool ends_with_live_scheme(std::string_view text) {
  if (text.empty() || !(is_alpha(text.back()) || is_digit(text.back()))) return false;
  return !ends_with_ignoring_case(text, "hxxp") && !ends_with_ignoring_case(text, "hxxps");
}

bool begins_word(std::string_view text, size_t at) {
  if (at == 0) return true;
  const char before = text[at - 1];
  return !is_alpha(before) && !is_digit(before) &&
         std::string_view(".-_@/").find(before) == std::string_view::npos;
}

// Nothing is to be cleaned.
bool is_clean(std::string_view text) {
  return printable_size(text) == text.size() && is_single_spaced(text);
}

}  // namespace

bool is_hidden_character(char32_t point) {
  return std::any_of(std::begin(kHidden), std::end(kHidden), [&](const PointRange& range) {
    return point >= range.first && point <= range.last;
  });
}

std::string clean_text(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes && is_clean(text)) return std::string(text);
  std::string out;
  out.reserve(std::min(text.size(), max_bytes));
  bool blank_due = false;
  size_t i = 0;
  while (i < text.size()) {
    const std::string_view word = text.substr(i, visible_size(text.substr(i)));
    if (!word.empty()) {
      const size_t used = out.size() + (blank_due ? 1 : 0);
      const size_t fitting = std::min(word.size(), max_bytes - std::min(max_bytes, used));
      if (fitting > 0 && blank_due) out += ' ';
      blank_due = false;
      out += word.substr(0, fitting);
      if (fitting < word.size()) return out + "...";
      i += word.size();
      continue;
    }
    const auto point = code_point_at(text, i);
    const std::string_view character = text.substr(i, point ? point->size : 1);
    i += character.size();
    if (point && (point->value == U' ' || is_hidden_character(point->value))) {
      blank_due = !out.empty();
      continue;
    }
    const std::string_view shown = point ? character : std::string_view("\uFFFD");
    if (out.size() + (blank_due ? 1 : 0) + shown.size() > max_bytes) return out + "...";
    if (blank_due) out += ' ';
    blank_due = false;
    out += shown;
  }
  return out;
}

std::string defuse_links(std::string text) {
  const std::string_view given = text;
  if (given.find("://") == std::string_view::npos &&
      find_ignoring_case(given, "www.") == std::string_view::npos) {
    return text;
  }
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = given.substr(i);
    if (starts_with_ignoring_case(rest, "http://") || starts_with_ignoring_case(rest, "https://")) {
      out += "hxxp";
      i += 3;
    } else if (rest.starts_with("://") && ends_with_live_scheme(out)) {
      out += "[:]";
    } else if (starts_with_ignoring_case(rest, "www.") && begins_word(out, out.size())) {
      out += rest.substr(0, 3);
      out += "[.]";
      i += 3;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace plainbounce
