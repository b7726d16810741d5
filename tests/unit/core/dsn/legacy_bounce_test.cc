#include "core/dsn/legacy_bounce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/dsn/delivery_report_parser.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

constexpr const char* kDaemon = "From: MAILER-DAEMON@m.test\nSubject: failure notice\n\n";
constexpr const char* kCopy = "From: anna@example.net\nSubject: Hi\n\nbody\n";

// "Format: address action host type;diagnostic | ...; Subject", or the error.
std::string read(const std::string& message, PlainText plain = PlainText::kNo) {
  const auto tree = split_message(message, Limits());
  if (!tree) return "not split";
  const auto format = recognise_legacy_bounce(*tree, plain);
  if (!format) return "not recognised";
  const auto report = parse_legacy_bounce(*tree, Limits());
  if (!report) return report.error().message;
  std::string out = *format + ":";
  for (const PerRecipientFields& r : report->recipients) {
    out += ' ' + (r.final_recipient ? r.final_recipient->value : "-") + ' ' +
           std::string(to_string(r.action)) + ' ' + (r.remote_mta ? r.remote_mta->value : "-") +
           ' ';
    if (r.diagnostic_code) out += r.diagnostic_code->type + ';' + r.diagnostic_code->value;
    if (!r.notice_text.empty()) out += " (" + r.notice_text + ')';
    out += " |";
  }
  EXPECT_FALSE(report->machine_readable);
  if (report->original) out += ' ' + report->original->subject.value_or("no subject");
  return out;
}

TEST(LegacyBounce, Qmail) {
  const std::string text = std::string(kDaemon) +
                           "Hi. This is the qmail-send program at m.test.\n"
                           "I could not deliver your message.\n\n"
                           "<bob@x.test>:\n"
                           "192.0.2.1 does not like recipient.\n"
                           "Remote host said: 550-5.1.1 no\n550 5.1.1 such user\n"
                           "Giving up on 192.0.2.1.\n\n"
                           "<carol@y.test>:\n"
                           "Connected to 192.0.2.2 but sender was rejected.\n"
                           "Remote host said: 553 no\n\n"
                           "<dave@m.test>:\n"
                           "Sorry, no mailbox here by that name. (#5.1.1)\n\n"
                           "--- Below this line is a copy of the message.\n\n" +
                           kCopy + "\n<not@x.test>:\nRemote host said: 550 no\n";
  EXPECT_EQ(read(text),
            "qmail: bob@x.test failed 192.0.2.1 smtp;550-5.1.1 no 550 5.1.1 such user |"
            " carol@y.test failed 192.0.2.2 smtp;553 no |"
            " dave@m.test failed - x-qmail;Sorry, no mailbox here by that name. (#5.1.1) | Hi");
}

TEST(LegacyBounce, Exim) {
  const std::string head =
      "From: Mail Delivery System <Mailer-Daemon@m.test>\n\n"
      "This message was created automatically by mail delivery software.\n\n";
  EXPECT_EQ(read(head +
                 "A message that you sent could not be delivered to one or more of its\n"
                 "recipients. This is a permanent error. The following address(es) failed:\n\n"
                 "  bob@x.test\n"
                 "    (generated from team@m.test)\n"
                 "    SMTP error from remote mail server after RCPT TO:<bob@x.test>:\n"
                 "    host mx.x.test [192.0.2.1]: 550 5.1.1 no such user\n"
                 "  carol@y.test:\n"
                 "    unrouteable mail domain \"y.test\"\n\n"
                 "------ This is a copy of the message, including all the headers. ------\n\n" +
                 kCopy),
            "Exim: bob@x.test failed mx.x.test smtp;550 5.1.1 no such user |"
            " carol@y.test failed - x-exim;unrouteable mail domain \"y.test\" | Hi");
  EXPECT_EQ(read(head + "A message that you sent has not been delivered to one or more of its\n"
                        "recipients after more than 24 hours on the queue on m.test.\n\n"
                        "The address to which the message has not yet been delivered is:\n\n"
                        "  bob@x.test\n"
                        "    Delay reason: Connection timed out\n\n"
                        "No action is required on your part.\n"),
            "Exim: bob@x.test delayed - x-exim;Delay reason: Connection timed out |");
}

TEST(LegacyBounce, Sendmail) {
  EXPECT_EQ(read(std::string(kDaemon) +
                 "The original message was received at Mon\nfrom localhost [127.0.0.1]\n\n"
                 "   ----- The following addresses had permanent fatal errors -----\n"
                 "<bob@x.test>\n"
                 "    (reason: 550-5.7.1 blocked)\n"
                 "carol@y.test\n"
                 "    (expanded from: <team@m.test>)\n\n"
                 "   ----- The following addresses had transient non-fatal errors -----\n"
                 "<dave@z.test>\n\n"
                 "   ----- Transcript of session follows -----\n"
                 "... while talking to mx.x.test.:\n"
                 ">>> DATA\n"
                 "<<< 550-5.7.1 blocked\n<<< 550 5.7.1 see the list\n"
                 "550 5.1.1 <bob@x.test>... User unknown\n"
                 "550 5.1.2 carol@y.test... Host unknown\n\n"
                 "   ----- Original message follows -----\n\n" +
                 kCopy),
            "Sendmail: bob@x.test failed - smtp;550-5.7.1 blocked (550-5.7.1 blocked\n"
            "550 5.7.1 see the list) | carol@y.test failed -  (550 5.1.2 carol@y.test... Host "
            "unknown) | dave@z.test delayed -  | Hi");
}

