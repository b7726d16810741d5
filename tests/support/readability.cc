#include "tests/support/readability.h"

#include <algorithm>
#include <cctype>

namespace plainbounce::testing {
namespace {

bool is_vowel(char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; }

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

bool ends_with_any(std::string_view text, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return ends_with(text, ending); });
}

bool is_link_or_code(std::string_view word) {
  if (word.find("://") != std::string_view::npos) return true;
  const auto dots = std::count(word.begin(), word.end(), '.');
  return dots >= 2 && std::all_of(word.begin(), word.end(), [](unsigned char c) {
           return std::isdigit(c) != 0 || std::ispunct(c) != 0;
         });
}

bool is_address(std::string_view word) {
  return word.size() > 1 && word.find('@') != std::string_view::npos;
}

bool has_letter_or_digit(std::string_view word) {
  return std::any_of(word.begin(), word.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c > 127 || c == '@'; });
}

bool ends_sentence(std::string_view word) { return ends_with_any(word, {".", "!", "?", ":"}); }

}  // namespace

double Readability::average_sentence() const {
  return sentences == 0 ? 0 : static_cast<double>(words) / static_cast<double>(sentences);
}

double Readability::grade() const {
  if (words == 0) return 0;
  return 0.39 * average_sentence() +
         11.8 * static_cast<double>(syllables) / static_cast<double>(words) - 15.59;
}

size_t syllables_of(std::string_view word) {
  std::string letters;
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalpha(byte) != 0) letters += static_cast<char>(std::tolower(byte));
  }
  size_t count = 0;
  bool inside = false;
  for (const char c : letters) {
    if (is_vowel(c) && !inside) ++count;
    inside = is_vowel(c);
  }
  const bool silent_e = ends_with(letters, "e") && !ends_with(letters, "le");
  const bool silent_es =
      ends_with(letters, "es") &&
      !ends_with_any(letters, {"ses", "xes", "zes", "ches", "shes", "ces", "ges"});
  const bool silent_ed = ends_with(letters, "ed") && !ends_with_any(letters, {"ted", "ded"});
  if ((silent_e || silent_es || silent_ed) && count > 1) --count;
  return std::max<size_t>(count, 1);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

Readability readability(const std::vector<std::string>& lines) {
  Readability result;
  for (const std::string& line : lines) {
    size_t sentence = 0;
    const auto end_sentence = [&] {
      if (sentence > 0) ++result.sentences;
      result.longest_sentence = std::max(result.longest_sentence, sentence);
      sentence = 0;
    };
    for (const std::string& word : words_of(line)) {
      if (has_letter_or_digit(word) && !is_link_or_code(word)) {
        ++sentence;
        ++result.words;
        result.syllables += is_address(word) ? 2 : syllables_of(word);
      }
      if (ends_sentence(word)) end_sentence();
    }
    end_sentence();
  }
  return result;
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace plainbounce::testing
