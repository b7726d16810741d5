#include "tests/unit/core/knowledge_text/limits.h"

#include <algorithm>
#include <set>
#include <vector>

#include "core/base/ascii.h"
#include "core/explain/word_limit.h"
#include "tests/support/readability.h"
#include "tests/unit/core/knowledge_text/notes.h"

namespace plainbounce::testing {
namespace {

constexpr size_t kMostTitleWords = 6;
constexpr size_t kMostActions = 3;
constexpr double kMostAverageSentence = 15;

std::string lower(const std::string& text) {
  std::string out = text;
  for (char& c : out) c = to_lower(c);
  return out;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// Without the marks around it.
std::string bare(const std::string& word) {
  const auto is_inside = [](char c) { return is_alpha(c) || is_digit(c); };
  const auto begin = std::find_if(word.begin(), word.end(), is_inside);
  const auto end = std::find_if(word.rbegin(), std::make_reverse_iterator(begin), is_inside);
  return {begin, end.base()};
}

// "5.7.1"
bool is_code(const std::string& word) {
  return std::count(word.begin(), word.end(), '.') == 2 &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

struct WordList {
  std::set<std::string> words;
  std::vector<std::string> beginnings;
};

const WordList& words_to_avoid(std::string_view language) {
  static const WordList kEnglish = {
      {"mta",   "mtas",   "dsn",     "dsns",    "ndr",     "smtp",   "rfc",   "host",
       "hosts", "daemon", "please",  "invalid", "illegal", "bad",    "oops",  "unfortunately",
       "sorry", "server", "servers", "email",   "emails",  "e-mail", "fault", "blame"},
      {"relay", "inbox", "apolog", "postmaster", "reject"}};
  static const WordList kGerman = {
      {"mta", "mtas", "dsn", "dsns", "ndr", "smtp", "rfc", "host", "hosts", "daemon", "bitte",
       "leider", "hoppla", "schuld", "domain", "email", "emails", "mails", "account"},
      {"relay", "inbox", "postmaster", "server", "mailserver", "ungültig", "unzulässig",
       "entschuldig", "bedauer", "illegal", "statuscode", "fehlercode"}};
  return language == "de" ? kGerman : kEnglish;
}

}  // namespace

std::string forbidden_in(const std::string& text, std::string_view language) {
  const WordList& list = words_to_avoid(language);
  if (text.find('!') != std::string::npos) return "!";
  if (lower(text).find("enhanced status") != std::string::npos) return "enhanced status";
  for (const std::string& with_marks : words_of(text)) {
    const std::string word = bare(with_marks);
    if (word.find('@') != std::string::npos) continue;
    const std::string small = lower(word);
    if (list.words.count(small) != 0 || is_code(small)) return word;
    for (const std::string& beginning : list.beginnings) {
      if (small.rfind(beginning, 0) == 0) return word;
    }
    if (word.size() > 1 && word != "UTC" && std::all_of(word.begin(), word.end(), is_upper))
      return word;
  }
  return {};
}

std::string broken_limit(const LanguageNote& note) {
  const std::vector<std::string> lines = lines_of(note);
  const Readability measured = readability(lines);
  if (count_words(note) > kMostWords) return "words: " + std::to_string(count_words(note));
  if (measured.longest_sentence > kMostSentence)
    return "longest sentence: " + std::to_string(measured.longest_sentence);
  if (measured.average_sentence() > kMostAverageSentence)
    return "average sentence: " + std::to_string(measured.average_sentence());
  if (note.language == "en" && measured.grade() > kHighestGrade)
    return "grade: " + std::to_string(measured.grade());
  for (const Explanation& explanation : note.explanations) {
    if (words_of(explanation.title).size() > kMostTitleWords) return "title is too long";
    if (explanation.actions.size() > kMostActions) return "too many actions";
  }
  if (note.explanations.front().actions.empty()) return "no action";
  if (note.explanations.front().outlook.empty()) return "no outlook";
  if (joined(lines).find_first_of("{}") != std::string::npos) return "a placeholder is left";
  const std::string word = forbidden_in(joined(lines), note.language);
  if (!word.empty()) return "not allowed: " + word;
  return {};
}

}  // namespace plainbounce::testing
