#include "core/dsn/failure_words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

// Lower case where ASCII, each blank for any run of blanks and line ends.
constexpr std::string_view kFailed[] = {
    // English
    "encountered an error while being processed", "error was detected while processing",
    "delivery problems", "could not be reached", "has been postponed",
    "no mailbox here by that name", "could not be delivered", "couldn't be delivered",
    "cannot be delivered", "can not be delivered", "can't be delivered", "not be delivered to",
    "was not delivered", "wasn't delivered", "were not delivered", "not delivered",
    "has not been delivered", "has not yet been delivered", "did not reach", "didn't reach",
    "not reach the following", "unable to deliver", "not able to deliver", "wasn't able to deliver",
    "could not deliver", "couldn't deliver", "cannot deliver", "failed to deliver",
    "error delivering", "error sending your mail", "trouble delivering", "problem delivering",
    "problems delivering", "error while attempting to deliver",
    "error has occurred while attempting to deliver", "occurred while trying to deliver",
    "delivery has failed", "delivery failed", "delivery failure", "delivery error",
    "delivery errors", "delivery to the following", "delivery of this message",
    "delevery to the following", "delivery attempts have failed", "deliver your message to",
    "undeliverable", "undelivered", "permanent fatal errors", "transient non-fatal errors",
    "fatal errors", "returned permanent errors", "unsent message", "failed address",
    "encountered delivery problems", "encountered a delivery problem", "has been returned because",
    "exceeds allowed size", "not a valid user here", "failed recipient", "addresses failed",
    "address failed", "address(es) failed", "recipients failed", "did not receive",
    "rejected by a remote", "rejected recipient", "failure reasons",
    "unknown user:", "invalid final delivery userid", "invalid user address", "account is disabled",
    "may not exist, or you may not have permission", "message has bounced", "message bounced",
    "returned to you", "returned to sender",
    // German
    "fehler bei der nachrichtenzustellung", "nachrichtenzustellung fehlgeschlagen",
    "nicht zugestellt", "nicht ausgeliefert", "unzustellbar", "zustellung fehlgeschlagen",
    "zustellung gescheitert", "nicht übermittelt",
    // French
    "pas pu être remis", "pas pu être délivr", "pas pu être distribu", "n'a pas été remis",
    "pas été distribu", "n'a pu être", "non remis", "échec de la remise", "Échec de la remise",
    "Échec de remise", "échec de remise",
    // Spanish
    "no se pudo entregar", "no se ha podido entregar", "no ha podido ser entregado",
    "no pudo ser entregado", "no se puede entregar", "no se entregó", "no entregado",
    // Italian
    "non è stato possibile recapitare", "non è stato possibile consegnare",
    "impossibile recapitare", "impossibile consegnare", "non è stato recapitato",
    "non è stato consegnato", "recapito non riuscito", "mancato recapito", "mancata consegna",
    // Portuguese
    "não foi possível entregar", "não pôde ser entregue", "não pode ser entregue",
    "não foi entregue", "falha na entrega",
    // Dutch
    "bezorging is mislukt", "bezorgen is mislukt", "niet worden bezorgd", "niet worden afgeleverd",
    "niet bezorgd", "niet afgeleverd",
    // Polish
    "dostarczenie nie powiodło się", "nie można dostarczyć", "nie może być dostarczona",
    "nie została dostarczona", "nie mogła zostać dostarczona", "nie udało się dostarczyć",
    "niedostarcz",
    // Czech
    "nelze doručit", "nemohla být doručena", "nebylo možné doručit",
    // Swedish, Danish, Norwegian
    "inte levereras", "ikke leveres", "ikke levert",
    // Russian
    "не может быть доставлено", "не удалось доставить", "не было доставлено", "не доставлено",
    // Turkish
    "teslim edilemedi", "iletilemedi",
    // Japanese, Chinese, Korean
    "配信できません", "送信できません", "配送できません", "お届けできません",
    "宛先が見つかりません", "送信できない", "无法传递", "未能送达", "无法投递", "投递失败",
    "无法送达", "無法遞送", "無法傳送", "退信", "전달하지 못", "전달되지 못", "배달하지 못"};

