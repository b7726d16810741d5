#include "core/dsn/failure_words.h"

#include "core/base/ascii.h"
#include "core/dsn/delay_phrases.h"
#include "core/dsn/failure_phrases.h"
#include "core/dsn/folded_text.h"

namespace plainbounce {

namespace {

bool tells_of_failure_in_english(std::string_view folded_text) {
  static const PhraseSet kFailed = {"encountered an error while being processed",
                                    "error was detected while processing",
                                    "delivery problems",
                                    "could not be reached",
                                    "has been postponed",
                                    "no mailbox here by that name",
                                    "could not be delivered",
                                    "couldn't be delivered",
                                    "cannot be delivered",
                                    "can not be delivered",
                                    "can't be delivered",
                                    "not be delivered to",
                                    "was not delivered",
                                    "wasn't delivered",
                                    "were not delivered",
                                    "not delivered",
                                    "has not been delivered",
                                    "has not yet been delivered",
                                    "did not reach",
                                    "didn't reach",
                                    "not reach the following",
                                    "unable to deliver",
                                    "not able to deliver",
                                    "wasn't able to deliver",
                                    "could not deliver",
                                    "couldn't deliver",
                                    "cannot deliver",
                                    "failed to deliver",
                                    "error delivering",
                                    "error sending your mail",
                                    "trouble delivering",
                                    "problem delivering",
                                    "problems delivering",
                                    "error while attempting to deliver",
                                    "error has occurred while attempting to deliver",
                                    "occurred while trying to deliver",
                                    "delivery has failed",
                                    "delivery failed",
                                    "delivery failure",
                                    "delivery error",
                                    "delivery errors",
                                    "delivery to the following",
                                    "delivery of this message",
                                    "delivery of email to this address",
                                    "delevery to the following",
                                    "delivery attempts have failed",
                                    "deliver your message to",
                                    "undeliverable",
                                    "undelivered",
                                    "non-delivery",
                                    "permanent fatal errors",
                                    "transient non-fatal errors",
                                    "fatal errors",
                                    "returned permanent errors",
                                    "unsent message",
                                    "failed address",
                                    "encountered delivery problems",
                                    "encountered a delivery problem",
                                    "has been returned because",
                                    "exceeds allowed size",
                                    "is temporarily over quota",
                                    "not a valid user here",
                                    "failed recipient",
                                    "addresses failed",
                                    "address failed",
                                    "address(es) failed",
                                    "recipients failed",
                                    "did not receive",
                                    "rejected by a remote",
                                    "was automatically rejected",
                                    "rejected recipient",
                                    "failure reasons",
                                    "following destination addresses were unknown",
                                    "unknown user:",
                                    "invalid final delivery userid",
                                    "invalid user address",
                                    "account is disabled",
                                    "may not exist, or you may not have permission",
                                    "message has bounced",
                                    "message bounced",
                                    "returned to you",
                                    "returned to sender"};
  return kFailed.is_in(folded_text);
}

}  // namespace

bool tells_of_failure(std::string_view text) {
  const std::string plain = folded(text);
  return tells_of_failure_in_english(plain) || failure_phrases_in_other_languages().is_in(plain);
}

bool tells_of_delay(std::string_view text) {
  static const PhraseSet kDelayed = {"has not yet been delivered",
                                     "not been delivered yet",
                                     "not be delivered yet",
                                     "not yet be delivered",
                                     "not delivered yet",
                                     "not yet delivered",
                                     "not yet been able to deliver",
                                     "will keep trying",
                                     "still trying",
                                     "continue to try",
                                     "continue trying",
                                     "will be retried",
                                     "will retry",
                                     "will be tried again",
                                     "will be attempted again",
                                     "will try again",
                                     "we try again",
                                     "retry to deliver",
                                     "delivery will be attempted",
                                     "attempts will continue",
                                     "attempts continue",
                                     "further attempts",
                                     "further delivery attempts",
                                     "more attempts will",
                                     "remains in the queue",
                                     "delivery is delayed",
                                     "delivery delayed",
                                     "delayed delivery",
                                     "delayed mail",
                                     "message delayed",
                                     "delivery delay",
                                     "has been delayed",
                                     "has been postponed",
                                     "is delayed",
                                     "do not need to resend your message",
                                     "no action is required on your part",
                                     "warning message only"};
  const std::string plain = folded(text);
  return kDelayed.is_in(plain) || delay_phrases_in_other_languages().is_in(plain);
}

bool tells_of_giving_up(std::string_view text) {
  static const PhraseSet kGivenUp = {"given up",
                                     "gave up",
                                     "are giving up",
                                     "is a permanent error",
                                     "permanent fatal errors",
                                     "stopped trying",
                                     "no longer trying",
                                     "no longer be tried",
                                     "was aborted after",
                                     "will not continue",
                                     "will not be retried",
                                     "will not retry",
                                     "will not be tried again",
                                     "will not try again",
                                     "will not be attempted again",
                                     "no further attempts",
                                     "no further delivery attempts",
                                     "further attempts will not",
                                     "further delivery attempts will not",
                                     "no more attempts",
                                     "no more delivery attempts"};
  const std::string plain = folded(text);
  return kGivenUp.is_in(plain) || giving_up_phrases_in_other_languages().is_in(plain);
}

bool tells_of_unknown_user(std::string_view text) {
  static const PhraseSet kUnknown = {"no such user", "user unknown", "user not known"};
  return kUnknown.is_in(folded(text));
}

bool tells_of_success(std::string_view text) {
  static const PhraseSet kDelivered = {"successful delivery",
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
  return kDelivered.is_in(folded(text));
}

bool tells_of_absence(std::string_view text) {
  static const PhraseSet kAway = {"out of office",  "out of the office", "i am away",  "i'm away",
                                  "i will be away", "on vacation",       "on holiday", "on leave"};
  return kAway.is_in(folded(text));
}

bool begins_as_letter(std::string_view text) {
  constexpr size_t kLongestGreeting = 60;
  text = trim(text);
  const std::string line =
      folded(trim(text.substr(0, text.find('\n'))).substr(0, kLongestGreeting));
  if (!line.ends_with(',') && !line.ends_with('!')) return false;
  static const PhraseSet kGreetings = {
      "dear ",   "hi ",          "hello ",    "good morning", "hallo ",  "liebe ",
      "lieber ", "sehr geehrte", "guten tag", "bonjour",      "cher",    "hola",
      "estimad", "caro ",        "cara ",     "gentile",      "prezado", "ola"};
  return kGreetings.find(line) == 0;
}

}  // namespace plainbounce
