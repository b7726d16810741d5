#include "core/smtp/smtp_reply.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

// "550 5.1.1 [line|line] command=RCPT TO host=mx wrapper={...}"; "-" for what is not there.
std::string describe(const SmtpReply& reply) {
  std::string out = reply.code ? reply.code->to_string() : "-";
  out += " " + (reply.enhanced ? reply.enhanced->to_string() : "-") + " [";
  for (size_t i = 0; i < reply.lines.size(); ++i) out += (i == 0 ? "" : "|") + reply.lines[i];
  out += "]";
  if (reply.command) out += " command=" + *reply.command;
  if (!reply.host.empty()) out += " host=" + reply.host;
  if (!reply.wrapper.empty()) out += " wrapper={" + reply.wrapper + "}";
  return out;
}

struct Case {
  const char* label;
  std::string text;
  std::string expected;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.label);
    EXPECT_EQ(describe(parse_smtp_reply(c.text)), c.expected);
  }
}

TEST(SmtpReplyTest, ReadsOneLine) {
  check({
      {"both codes", "550 5.1.1 User unknown", "550 5.1.1 [User unknown]"},
      {"reply code alone", "550", "550 - []"},
      {"no enhanced code", "550 No such user here", "550 - [No such user here]"},
      {"colon behind the code", "550 : User unknown", "550 - [User unknown]"},
      {"hash", "550 #5.1.0 Address rejected.", "550 5.1.0 [Address rejected.]"},
      {"hash without blank", "550#5.1.0 Address rejected.", "550 5.1.0 [Address rejected.]"},
      {"brackets", "553 sorry, it is in my list (#5.7.1)",
       "553 5.7.1 [sorry, it is in my list (#5.7.1)]"},
      {"brackets in front", "550 (#5.1.1) unknown", "550 5.1.1 [unknown]"},
      {"dot behind the code", "550.5.2.241 refused", "550 5.2.241 [refused]"},
      {"colon behind the enhanced code", "421 4.7.0: try later", "421 4.7.0 [try later]"},
      {"dot behind the enhanced code", "550 5.1.1. No such user", "550 5.1.1 [No such user]"},
      {"word between", "550 cuda_nsu 5.1.1 <a@example.org> unknown",
       "550 5.1.1 [cuda_nsu 5.1.1 <a@example.org> unknown]"},
      {"Sendmail", "550 5.1.1 <a@example.org>... User unknown",
       "550 5.1.1 [<a@example.org>... User unknown]"},
      {"class that does not fit stands behind the code", "550 4.2.2 odd", "550 4.2.2 [odd]"},
      {"class that does not fit, in the text", "550 filter 2.6.4 says spam",
       "550 - [filter 2.6.4 says spam]"},
      {"the first that fits in the text", "550 filter 2.6.4 says spam (5.7.1)",
       "550 5.7.1 [filter 2.6.4 says spam (5.7.1)]"},
      {"success", "250 2.1.5 Ok", "250 2.1.5 [Ok]"},
      {"8-bit text", "550 5.1.1 Empf\xC3\xA4nger unbekannt",
       "550 5.1.1 [Empf\xC3\xA4nger unbekannt]"},
      {"not a number of a provider", "451 Please try again later [#4.16.1]",
       "451 - [Please try again later [#4.16.1]]"},
      {"not an address", "554 refused 5.2.3.4 by 127.0.0.2",
       "554 - [refused 5.2.3.4 by 127.0.0.2]"},
      {"transcript mark", "<<< 550 5.1.1 unknown", "550 5.1.1 [unknown]"},
  });
}

