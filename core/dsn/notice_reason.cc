#include "core/dsn/notice_reason.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/ending_words.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/folded_text.h"
#include "core/dsn/phrase_set.h"
#include "core/dsn/quoted_reply.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {

namespace {

constexpr size_t kMostWords = 2U << 10U;

// "because:", "Technical details of permanent failure:": says that the words come below.
bool is_heading(std::string_view line) {
  constexpr size_t kLongest = 60;
  return line.size() <= kLongest && line.ends_with(':');
}

// Whom to ask is no reason.
bool is_courtesy(std::string_view line) {
  for (const std::string_view start : {"please reply to", "please contact", "please do not reply",
                                       "if you feel this", "for further assistance"}) {
    if (starts_with_ignoring_case(line, start)) return true;
  }
  return false;
}

// "------", "---- Failure Reasons ----", "=====", and a line that only says that more attempts
// follow.
bool says_nothing(std::string_view line) {
  const bool has_words = std::any_of(line.begin(), line.end(), [](char c) {
    return is_alpha(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  const bool titled = (line.substr(0, 3) == "---" && line.ends_with("---")) ||
                      (line.substr(0, 3) == "***" && line.ends_with("***"));
  return !has_words || titled || tells_of_delay(line) || is_courtesy(line);
}

// "Common reasons:", "Most often the address does not exist": what it may be, as with any bounce.
bool is_guess(std::string_view line) {
  static const PhraseSet kPhrases = {
      "common reason",     "common cause",      "possible reason",   "possible cause",
      "one of these",      "one of the follow", "following reasons", "several reasons",
      "many reasons",      "various reasons",   "most often",        "usually",
      "in most cases",     "typical reason",    "typical cause",     "mogliche grund",
      "mogliche ursache",  "haufige grund",     "haufige ursache",   "meistens",
      "raisons possibles", "causes possibles",  "raisons suivantes", "causes suivantes",
      "peut-etre",         "vielleicht",        "posibles causas",   "posibles razones",
      "causas posibles",   "possibili cause",   "possibili motivi",  "mogelijke oorzaken"};
  return kPhrases.is_in(folded(line));
}

// The line's sentences in front of the first guess.
std::string_view without_guesses(std::string_view line) {
  for (size_t begin = 0; begin < line.size();) {
    const size_t end = std::min(line.find(". ", begin), line.size());
    if (is_guess(line.substr(begin, end - begin))) return trim(line.substr(0, begin));
    begin = end + 2;
  }
  return line;
}

// The first paragraph that says something; `all`: the others, too.
std::string first_words(std::string_view text, bool all) {
  std::string out;
  while (!text.empty() && out.size() < kMostWords) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() && !out.empty() && !all) break;
    if (is_heading(line) && is_guess(line)) break;
    if (says_nothing(line) || (out.empty() && is_heading(line))) continue;
    const std::string_view said = without_guesses(line);
    if (!out.empty() && !said.empty()) out += ' ';
    out += said;
    if (said.size() < line.size()) break;
  }
  return out;
}

// Zoho: "ERROR_CODE :550, ERROR_CODE :5.1.1 <bob@example.org>... User unknown".
std::string without_code_labels(std::string_view text) {
  constexpr std::string_view kLabel = "ERROR_CODE :";
  std::string out;
  for (size_t at = text.find(kLabel); at != std::string_view::npos; at = text.find(kLabel)) {
    std::string_view before = text.substr(0, at);
    if (before.ends_with(", ")) before.remove_suffix(2);
    const bool divided = before.size() < at;
    out.append(before).append(divided ? " " : "");
    text.remove_prefix(at + kLabel.size());
  }
  return out.append(text);
}

bool read_reply(std::string_view text, PerRecipientFields& recipient) {
  const auto reply = find_quoted_reply(without_code_labels(text));
  if (!reply) return false;
  recipient.diagnostic_code = TypedValue{"smtp", reply->text};
  if (!reply->host.empty()) recipient.remote_mta = TypedValue{"dns", reply->host};
  return true;
}

// A paragraph that begins with an enhanced code: "5.1.1 szn; User hasn't got the service mapped".
std::string coded_words(std::string_view text) {
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    size_t size = 0;
    const auto code = leading_enhanced_code(trim(text.substr(begin, end - begin)), size);
    if (code && code->class_digit() != 2 && trim(text.substr(begin, end - begin)).size() > size) {
      const size_t stop = std::min(text.find("\n\n", begin), text.size());
      return std::string(trim(text.substr(begin, std::min(stop - begin, kMostWords))));
    }
    begin = end + 1;
  }
  return {};
}

// " User unknown" of "Returned mail: User unknown".
std::string_view reason_in_subject(std::string_view subject) {
  for (const std::string_view start : {"Returned mail:", "Delivery failure:"}) {
    if (starts_with_ignoring_case(subject, start)) return subject.substr(start.size());
  }
  return {};
}

enum class Quoted { kNone, kTemporary, kFinal };

// A final reply outweighs temporary ones. Only the first on a line is looked at: the second may be
// a number in the text of the first.
Quoted quoted_replies(std::string_view text) {
  constexpr int kMostReplies = 8;
  auto quoted = Quoted::kNone;
  for (int i = 0; i < kMostReplies; ++i) {
    const auto reply = find_quoted_reply(text);
    if (!reply) break;
    if (reply->text.front() == '5') return Quoted::kFinal;
    quoted = Quoted::kTemporary;
    text.remove_prefix(std::min(text.find('\n', reply->begin), text.size()));
  }
  return quoted;
}

// The text without the replies that it quotes, each to the end of its paragraph.
std::string without_quoted_replies(std::string_view text) {
  constexpr int kMostReplies = 8;
  std::string out;
  for (int i = 0; i < kMostReplies; ++i) {
    const auto reply = find_quoted_reply(text);
    if (!reply) return out.append(text);
    out.append(text.substr(0, reply->begin)).append("\n");
    text.remove_prefix(std::min(text.find("\n\n", reply->begin), text.size()));
  }
  return out;
}

}  // namespace

