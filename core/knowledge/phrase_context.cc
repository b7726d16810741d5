#include "core/knowledge/phrase_context.h"

#include <algorithm>
#include <array>

#include "core/knowledge/context_words.h"
#include "core/knowledge/wanted_places.h"

namespace plainbounce {
namespace {

using std::string_view;

constexpr size_t kLookedBack = 200;  // bytes
constexpr size_t kMostFillers = 4;

constexpr string_view kConditionBegins = "ifosuw";
constexpr size_t kLongestCondition = 9;
constexpr size_t kMostWordsBehindOr = 3;  // that are no fillers
constexpr size_t kLongestQuoter = 8;
constexpr size_t kLongestRest = 60;  // bytes behind a phrase that say what it belongs to

bool is_negation(string_view word, string_view before) {
  if (word.ends_with("n't") || word.ends_with("n\u2019t")) return true;
  return word == "longer" && take_last_word(before) == "no";
}

// "no" in "no está lleno": before a verb it negates; elsewhere it tells what is missing.
bool is_negated_verb(string_view word, string_view before) {
  const bool is_verb =
      word == "est\u00e1" || word == "esta" || word == "es" || word == "ha" || word == "fue";
  return is_verb && take_last_word(before) == "no";
}

// What is said right before the phrase, over at most a few filler words.
PhraseContext said_before(string_view before) {
  bool had = false;  // "may have exceeded", but "does not have a PTR record" names what is missing
  for (size_t i = 0; i <= kMostFillers; ++i) {
    const string_view word = take_last_word(before);
    const Meaning meaning = meaning_of(word);
    if (is_negated_verb(word, before)) return PhraseContext::kNotSaid;
    if (meaning == Meaning::kFiller) continue;
    if (meaning == Meaning::kGuess) return PhraseContext::kGuessed;
    if (word == "have") {
      had = true;
      continue;
    }
    const bool is_negated = meaning == Meaning::kNegation || is_negation(word, before);
    return is_negated && !had ? PhraseContext::kNotSaid : PhraseContext::kStated;
  }
  return PhraseContext::kStated;
}

// "full" in "(full" or "full. ": what stands behind a mark is a clause of its own.
constexpr string_view kClauseMarks = ".,;:!?()[]";

bool ends_clause(string_view text, size_t at) {
  return at + 1 >= text.size() || text[at + 1] == ' ' || text[at] == '(' || text[at] == '[';
}

// What bounds a word that may be an address.
constexpr string_view kAddressBounds = " <>()[]:;,";

// What a byte means where contexts are concerned.
enum : unsigned char {
  kBound = 1,
  kBlank = 2,
  kBeginsCondition = 4,
  kClauseMark = 8,
  kSentenceMark = 16,
  kNotAscii = 32,
  kNotPlain = 64,  // neither a letter nor "-"
  kMarked = 128,
};
constexpr string_view kSentenceMarks = ".!?;";
// Those of clauses, and of quotations and addresses.
constexpr string_view kMarks = ".,;:!?()[]\"@/";
constexpr std::array<unsigned char, 256> kByteKinds = [] {
  std::array<unsigned char, 256> kinds{};
  for (size_t i = 0; i < kinds.size(); ++i) {
    const char c = static_cast<char>(i);
    if (i >= 0x80) kinds[i] |= kNotAscii;
    if ((c < 'a' || c > 'z') && c != '-') kinds[i] |= kNotPlain;
  }
  for (const char c : kClauseMarks) kinds[static_cast<unsigned char>(c)] |= kClauseMark;
  for (const char c : kMarks) kinds[static_cast<unsigned char>(c)] |= kMarked;
  for (const char c : kSentenceMarks) kinds[static_cast<unsigned char>(c)] |= kSentenceMark;
  kinds[static_cast<unsigned char>(' ')] |= kBlank;
  for (const char c : kConditionBegins) kinds[static_cast<unsigned char>(c)] |= kBeginsCondition;
  for (const char c : kAddressBounds) kinds[static_cast<unsigned char>(c)] |= kBound;
  return kinds;
}();

bool is_kind(char c, unsigned char kind) {
  return (kByteKinds[static_cast<unsigned char>(c)] & kind) != 0;
}

// All that any of the bytes means.
unsigned char kinds_of(string_view text) {
  unsigned char kinds = 0;
  for (const char c : text) kinds |= kByteKinds[static_cast<unsigned char>(c)];
  return kinds;
}

// Where the path of a web address begins; npos where there is none. Its scheme is no part of the
// word.
size_t path_of(string_view word) {
  if (word.starts_with("//")) return word.find('/', 2);
  return word.starts_with("www.") ? word.find('/') : string_view::npos;
}

// "address" in "the address 192.0.2.1 is unknown", which is no mail address.
bool is_of_host(string_view phrase, string_view rest) {
  if (phrase != "address") return false;
  rest.remove_prefix(std::min(rest.find_first_not_of(" [("), rest.size()));
  rest = rest.substr(0, rest.find_first_of(kAddressBounds));
  return rest.find_first_not_of("0123456789.") == string_view::npos && !rest.starts_with('.') &&
         std::count(rest.begin(), rest.end(), '.') >= 3;
}

// Japanese negates behind: "it is not".
bool is_denied_behind(string_view rest) {
  return rest.starts_with("\u3067\u306f\u3042\u308a\u307e\u305b\u3093") ||
         rest.starts_with("\u3067\u306f\u306a\u3044");
}

// "greylisting-free"
bool is_missing(string_view rest) {
  rest = rest.substr(0, kLongestRest);
  const size_t end = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  return end != string_view::npos && rest.substr(end).starts_with("-free");
}

// Fails in "lookup failed", "service is unavailable", "database locked".
bool tells_of_failure(string_view rest) {
  constexpr size_t kMostWords = 3;
  constexpr auto kWords = std::to_array<string_view>(
      {"fail", "error", "unavailable", "down", "locked", "unreachable", "timed", "timeout", "not",
       "could", "refused", "offline", "broken"});
  for (size_t i = 0; i < kMostWords && rest.starts_with(' '); ++i) {
    rest.remove_prefix(1);
    const auto is_next = [rest](string_view word) { return rest.starts_with(word); };
    if (std::any_of(kWords.begin(), kWords.end(), is_next)) return true;
    rest.remove_prefix(std::min(rest.find_first_of(" .,;:!?()[]"), rest.size()));
  }
  return false;
}

// "mailbox full" in "mailbox full check failed": what failed is not what was looked for.
bool is_of_what_failed(string_view phrase, string_view rest) {
  if (!rest.starts_with(' ')) return false;
  rest = rest.substr(1, kLongestRest);
  constexpr auto kStates =
      std::to_array<string_view>({"full", "quota", "unknown", "exceeded", "disabled", "relay"});
  constexpr auto kThings = std::to_array<string_view>(
      {"check", "checks", "lookup", "service", "server", "database", "daemon", "query", "backend"});
  const string_view word = rest.substr(0, rest.find(' '));
  const auto ends = [phrase](string_view state) { return phrase.ends_with(state); };
  return std::any_of(kStates.begin(), kStates.end(), ends) &&
         std::find(kThings.begin(), kThings.end(), word) != kThings.end() &&
         tells_of_failure(rest.substr(word.size()));
}

// "si la casilla está llena", "se la casella è piena", "sollte das Postfach voll sein".
// "Si è verificato" and "se ha superado" are no conditions.
bool begins_condition_with_s(string_view rest) {
  if (rest.size() < 4) return false;
  if (rest[1] == 'o') return means(rest.substr(0, rest.find(' ')), Meaning::kCondition);
  if ((rest[1] != 'i' && rest[1] != 'e') || rest[2] != ' ') return false;
  const bool is_si = rest[1] == 'i';
  rest.remove_prefix(3);
  constexpr auto kBehindSi = std::to_array<string_view>(
      {"el ", "la ", "su ", "tu ", "le ", "l'", "votre", "vous", "usted", "cette"});
  constexpr auto kBehindSe = std::to_array<string_view>(
      {"il ", "la cas", "l'", "i ", "o ", "a ", "questa", "questo", "non "});
  const auto begins = [rest](string_view word) { return rest.starts_with(word); };
  return is_si ? std::any_of(kBehindSi.begin(), kBehindSi.end(), begins)
               : std::any_of(kBehindSe.begin(), kBehindSe.end(), begins);
}

}  // namespace

PhraseContexts::PhraseContexts(string_view text, std::pmr::memory_resource* memory)
    : text_(text),
      quotes_(memory),
      clause_ends_(memory),
      sentence_ends_(memory),
      conditions_(memory) {
  mark_word(0);
  // A word is marked by the blank before it.
  const auto matters = [text](size_t at) {
    const unsigned char kind = kByteKinds[static_cast<unsigned char>(text[at])];
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    const int begins_word = is_kind(next, kBeginsCondition) ? kBlank : 0;
    return (kind & (kMarked | begins_word)) != 0;
  };
  each_wanted_place(text.size(), matters, [this](size_t at) { mark(at); });
}

void PhraseContexts::mark(size_t at) {
  switch (text_[at]) {
    case '"':
      quotes_.add(at);
      return;
    case '@':
      has_address_ = true;
      return;
    case '/':
      if (at + 1 < text_.size() && text_[at + 1] == '/') has_address_ = true;
      return;
    case ' ':
      mark_word(at + 1);
      return;
    default:
      if (!ends_clause(text_, at)) return;
      clause_ends_.add(at);
      if (is_kind(text_[at], kSentenceMark) && at + 1 < text_.size() && text_[at + 1] == ' ') {
        sentence_ends_.add(at);
      }
      mark_word(at + 1);
  }
}

void PhraseContexts::mark_word(size_t begin) {
  if (begin >= text_.size() || !is_kind(text_[begin], kBeginsCondition)) return;
  const string_view rest = text_.substr(begin, kLongestCondition + 1);
  if (rest.starts_with("www.")) has_address_ = true;
  if (rest[0] == 's' ? begins_condition_with_s(rest)
                     : means(rest.substr(0, rest.find(' ')), Meaning::kCondition)) {
    conditions_.add(begin);
  }
}

// "user unknown" in 'contains the words "user unknown"'.
bool PhraseContexts::is_quotation(size_t from, size_t begin) {
  const size_t before = quotes_.count_before(begin);
  if (before == 0) return false;
  const size_t last = quotes_[before - 1];
  if (last < from || (before - quotes_.count_before(from, quotes_before_window_)) % 2 == 0)
    return false;
  string_view opening = text_.substr(from, last - from);
  while (opening.ends_with(' ') || opening.ends_with(':')) opening.remove_suffix(1);
  opening.remove_prefix(opening.size() - std::min(opening.size(), kLongestQuoter + 1));
  return means(take_last_word(opening), Meaning::kQuoter);
}

// "full" in "is the mailbox full? ". Garbled text has question marks that end no word.
bool PhraseContexts::is_question(size_t end) {
  const size_t next = clause_ends_.count_before(end);
  if (next == clause_ends_.size()) return false;
  const size_t at = clause_ends_[next];
  return text_[at] == '?' && at > 0 && is_word_byte(text_[at - 1]);
}

bool PhraseContexts::is_conditional(size_t from, size_t begin) {
  if (begin == from || is_kind(text_[begin - 1], kClauseMark)) return false;
  size_t clause = from;
  const size_t ends = clause_ends_.count_before(begin);
  if (ends > 0) clause = std::max<size_t>(clause, clause_ends_[ends - 1] + 1);
  const size_t conditions = conditions_.count_before(begin);
  if (conditions > 0 && conditions_[conditions - 1] >= clause) return true;
  // A phrase that begins with a mark may stand right behind the word: "if...".
  if (is_word_byte(text_[begin])) return false;
  const size_t near = std::max(clause, begin - std::min(begin, kLongestCondition + 1));
  const string_view last = text_.substr(near, begin - near);
  const size_t blank = last.rfind(' ');
  return means(blank == string_view::npos ? last : last.substr(blank + 1), Meaning::kCondition);
}

// "quota" in "<over-quota@example.org>" or in "https://example.org/over-quota".
bool PhraseContexts::is_in_address(size_t begin, size_t end) {
  if (!has_address_) return false;
  const string_view phrase = text_.substr(begin, end - begin);
  const unsigned char kinds = kinds_of(phrase);
  // Scripts without blanks write a sentence right up to the address.
  if ((kinds & (kBlank | kNotAscii)) != 0) return false;
  if ((kinds & kMarked) != 0 && phrase.find('@') != string_view::npos) return false;
  // A phrase that holds a bound belongs to several words at once.
  const bool is_in_one_word = (kinds & kBound) == 0;
  if (!is_in_one_word || begin < word_begin_ || end > word_end_) {
    word_begin_ = begin;
    word_end_ = end;
    while (word_begin_ > 0 && !is_kind(text_[word_begin_ - 1], kBound)) --word_begin_;
    while (word_end_ < text_.size() && !is_kind(text_[word_end_], kBound)) ++word_end_;
    const string_view word = text_.substr(word_begin_, word_end_ - word_begin_);
    word_is_address_ = word.find('@') != string_view::npos && !word.starts_with("//");
    const size_t path = path_of(word);
    path_begin_ = path == string_view::npos ? path : word_begin_ + path;
    if (!is_in_one_word) word_begin_ = word_end_ = 0;
  }
  // What the path of an address may be about is a plain word, and no mark by which a server names
  // its reason.
  return word_is_address_ || (begin > path_begin_ && (kinds & kNotPlain) == 0);
}

size_t PhraseContexts::window_begin(size_t begin) {
  if (begin <= kLookedBack) return 0;
  const size_t earliest = begin - kLookedBack - 1;
  const bool is_the_last_one = window_of_ <= begin && earliest <= window_ && window_ > 0;
  // Not from within a word: the end of "motif" is no "if".
  if (!is_the_last_one) window_ = text_.find(' ', earliest);
  window_of_ = begin;
  return std::min(window_, begin);
}

PhraseContext PhraseContexts::of(size_t begin, size_t end) {
  if (is_in_address(begin, end)) return PhraseContext::kNotSaid;
  if (is_of_host(text_.substr(begin, end - begin), text_.substr(end)) ||
      is_denied_behind(text_.substr(end)) || is_missing(text_.substr(end)) ||
      is_of_what_failed(text_.substr(begin, end - begin), text_.substr(end))) {
    return PhraseContext::kNotSaid;
  }
  if (begin != begin_) {
    begin_ = begin;
    before_ = of_what_is_before(begin);
  }
  return before_ != PhraseContext::kNotSaid && is_question(end) ? PhraseContext::kNotSaid : before_;
}

PhraseContext PhraseContexts::of_what_is_before(size_t begin) {
  const size_t from = window_begin(begin);
  if (is_quotation(from, begin) || is_conditional(from, begin)) return PhraseContext::kNotSaid;
  return said_before(text_.substr(from, begin - from));
}

bool PhraseContexts::has_sentence_end(size_t begin, size_t end) {
  const size_t ends = end == 0 ? 0 : sentence_ends_.count_before(end - 1);
  return ends > 0 && sentence_ends_[ends - 1] >= begin;
}

bool has_sentence_end(string_view text) {
  for (size_t at = text.find(' '); at != string_view::npos; at = text.find(' ', at + 1)) {
    if (at > 0 && is_kind(text[at - 1], kSentenceMark)) return true;
  }
  return false;
}

bool is_only_or(string_view text) {
  if (text.size() > kLookedBack) return false;
  text.remove_prefix(std::min(text.find_first_of(" /"), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(" ("), text.size()));
  if (text.empty() || string_view("oa/").find(text[0]) == string_view::npos) return false;
  const bool is_stroke = text[0] == '/';
  const size_t size = is_stroke ? 1 : std::min(text.find(' '), text.size());
  if (!is_stroke && !means(text.substr(0, size), Meaning::kOr)) return false;
  text.remove_prefix(size);
  size_t others = is_stroke ? 0 : kMostWordsBehindOr;
  for (string_view word = take_last_word(text); !word.empty(); word = take_last_word(text)) {
    if (!means(word, Meaning::kFiller) && others-- == 0) return false;
  }
  return text.empty();
}

bool may_stand_before_or(string_view text, size_t begin) {
  const size_t end = std::min(text.size(), begin + kLookedBack);
  while (begin < end && text[begin] != ' ' && text[begin] != '/') ++begin;
  while (begin < end && (text[begin] == ' ' || text[begin] == '(')) ++begin;
  if (begin == end) return false;
  if (text[begin] != 'o') return text[begin] == '/' || text.substr(begin).starts_with("and/or");
  // "or", "oder", "ou", "oppure", "o"
  const char next = begin + 1 < text.size() ? text[begin + 1] : ' ';
  return next < 'a' || next > 'z' || string_view("rdup").find(next) != string_view::npos;
}

bool begins_with_or(string_view text) {
  if (text.size() > kLookedBack) return false;
  text.remove_prefix(std::min(text.find(' '), text.size()));
  return text.starts_with(" or ") && !has_sentence_end(text);
}

}  // namespace plainbounce