TEST(SmtpReplyTest, KeepsTextWithoutCodes) {
  check({
      {"nothing", "", "- - []"},
      {"blanks", " \r\n\t", "- - []"},
      {"Postfix's own words", "unknown user: \"nosuchuser\"", "- - [unknown user: \"nosuchuser\"]"},
      {"a connection", "connect to mx.example.org[192.0.2.1]:25: Connection refused",
       "- - [connect to mx.example.org[192.0.2.1]:25: Connection refused]"},
      {"a size", "message size 3240 exceeds size limit 1000 of server mx.example.org[192.0.2.1]",
       "- - [message size 3240 exceeds size limit 1000 of server mx.example.org[192.0.2.1]]"},
      {"exit status", "77", "- - [77]"},
      {"exit status that looks like a code", "255", "- - [255]"},
      {"dash behind the enhanced code", "5.4.7 - Delivery expired 'timeout'",
       "- 5.4.7 [Delivery expired 'timeout']"},
      {"four digits", "5501 User unknown", "- - [5501 User unknown]"},
      {"digits and a unit", "550MB is too much", "- - [550MB is too much]"},
      {"a decimal number", "550.5 is no code", "- - [550.5 is no code]"},
      {"out of range", "650 5.1.1 x", "- 5.1.1 [650 5.1.1 x]"},
      {"enhanced code alone", "5.1.1 User unknown", "- 5.1.1 [User unknown]"},
      {"enhanced code in brackets", "no mailbox here by that name (#5.1.1)",
       "- 5.1.1 [no mailbox here by that name (#5.1.1)]"},
      {"a program's version", "Server version 5.1.2 said no", "- - [Server version 5.1.2 said no]"},
  });
}

TEST(SmtpReplyTest, JoinsSeveralLines) {
  const std::string expected =
      "550 5.1.1 [The email account does not exist.|Please try again.|https://example.org/5.1.1 x]";
  check({
      {"CRLF",
       "550-5.1.1 The email account does not exist.\r\n550-5.1.1 Please try again.\r\n550 5.1.1  "
       "https://example.org/5.1.1 x",
       expected},
      {"LF",
       "550-5.1.1 The email account does not exist.\n550-5.1.1 Please try again.\n550 5.1.1  "
       "https://example.org/5.1.1 x\n",
       expected},
      {"joined by blanks",
       "550-5.1.1 The email account does not exist. 550-5.1.1 Please try again. 550 5.1.1  "
       "https://example.org/5.1.1 x",
       expected},
      {"repeats inside a sentence",
       "550-5.7.26 has an SPF record with a 550-5.7.26 hard fail policy 550 5.7.26 but it fails",
       "550 5.7.26 [has an SPF record with a|hard fail policy|but it fails]"},
      {"enhanced code in the first line alone, joined",
       "550-5.7.1 blocked 550-by policy 550 ask us", "550 5.7.1 [blocked|by policy|ask us]"},
      {"no enhanced codes, joined",
       "554-mx.example.org Service not available 554-Bad PTR record. 554 See "
       "http://example.org/?554",
       "554 - [mx.example.org Service not available|Bad PTR record.|See http://example.org/?554]"},
      {"the same number in a line of several", "550-5.7.1 message of 550 bytes\n550 5.7.1 refused",
       "550 5.7.1 [message of 550 bytes|refused]"},
      {"single-line prefix repeated", "550 5.1.1 no such user 550 5.1.1 ask postmaster",
       "550 5.1.1 [no such user|ask postmaster]"},
      {"the number again is no prefix", "552 5.2.2 over quota of 552 bytes",
       "552 5.2.2 [over quota of 552 bytes]"},
      {"enhanced code in the last line alone", "550-unknown\r\n550 5.1.1 user",
       "550 5.1.1 [unknown|user]"},
      {"codes differ, the last wins", "220-mx.example.org\r\n521 5.7.1 no service here",
       "521 5.7.1 [mx.example.org|no service here]"},
      {"codes differ, joined", "220-mx.example.org 521 5.7.1 no service here",
       "521 5.7.1 [mx.example.org|no service here]"},
      {"empty lines of a reply", "550-\r\n550-unknown\r\n550 ", "550 - [unknown]"},
      {"never finished", "550-5.1.1 a\r\n550-5.1.1 b", "550 5.1.1 [a|b]"},
      {"a folded line", "550 5.1.1 User\r\n 552 bytes unknown",
       "550 5.1.1 [User|552 bytes unknown]"},
      {"a number that begins a later line", "550 5.1.1 User\r\n421 bytes unknown",
       "550 5.1.1 [User|421 bytes unknown]"},
      {"text in front", "Undeliverable.\n550 5.1.1 unknown",
       "550 5.1.1 [unknown] wrapper={Undeliverable.}"},
  });
}