void read_notice_reason(const NoticeRecipient& about, std::string_view notice,
                        std::string_view subject, PerRecipientFields& recipient) {
  if (read_reply(about.sentence + '\n' + about.text, recipient)) return;
  if (read_reply(notice, recipient)) return;
  std::string words = coded_words(about.text);
  if (words.empty()) words = coded_words(notice);
  if (words.empty()) words = first_words(about.text, false);
  if (words.empty()) words = first_words(about.sentence, false);
  if (words.empty() && !notice.empty()) {
    words = first_words(notice, true) + std::string(reason_in_subject(subject));
    recipient.has_words_of_whole_notice = !words.empty();
  }
  if (!words.empty()) recipient.diagnostic_code = TypedValue{"x-notice", words};
}

Outcome outcome_in(std::string_view text) {
  if (tells_of_giving_up(text)) return Outcome::kGivenUp;
  if (tells_of_delay(text)) return Outcome::kDelayed;
  return tells_of_return(without_quoted_replies(text)) ? Outcome::kReturned : Outcome::kNotSaid;
}

Outcome outcome_in_subject(std::string_view subject) {
  const Outcome said = outcome_in(subject);
  return said == Outcome::kNotSaid && is_title_of_end(subject) ? Outcome::kReturned : said;
}

Action notice_action(const NoticeRecipient& about, std::string_view notice, Outcome above,
                     Outcome subject) {
  const std::string own = about.sentence + '\n' + about.text;
  auto said = Outcome::kNotSaid;
  auto quoted = Quoted::kNone;
  for (const std::string_view text : {std::string_view(own), notice}) {
    quoted = std::max(quoted, quoted_replies(text));
    said = std::max(said, outcome_in(text));
  }
  if (quoted == Quoted::kFinal || said == Outcome::kGivenUp) return Action::kFailed;
  if (said == Outcome::kDelayed || above == Outcome::kDelayed) return Action::kDelayed;
  if (quoted == Quoted::kNone || above == Outcome::kGivenUp) return Action::kFailed;
  if (subject == Outcome::kDelayed) return Action::kDelayed;
  const bool over = std::max({said, above, subject}) != Outcome::kNotSaid;
  return over ? Action::kFailed : Action::kUnknown;
}

}  // namespace plainbounce