constexpr std::string_view kDelayed[] = {"has not yet been delivered",
                                         "not been delivered yet",
                                         "has not been delivered yet",
                                         "will keep trying",
                                         "still trying",
                                         "continue to try",
                                         "continue trying",
                                         "will be retried",
                                         "will retry",
                                         "retry to deliver",
                                         "delivery will be attempted",
                                         "attempts will continue",
                                         "delivery attempts will continue",
                                         "delivery is delayed",
                                         "has been delayed",
                                         "has been postponed",
                                         "is delayed",
                                         "delivery to the following recipient has been delayed",
                                         "do not need to resend your message",
                                         "no action is required on your part",
                                         "warning message only",
                                         "wird weiter versucht",
                                         "noch nicht zugestellt",
                                         "pas encore été"};

constexpr std::string_view kSubjects[] = {"undeliver",
                                          "delivery fail",
                                          "delivery status notif",
                                          "delivery notif",
                                          "delivery report",
                                          "delivery error",
                                          "delivery problem",
                                          "delivery has failed",
                                          "failed delivery",
                                          "failure notice",
                                          "failure delivery",
                                          "mail delivery",
                                          "message delivery",
                                          "returned mail",
                                          "returned to sender",
                                          "returning message",
                                          "mail failure",
                                          "not yet been delivered",
                                          "not been delivered",
                                          "mail failed",
                                          "mail error",
                                          "mail system error",
                                          "non-delivery",
                                          "nondeliver",
                                          "non delivery",
                                          "could not be delivered",
                                          "error sending your",
                                          "could not deliver",
                                          "delayed mail",
                                          "delivery delay",
                                          "warning: could not send",
                                          "bounce",
                                          "unzustellbar",
                                          "nicht zugestellt",
                                          "zustellung",
                                          "non remis",
                                          "non distribu",
                                          "no se puede entregar",
                                          "no entregado",
                                          "mancato recapito",
                                          "mancata consegna",
                                          "não entregue",
                                          "falha na entrega",
                                          "niet bezorgd",
                                          "onbestelbaar",
                                          "niedostarcz",
                                          "nie można dostarczyć",
                                          "не доставлен",
                                          "недоставлен",
                                          "送信できません",
                                          "配信不能",
                                          "退信",
                                          "系统退信",
                                          "メールエラー",
                                          "无法送达",
                                          "échec de la remise",
                                          "échec de remise",
                                          "échec de distribution",
                                          "无法投递"};

// How James begins every notice.
constexpr std::string_view kJames = "[bounce]";

// Of those, the ones that do not say how it ended.
constexpr std::string_view kOpenSubjects[] = {
    "delivery status notif", "delivery notif", "delivery report", "mail delivery",
    "message delivery",      "bounce",         "zustellung"};

constexpr std::string_view kDelivered[] = {"successful delivery",
                                           "successful mail delivery",
                                           "successfully delivered",
                                           "successfully relayed",
                                           "notification: success",
                                           "notification (success)",
                                           "delivery successful",
                                           "delivery succeeded",
                                           "delivery confirmation",
                                           "delivery was successful",
                                           "has been delivered",
                                           "was delivered to",
                                           "delivery status notification (relay)"};

constexpr std::string_view kForwarded[] = {
    "re:", "fw:", "fwd:", "aw:", "wg:", "tr:", "rv:", "sv:", "vs:", "antw:"};

// Words of a line that announces the returned message; a line of at most kLongestAnnouncement.
constexpr size_t kLongestAnnouncement = 100;
constexpr std::string_view kAnnouncements[] = {"original message follows",
                                               "unsent message follows",
                                               "message header follows",
                                               "message headers follow",
                                               "message follows",
                                               "returned message",
                                               "returned mail follows",
                                               "copy of the message",
                                               "copy of your message",
                                               "copy of the original",
                                               "original message below",
                                               "original message:",
                                               "header of the original message",
                                               "headers of the original message",
                                               "original message headers",
                                               "original message header",
                                               "original headers follow",
                                               "text of the message",
                                               "message is attached",
                                               "message text follows",
                                               "message body suppressed"};

std::string normalised(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (!is_space(c)) {
      out += to_lower(c);
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

template <size_t N>
bool holds_any(std::string_view text, const std::string_view (&words)[N]) {
  const std::string plain = normalised(text);
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return plain.find(word) != std::string::npos; });
}