TEST(SmtpReplyTest, TakesPostfixWrappersOff) {
  check({
      {"host said",
       "host mx.example.org[192.0.2.1] said: 550 5.1.1 <a@example.org>: Recipient address "
       "rejected: User unknown (in reply to RCPT TO command)",
       "550 5.1.1 [<a@example.org>: Recipient address rejected: User unknown] command=RCPT TO "
       "host=mx.example.org wrapper={host mx.example.org[192.0.2.1] said:}"},
      {"folded",
       "host mx.example.org[192.0.2.1] said:\n    554 5.6.0 spam (in reply to end of DATA\n    "
       "command)",
       "554 5.6.0 [spam] command=end of DATA host=mx.example.org wrapper={host "
       "mx.example.org[192.0.2.1] said:}"},
      {"refused to talk",
       "host mx.example.org[192.0.2.1] refused to talk to me: 554 5.7.1 not from you",
       "554 5.7.1 [not from you] host=mx.example.org wrapper={host mx.example.org[192.0.2.1] "
       "refused to talk to me:}"},
      {"suspended",
       "delivery temporarily suspended: connect to mx.example.org[192.0.2.1]: server refused to "
       "talk to me: 421 Service not available",
       "421 - [Service not available] host=mx.example.org wrapper={delivery temporarily suspended: "
       "connect to mx.example.org[192.0.2.1]: server refused to talk to me:}"},
      {"the innermost wins",
       "host relay.example.org[192.0.2.1] said: 450 4.1.1 <a@example.net>: Recipient address "
       "rejected: undeliverable address: host mx.example.net[192.0.2.2] said: 550 5.2.1 disabled "
       "(in reply to RCPT TO command) (in reply to DATA command)",
       "550 5.2.1 [disabled] command=RCPT TO host=mx.example.net wrapper={host "
       "relay.example.org[192.0.2.1] said: 450 4.1.1 <a@example.net>: Recipient address rejected: "
       "undeliverable address: host mx.example.net[192.0.2.2] said:}"},
      {"but not where the sender's address was checked",
       "450 4.1.7 <me@example.org>: Sender address rejected: undeliverable address: host "
       "mx.example.org[192.0.2.2] said: 550 5.1.1 unknown user",
       "450 4.1.7 [<me@example.org>: Sender address rejected: undeliverable address: host "
       "mx.example.org[192.0.2.2] said: 550 5.1.1 unknown user]"},
      {"several lines",
       "host mx.example.org[192.0.2.1] said: 550-5.1.1 The email account 550-5.1.1 does not exist "
       "550 5.1.1 x (in reply to RCPT TO command)",
       "550 5.1.1 [The email account|does not exist|x] command=RCPT TO host=mx.example.org "
       "wrapper={host mx.example.org[192.0.2.1] said:}"},
      {"LMTP", "host mx[private/dovecot-lmtp] said: 552 5.2.2 Quota exceeded",
       "552 5.2.2 [Quota exceeded] host=mx wrapper={host mx[private/dovecot-lmtp] said:}"},
      {"address alone", "host 192.0.2.1[192.0.2.1] said: 550 no",
       "550 - [no] host=192.0.2.1 wrapper={host 192.0.2.1[192.0.2.1] said:}"},
      {"log line",
       "ABC123: to=<a@example.org>, relay=mx.example.org[192.0.2.1]:25, dsn=5.1.1, status=bounced "
       "(host mx.example.org[192.0.2.1] said: 550 5.1.1 unknown (in reply to RCPT TO command))",
       "550 5.1.1 [unknown] command=RCPT TO host=mx.example.org wrapper={ABC123: "
       "to=<a@example.org>, relay=mx.example.org[192.0.2.1]:25, dsn=5.1.1, status=bounced (host "
       "mx.example.org[192.0.2.1] said:}"},
      {"words of a server that only look like a wrapper", "550 5.7.1 our admin said: no",
       "550 5.7.1 [our admin said: no]"},
      {"said without a code", "host mx.example.org[192.0.2.1] said: go away",
       "- - [go away] host=mx.example.org wrapper={host mx.example.org[192.0.2.1] said:}"},
  });
}

