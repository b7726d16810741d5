#include "core/knowledge/phrase_context.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using std::string_view;

constexpr size_t kLookedBack = 200;  // bytes
constexpr size_t kMostFillers = 4;

constexpr std::array<string_view, 9> kNegations = {"not", "never", "cannot", "neither", "nicht",
                                                   "nie", "kein",  "keine",  "keinen"};
constexpr std::array<string_view, 8> kGuesses = {"may",     "might",    "could",    "can",
                                                 "perhaps", "possibly", "probably", "maybe"};
constexpr std::array<string_view, 6> kConditions = {"if",        "unless", "whether",
                                                    "otherwise", "wenn",   "falls"};
// Words that may stand between one of the above and what it is said of.
constexpr std::array<string_view, 29> kFillers = {
    "a",           "an",         "the",        "any",      "be",         "been",
    "being",       "yet",        "currently",  "already",  "actually",   "really",
    "temporarily", "on",         "our",        "because",  "due",        "to",
    "as",          "is",         "are",        "known",    "considered", "identified",
    "classified",  "recognized", "recognised", "detected", "flagged"};
// Words before a quotation that is somebody else's.
constexpr std::array<string_view, 8> kQuoters = {"subject", "title", "word", "words",
                                                 "phrase",  "text",  "term", "contains"};

template <size_t N>
bool is_one_of(const std::array<string_view, N>& words, string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_word_byte(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  return letter || c == '\'' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
}

// Takes the last word off a text; empty where something else than a blank or a quotation mark
// stands behind it.
string_view take_last_word(string_view& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '"')) text.remove_suffix(1);
  size_t begin = text.size();
  while (begin > 0 && is_word_byte(text[begin - 1])) --begin;
  const string_view word = text.substr(begin);
  text.remove_suffix(word.size());
  return word;
}

bool is_negation(string_view word, string_view before) {
  if (is_one_of(kNegations, word)) return true;
  if (word.ends_with("n't") || word.ends_with("n\u2019t")) return true;
  return word == "longer" && take_last_word(before) == "no";
}

// What is said right before the phrase, over at most a few filler words.
PhraseContext said_before(string_view before) {
  bool had = false;  // "may have exceeded", but "does not have a PTR record" names what is missing
  for (size_t i = 0; i <= kMostFillers; ++i) {
    const string_view word = take_last_word(before);
    if (word.empty()) break;
    if (!had && is_negation(word, before)) return PhraseContext::kNotSaid;
    if (is_one_of(kGuesses, word)) return PhraseContext::kGuessed;
    if (word == "have") {
      had = true;
    } else if (!is_one_of(kFillers, word)) {
      break;
    }
  }
  return PhraseContext::kStated;
}

bool ends_clause(string_view text, size_t at) {
  constexpr string_view kMarks = ".,;:!?()[]";
  if (kMarks.find(text[at]) == string_view::npos) return false;
  return at + 1 >= text.size() || text[at + 1] == ' ' || text[at] == '(' || text[at] == '[';
}

string_view clause_before(string_view before) {
  for (size_t at = before.size(); at-- > 0;) {
    if (ends_clause(before, at)) return before.substr(at + 1);
  }
  return before;
}

bool is_conditional(string_view clause) {
  while (!clause.empty()) {
    const size_t end = std::min(clause.find(' '), clause.size());
    if (is_one_of(kConditions, clause.substr(0, end))) return true;
    clause.remove_prefix(std::min(end + 1, clause.size()));
  }
  return false;
}

// "user unknown" in 'contains the words "user unknown"'.
bool is_quotation(string_view before) {
  if (std::count(before.begin(), before.end(), '"') % 2 == 0) return false;
  string_view opening = before.substr(0, before.rfind('"'));
  while (opening.ends_with(' ') || opening.ends_with(':')) opening.remove_suffix(1);
  return is_one_of(kQuoters, take_last_word(opening));
}

// "quota" in "<over-quota@example.org>".
bool is_in_address(string_view text, size_t begin, size_t end) {
  const string_view phrase = text.substr(begin, end - begin);
  // Scripts without blanks write a sentence right up to the address.
  if (phrase.find_first_of("@ ") != string_view::npos || !is_ascii(phrase)) return false;
  const auto is_bound = [](char c) {
    return string_view(" <>()[]:;,").find(c) != string_view::npos;
  };
  while (begin > 0 && !is_bound(text[begin - 1])) --begin;
  while (end < text.size() && !is_bound(text[end])) ++end;
  const string_view word = text.substr(begin, end - begin);
  return word.find('@') != string_view::npos && !word.starts_with("//");
}

}  // namespace

PhraseContext context_of_phrase(string_view text, size_t begin, size_t end) {
  // Not from within a word: the end of "motif" is no "if".
  const size_t from =
      begin > kLookedBack ? std::min(text.find(' ', begin - kLookedBack - 1), begin) : 0;
  const string_view near = text.substr(from, end - from + std::min(text.size() - end, kLookedBack));
  if (is_in_address(near, begin - from, end - from)) return PhraseContext::kNotSaid;
  const string_view before = near.substr(0, begin - from);
  if (is_quotation(before) || is_conditional(clause_before(before))) return PhraseContext::kNotSaid;
  return said_before(before);
}

bool has_sentence_end(string_view text) {
  for (size_t at = text.find(' '); at != string_view::npos; at = text.find(' ', at + 1)) {
    if (at > 0 && string_view(".!?").find(text[at - 1]) != string_view::npos) return true;
  }
  return false;
}

bool is_only_or(string_view text) {
  text.remove_prefix(std::min(text.find_first_of(" /"), text.size()));
  string_view words = text;
  while (is_one_of(kFillers, take_last_word(words))) text = words;
  text.remove_prefix(std::min(text.find_first_not_of(" ("), text.size()));
  while (text.ends_with(' ') || text.ends_with('"')) text.remove_suffix(1);
  return text == "or" || text == "and/or" || text == "oder" || text == "/";
}

bool begins_with_or(string_view text) {
  text.remove_prefix(std::min(text.find(' '), text.size()));
  return text.starts_with(" or ") && !has_sentence_end(text);
}

}  // namespace plainbounce