bool is_rule(std::string_view line) {
  return line.substr(0, 3) == "---" || line.substr(0, 3) == "===" || line.substr(0, 3) == "***";
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

// The first field of a header that was not announced.
bool begins_header(std::string_view line) {
  for (const std::string_view field : {"received:", "return-path:", "dkim-signature:"}) {
    if (starts_with_ignoring_case(line, field)) return true;
  }
  return false;
}

}  // namespace

bool tells_of_failure(std::string_view text) { return holds_any(text, kFailed); }

bool tells_of_unknown_user(std::string_view text) {
  return holds_any(text, {"no such user", "user unknown", "user not known"});
}

bool tells_of_success(std::string_view text) { return holds_any(text, kDelivered); }

bool tells_of_absence(std::string_view text) {
  return holds_any(text, {"out of office", "out of the office", "i am away", "i'm away",
                          "i will be away", "on vacation", "on holiday", "on leave"});
}

bool is_summary_subject(std::string_view subject) {
  // Behind a colon stands the returned message's Subject.
  return holds_any(subject.substr(0, subject.find(':')),
                   {"summary", "digest", "statistic", "weekly", "daily", "for week"});
}

bool tells_of_failure_in_subject(std::string_view subject) {
  if (is_answer_subject(subject)) return false;
  const std::string plain = normalised(trim(subject));
  if (plain.starts_with(kJames) || holds_any(plain, {"(failure)", "(delay)"})) return true;
  return std::any_of(std::begin(kSubjects), std::end(kSubjects), [&](std::string_view word) {
    const bool open = std::find(std::begin(kOpenSubjects), std::end(kOpenSubjects), word) !=
                      std::end(kOpenSubjects);
    return !open && plain.find(word) != std::string::npos;
  });
}

bool tells_of_giving_up(std::string_view text) {
  return holds_any(text, {"given up", "gave up", "are giving up", "is a permanent error",
                          "permanent fatal errors", "stopped trying", "will not be retried"});
}

bool tells_of_delay(std::string_view text) { return holds_any(text, kDelayed); }

bool is_failure_subject(std::string_view subject) {
  return without_forward_marks(subject) == trim(subject) && holds_any(subject, kSubjects);
}

bool is_answer_subject(std::string_view subject) {
  return without_forward_marks(subject) != trim(subject);
}

bool begins_as_failure_subject(std::string_view subject, size_t most_before) {
  if (is_answer_subject(subject)) return false;
  std::string plain = normalised(trim(subject));
  if (plain.starts_with(kJames)) return true;
  // "[Postmaster] Email Delivery Failure".
  const size_t mark = plain.starts_with('[') ? plain.find("] ") : std::string::npos;
  if (mark != std::string::npos && plain.substr(0, mark).find('#') == std::string::npos) {
    plain.erase(0, mark + 2);
  }
  return std::any_of(std::begin(kSubjects), std::end(kSubjects), [&](std::string_view word) {
    if (word == "bounce") return false;  // a word of newsletters, too
    const size_t at = plain.find(word);
    return at <= most_before && plain.substr(0, at).find('#') == std::string::npos;
  });
}

bool is_forwarded_failure_subject(std::string_view subject) {
  const std::string_view bare = without_forward_marks(subject);
  return bare != trim(subject) && holds_any(bare, kSubjects);
}

bool begins_returned_message(std::string_view line) {
  if (begins_header(line)) return true;
  line = trim(line);
  if (line.size() > kLongestAnnouncement) return false;
  // "-----Original Message-----" is how mail programs quote.
  if (is_rule(line))
    return holds_any(line, kAnnouncements) || holds_any(line, {"original message"});
  // A sentence may speak of the message, too; an announcement ends what is said.
  const std::string_view last = line.substr(line.find_last_of(' ') + 1);
  const bool ends = last.ends_with(':') || starts_with_ignoring_case(last, "follow") ||
                    starts_with_ignoring_case(last, "suppressed");
  // "The following addresses did not receive a copy of your message:" is none.
  const bool of_addresses = find_ignoring_case(line, "receive") != std::string_view::npos;
  return ends && !of_addresses && holds_any(line, kAnnouncements);
}

}  // namespace plainbounce