TEST(LegacyBounce, SendmailFiveWithALongReply) {
  std::string reply;
  for (int i = 0; i < 10000; ++i) reply += "<<< 550-no\n";
  const std::string said =
      read(std::string(kDaemon) + "   ----- Transcript of session follows -----\n" + reply +
           "<<< 550 end\n554 <bob@x.test>... Remote protocol error\n\n"
           "   ----- Unsent message follows -----\n" +
           kCopy);
  EXPECT_EQ(said.substr(0, 60), "Sendmail: bob@x.test failed -  (550-no\n550-no\n550-no\n550-no\n");
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 10000);
  EXPECT_TRUE(said.ends_with("550-no\n550 end) | Hi")) << said.substr(said.size() - 60);
}

TEST(LegacyBounce, SendmailFiveGivesUp) {
  EXPECT_EQ(
      read(std::string(kDaemon) +
           "   ----- Transcript of session follows -----\n421 mx.x.test: Connection timed out\n"
           "bob@x.test... Cannot send message for 3 days\n\n"
           "   ----- Unsent message follows -----\n" +
           kCopy),
      "Sendmail: bob@x.test failed -  (421 mx.x.test: Connection timed out) | Hi");
}

TEST(LegacyBounce, RunningText) {
  struct Case {
    const char* label;
    const char* text;
    const char* read;
  };
  const Case cases[] = {
      {"Postfix's block",
       "Here is what I got:\n\n<bob@x.test>: host mx.x.test[192.0.2.1] said: 550 5.1.1\n"
       "    no such user (in reply to RCPT TO command)\n\nWhat now?\n",
       "running text: bob@x.test failed mx.x.test smtp;550 5.1.1 no such user (in reply to RCPT TO "
       "command) |"},
      {"two blocks without an empty line",
       "\n<a@x.test>: host m.x.test said: 550 a\n<b@y.test>: host m.y.test said: 452 4.2.2 b\n",
       "running text: a@x.test failed m.x.test smtp;550 a | b@y.test unknown m.y.test smtp;452 "
       "4.2.2 b |"},
      {"addresses without brackets, line by line",
       "\na@x.test: 550 5.2.2 <a@x.test>... Mailbox full\nb@x.test: 550 5.1.1 <b@x.test>... No "
       "user\n",
       "running text: a@x.test failed - smtp;550 5.2.2 <a@x.test>... Mailbox full |"
       " b@x.test failed - smtp;550 5.1.1 <b@x.test>... No user |"},
      {"quoted", "\n> <bob@x.test>: host m said: 550\n>   5.1.1 no\n",
       "running text: bob@x.test failed m smtp;550 5.1.1 no |"},
      {"quoted, the address again in a line that goes on",
       "\nI got:\n\n> <bob@x.test>: host m.x.test[192.0.2.1] said: 550 5.1.1\n>     <bob@x.test>: "
       "User unknown\n",
       "running text: bob@x.test failed m.x.test smtp;550 5.1.1 <bob@x.test>: User unknown |"},
      {"a reply alone", "550 5.7.26 This mail is unauthenticated\n",
       "running text: - failed - smtp;550 5.7.26 This mail is unauthenticated |"},
      {"code behind words", "\nwe got 554 5.7.1 Spam for bob@x.test\n",
       "running text: bob@x.test failed - smtp;554 5.7.1 Spam for bob@x.test |"},
      {"a bare number", "\nWe sold 550 units to bob@x.test\n", "not recognised"},
      {"part of an address", "\nhost 10.550 5.1.1 x, tel 0-555 5.1.1\n", "not recognised"},
      {"nothing", "\n\n", "not recognised"},
  };
  for (const Case& c : cases) EXPECT_EQ(read(c.text, PlainText::kYes), c.read) << c.label;
  EXPECT_EQ(read(cases[0].text, PlainText::kNo), "not recognised");
}

TEST(LegacyBounce, MarksFromAPersonAreAQuotation) {
  const std::string qmail =
      "Hi. This is the qmail-send program at m.test.\n\n<bob@x.test>:\nRemote host said: 550 no\n";
  EXPECT_EQ(read("From: anna@example.net\n\n" + qmail), "not recognised");
  const std::string perhaps = "From: postmaster@m.test\nSubject: failure notice\n\n";
  EXPECT_EQ(read(perhaps + "I got this:\n\n" + qmail), "not recognised");
  EXPECT_EQ(read(perhaps + "> " + qmail), "not recognised");
  EXPECT_EQ(read(std::string(kDaemon) + "Hi. This is the qmail-send program at m.test.\n\nBye.\n"),
            "not recognised");
}

}  // namespace
}  // namespace plainbounce
