#include "core/dsn/phrase_set.h"

#include <algorithm>

namespace plainbounce {

namespace {

constexpr size_t kLongestGap = 80;

bool begins_with(std::string_view text, std::string_view phrase) {
  while (true) {
    const size_t gap = std::min(phrase.find('*'), phrase.size());
    if (text.substr(0, gap) != phrase.substr(0, gap)) return false;
    if (gap == phrase.size()) return true;
    text.remove_prefix(gap);
    phrase.remove_prefix(gap + 1);
    const std::string_view word = phrase.substr(0, phrase.find('*'));
    const size_t next = text.substr(0, kLongestGap + word.size()).find(word);
    if (next == std::string_view::npos) return false;
    text.remove_prefix(next);
  }
}

}  // namespace

PhraseSet::PhraseSet(std::initializer_list<std::string_view> phrases) {
  for (const std::string_view phrase : phrases) phrases_[place_of(phrase)].push_back(phrase);
}

size_t PhraseSet::find(std::string_view text) const {
  for (size_t at = 0; at + 1 < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    const auto& here = phrases_[place_of(rest)];
    const bool found = std::any_of(here.begin(), here.end(), [&](std::string_view phrase) {
      return begins_with(rest, phrase);
    });
    if (found) return at;
  }
  return std::string_view::npos;
}

size_t PhraseSet::place_of(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text[1]);
  return (first * 37U + second) % kPlaces;
}

}  // namespace plainbounce
