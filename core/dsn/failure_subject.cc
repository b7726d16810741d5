#include "core/dsn/failure_subject.h"

#include <algorithm>
#include <iterator>
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

// At the end of a Subject: what it is about is over.
constexpr std::string_view kRepaired[] = {
    "solved", "resolved", "fixed",    "closed",      "repaired",  "gelost",  "behoben", "erledigt",
    "resolu", "corrige",  "resuelto", "solucionado", "resolvido", "risolto", "opgelost"};

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

// "(MAIL-77) ...", "[MAIL-77] ...".
bool begins_with_ticket_key(std::string_view subject) {
  if (!subject.starts_with('(') && !subject.starts_with('[')) return false;
  const std::string_view key = subject.substr(1, subject.find_first_of(")]") - 1);
  const size_t hyphen = key.find('-');
  if (hyphen == std::string_view::npos || hyphen == 0 || hyphen + 1 >= key.size()) return false;
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const std::string_view letters = key.substr(0, hyphen);
  const std::string_view digits = key.substr(hyphen + 1);
  return std::all_of(letters.begin(), letters.end(), is_capital) &&
         std::all_of(digits.begin(), digits.end(), is_digit);
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
  static const PhraseSet kSummary = {
      "summary", "digest", "statistic", "weekly", "daily", "monthly", "for week", "this week",
      "last week", "last 24 hours", "overview", "failure notices", "delivery failures",
      "queue report", "bounce rate", "failure rate", "error rate", "delivery rate", "mail rate",
      "quarantine report", "quarantine notif", "your quarantine", "campaign", "bounce report",
      "undeliverable addresses", "addresses removed", "recipients removed", "undelivered mails",
      "undelivered messages", "undelivered emails", "undelivered e-mails", "undeliverable mails",
      "undeliverable messages", "undeliverable emails", "undeliverable e-mails",
      "messages could not", "messages were not", "messages have not", "messages not delivered",
      "mails could not", "mails were not",
      // German, Dutch, Swedish, Danish, Norwegian
      "zusammenfassung", "ubersicht", "tagesbericht", "wochenbericht", "unzustellbare nachrichten",
      "unzustellbare mails", "unzustellbare e-mails", "nicht zugestellte nachrichten",
      "nicht zugestellte mails", "nicht zugestellte e-mails", "overzicht", "samenvatting",
      "sammanfattning", "oversigt",
      // French, Spanish, Portuguese, Italian
      "recapitulatif", "messages non remis", "messages non distribu", "messages non delivr",
      "resumen", "mensajes no entregados", "resumo", "mensagens nao entregues", "riepilogo",
      "messaggi non recapitati", "messaggi non consegnati",
      // Polish, Czech, Russian
      "podsumowanie", "niedostarczone wiadomosci", "nedorucene zpravy", "сводка",
      "недоставленные сообщения", "недоставленные письма",
      // Japanese, Chinese, Korean
      "集計", "日次", "週次", "まとめ", "汇总", "統計", "统计", "摘要", "요약", "집계"};
  return kSummary.is_in(folded(subject));
}

bool is_ticket_subject(std::string_view subject) {
  static const PhraseSet kTicket = {"ticket", "[case", "(case", "case id"};
  return begins_with_ticket_key(trim(subject)) || kTicket.is_in(folded(subject));
}

bool tells_of_repair(std::string_view subject) {
  const std::string plain = folded(trim(subject));
  return std::any_of(std::begin(kRepaired), std::end(kRepaired), [&](std::string_view word) {
    return plain.ends_with(word) &&
           (plain.size() == word.size() || !is_alpha(plain[plain.size() - word.size() - 1]));
  });
}

bool is_question(std::string_view subject) {
  subject = trim(subject);
  return subject.ends_with('?') || subject.find("? ") != std::string_view::npos ||
         subject.find("？") != std::string_view::npos;
}

bool is_answer_subject(std::string_view subject) {
  return without_forward_marks(subject) != trim(subject);
}

bool is_forwarded_failure_subject(std::string_view subject) {
  return is_answer_subject(subject) && speaks_of_failure(without_forward_marks(subject));
}

}  // namespace plainbounce
