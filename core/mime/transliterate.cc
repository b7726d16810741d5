#include <algorithm>
#include <cstdint>
#include <iterator>

#include "core/base/utf8.h"
#include "core/mime/charset.h"

namespace plainbounce {

namespace {

struct Form {
  char32_t point;
  std::string_view ascii;
};

// Sorted. What is no accented Latin letter of the ranges below: letters of their own, marks,
// typographic signs. German umlauts as German writes them.
constexpr Form kForms[] = {
    {0xA0, " "},    {0xA1, "!"},      {0xA2, "c"},     {0xA3, "GBP"},  {0xA5, "JPY"},
    {0xA6, "|"},    {0xA7, "S"},      {0xA9, "(c)"},   {0xAA, "a"},    {0xAB, "\""},
    {0xAD, ""},     {0xAE, "(R)"},    {0xB0, "o"},     {0xB1, "+-"},   {0xB2, "2"},
    {0xB3, "3"},    {0xB4, "'"},      {0xB5, "u"},     {0xB7, "-"},    {0xB9, "1"},
    {0xBA, "o"},    {0xBB, "\""},     {0xBC, "1/4"},   {0xBD, "1/2"},  {0xBE, "3/4"},
    {0xBF, "?"},    {0xC4, "Ae"},     {0xC6, "AE"},    {0xD6, "Oe"},   {0xD7, "x"},
    {0xD8, "Oe"},   {0xDC, "Ue"},     {0xDE, "Th"},    {0xDF, "ss"},   {0xE4, "ae"},
    {0xE6, "ae"},   {0xF6, "oe"},     {0xF7, "/"},     {0xF8, "oe"},   {0xFC, "ue"},
    {0xFE, "th"},   {0x132, "IJ"},    {0x133, "ij"},   {0x149, "'n"},  {0x152, "OE"},
    {0x153, "oe"},  {0x192, "f"},     {0x218, "S"},    {0x219, "s"},   {0x21A, "T"},
    {0x21B, "t"},   {0x2BC, "'"},     {0x1E9E, "SS"},  {0x2002, " "},  {0x2003, " "},
    {0x2009, " "},  {0x200B, ""},     {0x200C, ""},    {0x200D, ""},   {0x200E, ""},
    {0x200F, ""},   {0x2010, "-"},    {0x2011, "-"},   {0x2012, "-"},  {0x2013, "-"},
    {0x2014, "-"},  {0x2015, "-"},    {0x2018, "'"},   {0x2019, "'"},  {0x201A, "'"},
    {0x201B, "'"},  {0x201C, "\""},   {0x201D, "\""},  {0x201E, "\""}, {0x201F, "\""},
    {0x2020, "+"},  {0x2022, "*"},    {0x2026, "..."}, {0x202F, " "},  {0x2032, "'"},
    {0x2033, "\""}, {0x2039, "'"},    {0x203A, "'"},   {0x2044, "/"},  {0x20AC, "EUR"},
    {0x2116, "No"}, {0x2122, "(TM)"}, {0x2190, "<-"},  {0x2192, "->"}, {0x2212, "-"},
    {0x2260, "!="}, {0x2264, "<="},   {0x2265, ">="},  {0x3000, " "},  {0xFEFF, ""},
};

// Bare letters of U+00C0 to U+00FF and U+0100 to U+017F; "?" where kForms has the answer.
constexpr std::string_view kLatin1Letters =
    "AAAA?A?CEEEEIIIIDNOOOO???UUU?Y??aaaa?a?ceeeeiiiidnoooo???uuu?y?y";
constexpr std::string_view kExtendedLetters =
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIi??JjKkkLlLlLlLlLlNnNnNn?NnOoOoOo??RrRrRrSsSs"
    "SsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
static_assert(kLatin1Letters.size() == 0x40);
static_assert(kExtendedLetters.size() == 0x80);

char letter_of(char32_t point) {
  if (point >= 0xC0 && point <= 0xFF) return kLatin1Letters[point - 0xC0];
  if (point >= 0x100 && point <= 0x17F) return kExtendedLetters[point - 0x100];
  return '?';
}

bool is_combining(char32_t point) { return point >= 0x300 && point <= 0x36F; }

// A diaeresis of its own behind a, o or u makes the umlaut that the letter in one piece would be.
bool takes_diaeresis(char letter) {
  constexpr std::string_view kUmlauts = "aouAOU";
  return kUmlauts.find(letter) != std::string_view::npos;
}

void append_form(std::string& out, char32_t point) {
  const auto* const found =
      std::lower_bound(std::begin(kForms), std::end(kForms), point,
                       [](const Form& form, char32_t wanted) { return form.point < wanted; });
  if (found != std::end(kForms) && found->point == point) {
    out += found->ascii;
  } else {
    out += letter_of(point);
  }
}

}  // namespace

std::string transliterate_to_ascii(std::string_view text) {
  constexpr char32_t kDiaeresis = 0x308;
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    at += point ? point->size : 1;
    if (!point) {
      out += '?';
    } else if (point->value < 0x80) {
      out += static_cast<char>(point->value);
    } else if (is_combining(point->value)) {
      if (point->value == kDiaeresis && !out.empty() && takes_diaeresis(out.back())) out += 'e';
    } else {
      append_form(out, point->value);
    }
  }
  return out;
}

}  // namespace plainbounce
