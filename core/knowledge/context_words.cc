#include "core/knowledge/context_words.h"

#include <array>
#include <cstddef>

namespace plainbounce {
namespace {

using std::string_view;

struct MeantWord {
  string_view word;
  Meaning meaning = Meaning::kNone;
};
constexpr auto kWords = std::to_array<MeantWord>({
    {"not", Meaning::kNegation},
    {"never", Meaning::kNegation},
    {"cannot", Meaning::kNegation},
    {"neither", Meaning::kNegation},
    {"nicht", Meaning::kNegation},
    {"nie", Meaning::kNegation},
    {"kein", Meaning::kNegation},
    {"keine", Meaning::kNegation},
    {"keinen", Meaning::kNegation},
    {"non", Meaning::kNegation},
    {"ne", Meaning::kNegation},
    {"pas", Meaning::kNegation},
    {"n\u00e3o", Meaning::kNegation},
    {"nao", Meaning::kNegation},
    {"niet", Meaning::kNegation},
    {"geen", Meaning::kNegation},
    {"inte", Meaning::kNegation},
    {"ikke", Meaning::kNegation},
    {"nen\u00ed", Meaning::kNegation},
    {"\u043d\u0435", Meaning::kNegation},  // "не"
    {"may", Meaning::kGuess},
    {"might", Meaning::kGuess},
    {"could", Meaning::kGuess},
    {"can", Meaning::kGuess},
    {"perhaps", Meaning::kGuess},
    {"possibly", Meaning::kGuess},
    {"probably", Meaning::kGuess},
    {"maybe", Meaning::kGuess},
    {"usually", Meaning::kGuess},
    {"typically", Meaning::kGuess},
    {"vielleicht", Meaning::kGuess},
    {"m\u00f6glicherweise", Meaning::kGuess},
    {"eventuell", Meaning::kGuess},
    {"forse", Meaning::kGuess},
    {"quiz\u00e1s", Meaning::kGuess},
    {"if", Meaning::kCondition},
    {"unless", Meaning::kCondition},
    {"whether", Meaning::kCondition},
    {"otherwise", Meaning::kCondition},
    {"wenn", Meaning::kCondition},
    {"falls", Meaning::kCondition},
    {"sofern", Meaning::kCondition},
    {"sollte", Meaning::kCondition},
    {"a", Meaning::kFiller},
    {"an", Meaning::kFiller},
    {"the", Meaning::kFiller},
    {"any", Meaning::kFiller},
    {"be", Meaning::kFiller},
    {"been", Meaning::kFiller},
    {"being", Meaning::kFiller},
    {"yet", Meaning::kFiller},
    {"currently", Meaning::kFiller},
    {"already", Meaning::kFiller},
    {"actually", Meaning::kFiller},
    {"really", Meaning::kFiller},
    {"temporarily", Meaning::kFiller},
    {"on", Meaning::kFiller},
    {"our", Meaning::kFiller},
    {"because", Meaning::kFiller},
    {"due", Meaning::kFiller},
    {"to", Meaning::kFiller},
    {"as", Meaning::kFiller},
    {"is", Meaning::kFiller},
    {"are", Meaning::kFiller},
    {"known", Meaning::kFiller},
    {"considered", Meaning::kFiller},
    {"identified", Meaning::kFiller},
    {"classified", Meaning::kFiller},
    {"recognized", Meaning::kFiller},
    {"recognised", Meaning::kFiller},
    {"detected", Meaning::kFiller},
    {"flagged", Meaning::kFiller},
    {"think", Meaning::kFiller},
    {"believe", Meaning::kFiller},
    {"this", Meaning::kFiller},
    // "non è piena", "no está lleno", "nie jest pełna", "n'est pas du spam"
    {"\u00e8", Meaning::kFiller},
    {"e'", Meaning::kFiller},
    {"stata", Meaning::kFiller},
    {"stato", Meaning::kFiller},
    {"ancora", Meaning::kFiller},
    {"est\u00e1", Meaning::kFiller},
    {"esta", Meaning::kFiller},
    {"es", Meaning::kFiller},
    {"\u00e9", Meaning::kFiller},
    {"jest", Meaning::kFiller},
    {"du", Meaning::kFiller},
    {"un", Meaning::kFiller},
    {"una", Meaning::kFiller},
    {"ein", Meaning::kFiller},
    {"eine", Meaning::kFiller},
    {"einen", Meaning::kFiller},
    {"or", Meaning::kOr},
    {"and/or", Meaning::kOr},
    {"oder", Meaning::kOr},
    {"ou", Meaning::kOr},
    {"o", Meaning::kOr},
    {"oppure", Meaning::kOr},
    {"subject", Meaning::kQuoter},
    {"title", Meaning::kQuoter},
    {"word", Meaning::kQuoter},
    {"words", Meaning::kQuoter},
    {"phrase", Meaning::kQuoter},
    {"text", Meaning::kQuoter},
    {"term", Meaning::kQuoter},
    {"contains", Meaning::kQuoter},
});

// A hash table: most words are none of these, which one look tells.
class MeantWords {
 public:
  constexpr MeantWords() {
    for (const MeantWord& one : kWords) {
      size_t slot = slot_of(one.word);
      while (!slots_[slot].word.empty()) slot = (slot + 1) % kSlots;
      slots_[slot] = one;
    }
  }
  [[nodiscard]] Meaning meaning_of(string_view word) const {
    if (word.empty()) return Meaning::kNone;
    for (size_t slot = slot_of(word); !slots_[slot].word.empty(); slot = (slot + 1) % kSlots) {
      if (slots_[slot].word == word) return slots_[slot].meaning;
    }
    return Meaning::kNone;
  }

 private:
  static constexpr size_t kSlots = 1024;
  static constexpr size_t slot_of(string_view word) {
    const auto byte = [word](size_t at) { return size_t{static_cast<unsigned char>(word[at])}; };
    return (byte(0) * 37 + byte(word.size() / 2) * 11 + byte(word.size() - 1) * 101 +
            word.size() * 211) %
           kSlots;
  }
  std::array<MeantWord, kSlots> slots_{};
};
constexpr MeantWords kMeantWords;

}  // namespace

Meaning meaning_of(string_view word) { return kMeantWords.meaning_of(word); }

bool is_word_byte(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  return letter || c == '\'' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

string_view take_last_word(string_view& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '"')) text.remove_suffix(1);
  size_t begin = text.size();
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  const string_view word = text.substr(begin);
  text.remove_suffix(word.size());
  return word;
}

}  // namespace plainbounce