TEST(SmtpReplyTest, TakesOtherWrappersOff) {
  check({
      {"Exchange, quoted", "Remote server returned '550 5.1.1 <a@example.org>: User unknown'",
       "550 5.1.1 [<a@example.org>: User unknown] wrapper={Remote server returned}"},
      {"Exchange, quoted, quote inside", "Remote Server returned '550 5.1.1 isn't here'",
       "550 5.1.1 [isn't here] wrapper={Remote Server returned}"},
      {"Exchange Online",
       "550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.1.1 "
       "User unknown",
       "550 5.1.1 [User unknown] wrapper={550 5.1.351 Remote server returned unknown recipient or "
       "mailbox unavailable ->}"},
      {"Exchange Online with #",
       "#550 5.0.350 Remote server returned an error -> 554 Administrative prohibition",
       "554 - [Administrative prohibition] wrapper={550 5.0.350 Remote server returned an error "
       "->}"},
      {"Exchange Online, expired", "550 5.4.300 Message expired -> 451 4.4.7 Message delayed",
       "451 4.4.7 [Message delayed] wrapper={550 5.4.300 Message expired ->}"},
      {"Exchange, no reply inside", "#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##",
       "550 5.1.1 [RESOLVER.ADR.RecipNotFound; not found ##]"},
      {"Exchange, angle brackets", "#< #5.1.1 smtp;550 5.1.1 <a@example.org>: unknown>",
       "550 5.1.1 [<a@example.org>: unknown] wrapper={#< #5.1.1 smtp;}"},
      {"Exchange, host in angle brackets", "<mx.example.org #5.5.0 smtp;550 5.1.1 unknown> #SMTP#",
       "550 5.1.1 [unknown] host=mx.example.org wrapper={<mx.example.org #5.5.0 smtp;}"},
      {"a whole field", "Diagnostic-Code: smtp; 550 5.1.1 unknown",
       "550 5.1.1 [unknown] wrapper={Diagnostic-Code: smtp;}"},
      {"IronPort",
       "5.1.0 - Unknown address error 550-'5.1.1 <a@example.org>... User unknown' (delivery "
       "attempts: 0)",
       "550 5.1.1 [<a@example.org>... User unknown] wrapper={5.1.0 - Unknown address error}"},
      {"Barracuda",
       "550 permanent failure for one or more recipients (a@example.org:550 5.1.1 User unknown)",
       "550 5.1.1 [User unknown] wrapper={550 permanent failure for one or more recipients "
       "(a@example.org:}"},
      {"Barracuda, no reply inside",
       "550 permanent failure for one or more recipients (a@example.org:blocked)",
       "550 - [permanent failure for one or more recipients (a@example.org:blocked)]"},
      {"Amazon SES, the last attempt's reply behind the expiry",
       "554 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.2 Connection timed "
       "out>",
       "421 4.4.2 [Connection timed out] wrapper={554 4.4.7 Message expired: unable to deliver in "
       "840 minutes.<}"},
      {"expiry with an address in brackets", "554 4.4.7 Message expired for <a@example.org>",
       "554 4.4.7 [Message expired for <a@example.org>]"},
      {"Exim, one line",
       "SMTP error from remote mail server after RCPT TO:<a@example.org>: host mx.example.org "
       "[192.0.2.1]: 550 No such user",
       "550 - [No such user] command=RCPT TO host=mx.example.org wrapper={SMTP error from remote "
       "mail server after RCPT TO:<a@example.org>: host mx.example.org [192.0.2.1]:}"},
      {"Exim, several lines",
       "host mx.example.org [192.0.2.1]\n    SMTP error from remote mail server after end of "
       "data:\n    550-a\n    550 5.7.1 b",
       "550 5.7.1 [a|b] command=end of data host=mx.example.org wrapper={host mx.example.org "
       "[192.0.2.1]\n    SMTP error from remote mail server after end of data:}"},
      {"Exim's callout speaks of the sender's address",
       "550-Callout verification failed: 550 550 unknown user",
       "550 - [Callout verification failed:|unknown user]"},
      {"Exim's callout, the inner reply with an enhanced code",
       "550-Callout verification failed:\r\n550 550 5.1.1 unknown user",
       "550 - [Callout verification failed:|unknown user]"},
      {"a reply quoted whole", "550 550 5.1.1 unknown user", "550 5.1.1 [unknown user]"},
      {"a code of the check itself", "550-Sender verify failed\r\n550 refused (#5.7.1)",
       "550 5.7.1 [Sender verify failed|refused (#5.7.1)]"},
      {"Exim's callout, several lines",
       "550-Verification failed for <me@example.org>\r\n550-Response: 550 5.1.1 unknown\r\n550 "
       "Sender verify failed",
       "550 - [Verification failed for <me@example.org>|Response: 550 5.1.1 unknown|Sender "
       "verify failed]"},
      {"qmail",
       "192.0.2.1 does not like recipient.\nRemote host said: 550 5.1.1 unknown\nGiving up.",
       "550 5.1.1 [unknown|Giving up.] wrapper={192.0.2.1 does not like recipient.\nRemote host "
       "said:}"},
      {"Gmail", "The response from the remote server was:\n550 5.1.1 unknown",
       "550 5.1.1 [unknown] wrapper={The response from the remote server was:}"},
      {"other words in front", "Delivery failed; 550 5.1.1 unknown",
       "550 5.1.1 [unknown] wrapper={Delivery failed;}"},
  });
}

