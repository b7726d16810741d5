#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ascii.h"
#include "core/explain/explainer.h"

namespace plainbounce {
namespace {

constexpr size_t kMostWishes = 50;
constexpr size_t kMostLanguages = 2;

struct Wish {
  std::string tag;     // lower case: "de-at"
  int quality = 1000;  // thousandths
};

// "0.8" as thousandths (RFC 9110 section 12.4.2); what is no such number is 0.
int read_quality(std::string_view text) {
  text = trim(text);
  if (text.empty() || (text[0] != '0' && text[0] != '1')) return 0;
  const int whole = (text[0] - '0') * 1000;
  if (text.size() == 1) return whole;
  if (text[1] != '.' || text.size() > 5) return 0;
  int fraction = 0;
  int weight = 100;
  for (const char c : text.substr(2)) {
    if (!is_digit(c)) return 0;
    fraction += (c - '0') * weight;
    weight /= 10;
  }
  return std::min(whole + fraction, 1000);
}

Wish read_wish(std::string_view item) {
  Wish wish;
  const size_t semicolon = item.find(';');
  wish.tag = to_lower(trim(item.substr(0, semicolon)));
  if (semicolon == std::string_view::npos) return wish;
  const std::string_view parameter = trim(item.substr(semicolon + 1));
  const size_t equals = parameter.find('=');
  if (equals != std::string_view::npos &&
      equals_ignoring_case(trim(parameter.substr(0, equals)), "q"))
    wish.quality = read_quality(parameter.substr(equals + 1));
  return wish;
}

// Accept-Language and Content-Language of RFC 3282, the most wanted first.
std::vector<Wish> read_wishes(std::string_view value) {
  std::vector<Wish> wishes;
  size_t begin = 0;
  while (begin <= value.size() && wishes.size() < kMostWishes) {
    const size_t comma = std::min(value.find(',', begin), value.size());
    Wish wish = read_wish(value.substr(begin, comma - begin));
    if (!wish.tag.empty() && wish.quality > 0) wishes.push_back(std::move(wish));
    begin = comma + 1;
  }
  std::stable_sort(wishes.begin(), wishes.end(),
                   [](const Wish& a, const Wish& b) { return a.quality > b.quality; });
  return wishes;
}

std::string_view primary_of(std::string_view tag) { return tag.substr(0, tag.find('-')); }

// The language that fits a wish: the same tag, else one of the same primary language.
std::optional<std::string> language_for(std::string_view tag,
                                        const std::vector<std::string>& languages) {
  for (const std::string& language : languages) {
    if (equals_ignoring_case(language, tag)) return language;
  }
  for (const std::string& language : languages) {
    if (equals_ignoring_case(primary_of(language), primary_of(tag))) return language;
  }
  return std::nullopt;
}

std::optional<std::string> first_wish_fulfilled(const std::optional<std::string>& field,
                                                const std::vector<std::string>& languages) {
  if (!field) return std::nullopt;
  for (const Wish& wish : read_wishes(*field)) {
    std::optional<std::string> language = language_for(wish.tag, languages);
    if (language) return language;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> choose_languages(const KnowledgeBase& knowledge,
                                          const DeliveryReport& report,
                                          const ReaderSettings& settings, bool choose_by_reader) {
  const bool wishes =
      report.original && (report.original->accept_language || report.original->content_language);
  if (choose_by_reader && wishes) {
    const std::vector<std::string> known = knowledge.languages();
    std::optional<std::string> wished =
        first_wish_fulfilled(report.original->accept_language, known);
    if (!wished) wished = first_wish_fulfilled(report.original->content_language, known);
    if (wished) return {*wished};
  }
  std::vector<std::string> chosen;
  for (const std::string& language : settings.languages) {
    const bool new_one = std::find(chosen.begin(), chosen.end(), language) == chosen.end();
    if (new_one && chosen.size() < kMostLanguages && knowledge.texts(language) != nullptr)
      chosen.push_back(language);
  }
  return chosen;
}

}  // namespace plainbounce
