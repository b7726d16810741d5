#include "core/dsn/failure_subject.h"

#include <algorithm>
#include <string>

#include "core/base/ascii.h"
#include "core/dsn/failure_phrases.h"
#include "core/dsn/folded_text.h"

namespace plainbounce {

namespace {

// How James begins every notice.
constexpr std::string_view kJames = "[bounce]";
constexpr std::string_view kForwarded[] = {
    "re:", "fw:", "fwd:", "aw:", "wg:", "tr:", "rv:", "sv:", "vs:", "antw:"};

// Subjects that say how it ended.
const PhraseSet& plain_phrases() {
  static const PhraseSet kPhrases = {"undeliver",
                                     "delivery fail",
                                     "delivery error",
                                     "delivery problem",
                                     "delivery has failed",
                                     "failed delivery",
                                     "failed to deliver",
                                     "failure notice",
                                     "failure delivery",
                                     "returned mail",
                                     "returned to sender",
                                     "returning message",
                                     "returning to sender",
                                     "mail failure",
                                     "failed mail",
                                     "not yet been delivered",
                                     "not been delivered",
                                     "mail failed",
                                     "mail error",
                                     "mail system error",
                                     "non-delivery",
                                     "nondeliver",
                                     "ndn: ",
                                     "non delivery",
                                     "could not be delivered",
                                     "error sending your",
                                     "could not deliver",
                                     "delayed mail",
                                     "delivery delay",
                                     "delivery has been delayed",
                                     "warning: could not send",
                                     "automatically rejected mail"};
  return kPhrases;
}

// Subjects of mail systems that do not say how it ended.
const PhraseSet& open_phrases() {
  static const PhraseSet kPhrases = {"delivery status notif", "delivery notif",   "delivery report",
                                     "mail delivery",         "message delivery", "zustellung"};
  return kPhrases;
}

// Without "Fwd:", "Re: AW:" and the like.
std::string_view without_forward_marks(std::string_view subject) {
  subject = trim(subject);
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view mark : kForwarded) {
      if (!starts_with_ignoring_case(subject, mark)) continue;
      subject = trim(subject.substr(mark.size()));
      found = true;
    }
  }
  return subject;
}

// Where the first words of a failure stand, or npos. "Bounce" alone is a word of newsletters, too.
size_t find_failure(std::string_view plain) {
  return std::min({plain_phrases().find(plain), open_phrases().find(plain),
                   failure_phrases_in_other_languages().find(plain)});
}

bool speaks_of_failure(std::string_view subject) {
  const std::string plain = folded(subject);
  return find_failure(plain) != std::string::npos || plain.find("bounce") != std::string::npos;
}

}  // namespace

bool is_failure_subject(std::string_view subject) {
  return !is_answer_subject(subject) && speaks_of_failure(subject);
}

bool begins_as_failure_subject(std::string_view subject, size_t most_before) {
  if (is_answer_subject(subject)) return false;
  std::string plain = folded(trim(subject));
  if (plain.starts_with(kJames)) return true;
  // "[Postmaster] Email Delivery Failure".
  const size_t mark = plain.starts_with('[') ? plain.find("] ") : std::string::npos;
  if (mark != std::string::npos && plain.substr(0, mark).find('#') == std::string::npos) {
    plain.erase(0, mark + 2);
  }
  const size_t at = find_failure(plain);
  return at <= most_before && plain.substr(0, at).find('#') == std::string::npos;
}

bool tells_of_failure_in_subject(std::string_view subject) {
  if (is_answer_subject(subject)) return false;
  const std::string plain = folded(trim(subject));
  static const PhraseSet kEnded = {"(failure)", "(delay)"};
  return plain.starts_with(kJames) || kEnded.is_in(plain) || plain_phrases().is_in(plain) ||
         failure_phrases_in_other_languages().is_in(plain);
}

bool is_summary_subject(std::string_view subject) {
  static const PhraseSet kSummary = {"summary",
                                     "digest",
                                     "statistic",
                                     "weekly",
                                     "daily",
                                     "monthly",
                                     "for week",
                                     "this week",
                                     "last week",
                                     "failure notices",
                                     "delivery failures",
                                     "queue report",
                                     "campaign",
                                     "undeliverable addresses",
                                     "undelivered mails",
                                     "undelivered messages",
                                     "undelivered emails",
                                     "undeliverable mails",
                                     "undeliverable messages",
                                     "undeliverable emails",
                                     "zusammenfassung"};
  // Behind a colon stands the returned message's Subject.
  return kSummary.is_in(folded(subject.substr(0, subject.find(':'))));
}

bool is_ticket_subject(std::string_view subject) {
  static const PhraseSet kTicket = {"ticket", "[case", "(case", "case id"};
  // Behind a colon stands the returned message's Subject.
  return kTicket.is_in(folded(subject.substr(0, subject.find(':'))));
}

bool is_answer_subject(std::string_view subject) {
  return without_forward_marks(subject) != trim(subject);
}

bool is_forwarded_failure_subject(std::string_view subject) {
  return is_answer_subject(subject) && speaks_of_failure(without_forward_marks(subject));
}

}  // namespace plainbounce