TEST(SmtpReplyTest, ReadsControlCharactersAsBlanks) {
  check({
      {"NUL", std::string("550 5.1.1 a") + '\0' + "b", "550 5.1.1 [a b]"},
      {"bare CR", "550 5.1.1 a\r250 2.0.0 b", "550 5.1.1 [a 250 2.0.0 b]"},
      {"NUL in front", std::string(2, '\0') + "550 5.1.1 a", "550 5.1.1 [a]"},
      {"CR CR LF", "550-5.1.1 a\r\r\n550 5.1.1 b", "550 5.1.1 [a|b]"},
      {"other controls stay", "550 5.1.1 a\x1B[31m\x07", "550 5.1.1 [a\x1B[31m\x07]"},
  });
}

TEST(SmtpReplyTest, StopsAtItsLimits) {
  Limits limits;
  limits.reply_lines = 3;
  limits.reply_bytes = 40;
  EXPECT_EQ(describe(parse_smtp_reply("550-a\n550-b\n550-c\n550-d\n550 e", limits)),
            "550 - [a|b|c]");
  EXPECT_EQ(describe(parse_smtp_reply("550-a 550-b 550-c 550-d 550 e", limits)), "550 - [a|b|c]");
  EXPECT_EQ(describe(parse_smtp_reply("550 5.1.1 " + std::string(100, 'x'), limits)),
            "550 5.1.1 [" + std::string(30, 'x') + "]");
}

std::string repeated(std::string_view piece, size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

// Each of these would take minutes if some step went over the text once for each of its places.
TEST(SmtpReplyTest, TakesHostileTextOfAnyLength) {
  const char* const pieces[] = {"550-5.1.1 a ",
                                "550 5.1.1 ",
                                "550-a\r\n",
                                "550 ",
                                "5.1.1 ",
                                "((((",
                                "550-'",
                                "smtp;",
                                "smtp;550 5.1.1 <",
                                " said: ",
                                "host a said: ",
                                "host a.b[1] said: 550 ",
                                " -> 550 ",
                                "(in reply to ",
                                "(in reply to a command)",
                                "remote server returned '550 ",
                                "[#5.1.1 ",
                                "version 5.1.1 ",
                                "SMTP error from remote mail server after x: ",
                                "\xFF\xFE",
                                "....",
                                "one or more recipients (a:550 "};
  for (const char* const piece : pieces) {
    SCOPED_TRACE(piece);
    const std::string text = repeated(piece, 70000);
    for (const std::string& hostile : {text, "550-" + text}) {
      const SmtpReply reply = parse_smtp_reply(hostile);
      EXPECT_LE(reply.lines.size(), Limits{}.reply_lines);
      EXPECT_LE(reply.text.size(), Limits{}.reply_bytes + Limits{}.reply_lines);
    }
  }
}

}  // namespace
}  // namespace plainbounce
