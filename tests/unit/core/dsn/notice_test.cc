#include <gtest/gtest.h>

#include <string>

#include "core/dsn/notice_text.h"
#include "tests/unit/core/dsn/notice_messages.h"

namespace plainbounce {
namespace {

using testing::from_daemon;
using testing::kCopy;
using testing::read;

TEST(Notice, Formats) {
  struct Case {
    const char* label;
    std::string text;
    const char* read;
  };
  const Case cases[] = {
      {"OpenSMTPD: address, colon, reply",
       "    Hi!\n\n    An error has occurred while attempting to deliver a message for\n    the "
       "following list of recipients:\n\nbob@x.test: 550 5.1.1 no such user\n"
       "carol@y.test: Domain does not exist\n\n    Below is a copy of the original message:\n" +
           std::string(kCopy),
       "bob@x.test failed - smtp;550 5.1.1 no such user |"
       "carol@y.test failed - x-notice;Domain does not exist | Hi"},
      {"DragonFly: the address in a sentence, several lines of reply",
       "This is the DragonFly Mail Agent at m.test.\n\nThere was an error delivering your mail to "
       "<bob@x.test>.\n\nmx.x.test [192.0.2.1] did not like our RCPT TO:\n550-5.7.1 not\n550 5.7.1 "
       "here\n\nMessage headers follow.\n" +
           std::string(kCopy),
       "bob@x.test failed - smtp;550-5.7.1 not 550 5.7.1 here | Hi"},
      {"Yahoo: a colon behind the code",
       "Sorry, we were unable to deliver your message to the following address.\n\n<bob@x.test>:\n"
       "550: 5.2.2 Mailbox Full\n\n--- Below this line is a copy of the message.\n" +
           std::string(kCopy),
       "bob@x.test failed - smtp;550: 5.2.2 Mailbox Full | Hi"},
      {"1&1: host and reason in words",
       "A message that you sent could not be delivered. The following address(es) failed:\n\n"
       "bob@x.test:\nSMTP error from remote server for TEXT command, host: mx.x.test (192.0.2.1) "
       "reason: 550 5.2.0 no\n\n--- The header of the original message is following. ---\n" +
           std::string(kCopy),
       "bob@x.test failed mx.x.test smtp;550 5.2.0 no | Hi"},
      {"Gmail: a warning",
       "THIS IS A WARNING MESSAGE ONLY.\n\nDelivery to the following recipient has been "
       "delayed:\n\n     bob@x.test\n\nMessage will be retried for 2 more day(s)\n\nTechnical "
       "details of temporary failure:\nThe server did not answer.\n\n----- Original message "
       "-----\n" +
           std::string(kCopy),
       "bob@x.test delayed - x-notice;The server did not answer. | Hi"},
      {"Exchange 2003: address and time, words below",
       "Your message\n\n  To:      team@m.test\n  Subject: Hi\n\ndid not reach the following "
       "recipient(s):\n\nbob@x.test on Mon, 2 Mar 2026 10:00:00 -0000\n    The recipient name is "
       "not recognized\ncarol@x.test on Mon, 2 Mar 2026 10:00:00 -0000\n    Mailbox full\n",
       "bob@x.test failed - x-notice;The recipient name is not recognized |"
       "carol@x.test failed - x-notice;Mailbox full |"},
      {"Domino: because",
       "Your message\n\n  Subject: Hi\n\nwas not delivered to:\n\n  bob@x.test\n\nbecause:\n\n  "
       "User bob not listed in Domino Directory\n",
       "bob@x.test failed - x-notice;User bob not listed in Domino Directory |"},
      {"PMDF: labels",
       "Your message cannot be delivered to the following recipients:\n\n  Recipient address: "
       "bob@x.test\n  Reason: rejected\n  Diagnostic code: smtp; 550 5.7.1 no\n",
       "bob@x.test failed - smtp;550 5.7.1 no |"},
      {"two addresses, one reason",
       "Your message could not be delivered to:\n\n  bob@x.test\n  carol@x.test\n\nThe server is "
       "down.\n",
       "bob@x.test failed - x-notice;The server is down. |"
       "carol@x.test failed - x-notice;The server is down. |"},
      {"the reason stands above the address",
       "------- Failure Reasons  --------\n\nMailbox full\nbob@x.test\n\n------- Returned Message "
       "--------\n" +
           std::string(kCopy),
       "bob@x.test failed - x-notice;Mailbox full bob@x.test | Hi"},
      {"nobody is named: the returned message's only recipient",
       "Your message could not be delivered.\n\nMailbox full.\n\nOriginal message follows.\n" +
           std::string(kCopy),
       "bob@x.test failed - x-notice;Your message could not be delivered. Mailbox full. | Hi"},
      {"nobody is named and nothing returned", "Your message could not be delivered.\n",
       "not recognised"},
      {"somebody answers a notice",
       "We work from 9 to 17.\n\n> could not be delivered to:\n> "
       "<bob@x.test>: 550 no\n",
       "not recognised"},
      {"Sendmail 5: the transcript names the addresses",
       "   ----- Transcript of session follows -----\nWhile talking to mx.x.test:\n>>> MAIL "
       "From:<a@m.test>\n<<< 550 Insecure Mail Relay\n554 <bob@x.test>... Remote protocol error\n"
       "550 y.test (smtp)... 550 Host unknown\n554 <carol@y.test>... 550 Host unknown\n\n   ----- "
       "Unsent message follows -----\n" +
           std::string(kCopy).substr(1),
       "bob@x.test failed - (550 Insecure Mail Relay) |carol@y.test failed - (550 Host unknown) | "
       "Hi"},
      {"Exim: a pipe",
       "This message was created automatically by mail delivery software.\n\nA message that you "
       "sent could not be delivered to one or more of its recipients.\n\n  pipe to |/bin/filter\n  "
       "  "
       "generated by bob@x.test\n    Child process of filter returned 2\n",
       "bob@x.test failed - x-exim;pipe to |/bin/filter Child process of filter returned 2 |"},
      {"MDaemon: a mark before the address",
       "YOUR MESSAGE WAS NOT DELIVERED!\n\nThe following addresses did NOT receive a copy of your "
       "message:\n\n> bob@x.test\n\n 550 no such user\n",
       "bob@x.test failed - smtp;550 no such user |"},
      {"MailEnable: the address with its type",
       "Message could not be delivered to some recipients.\n\n\tRecipient: [SMTP:bob@x.test]\n\t"
       "Reason: Remote SMTP Server Returned: 550 no\n",
       "bob@x.test failed - smtp;550 no |"},
      {"Exchange 5: an X.400 name",
       "did not reach the following recipient(s):\n\nc=US;a= ;p=M;dda:SMTP=bob@x.test; on Fri, 4 "
       "Oct\n"
       "    The recipient name is not recognized\n",
       "bob@x.test failed - x-notice;The recipient name is not recognized |"},
      {"the only address of the notice",
       "Your message could not be delivered.\n\nIt was addressed to 'bob@x.test' and has waited "
       "for "
       "30 days. Ask postmaster@m.test about it.\n",
       "bob@x.test failed - x-notice;Your message could not be delivered. It was addressed to "
       "'bob@x.test' and has waited for 30 days. Ask postmaster@m.test about it. |"},
      {"the returned message was for somebody else than To",
       "Your message could not be delivered.\n\nOriginal message follows.\n\nReceived: by m.test "
       "for "
       "<eve@y.test>; Mon\nTo: list@x.test\nSubject: Hi\n",
       "- failed - x-notice;Your message could not be delivered. | Hi"},
      {"status fields in running text",
       "Hello,\n\nReporting-MTA: dns; m.test\n\nFinal-Recipient: rfc822; bob@x.test\nAction: "
       "failed\nStatus: 5.1.1\n" +
           std::string(kCopy),
       "bob@x.test failed -  | Hi"},
  };
  for (const Case& c : cases) EXPECT_EQ(read(from_daemon(c.text)), c.read) << c.label;
}

// Names that people have, too: what stands above the address in its paragraph or in the one before.
TEST(Notice, WhatAnnouncesARecipient) {
  const std::string header = "From: Postmaster <postmaster@m.test>\nSubject: Undeliverable: Hi\n\n";
  const std::string failed = "A mail is undeliverable for a day\nto the following people:\n";
  for (const char* line : {"\nbob@x.test\n", "bob@x.test\n", "\nRecipient address: bob@x.test\n",
                           "\nSMTP <bob@x.test>\n", "\n* bob@x.test: no room\n"}) {
    EXPECT_EQ(read(header + failed + line).substr(0, 18), "bob@x.test failed ") << line;
  }
  EXPECT_EQ(read(header + failed + "\nAsk:\nbob@x.test\n"), "not recognised");
  EXPECT_EQ(read(header + failed + "\nSorry.\n\nbob@x.test\n"), "not recognised");
}

TEST(Notice, AProgramsSubjectSaysWhatTheListIsAbout) {
  const std::string list = "This is the mail system at m.test.\n\n<bob@x.test>: no room\n";
  EXPECT_EQ(read("From: MAILER-DAEMON@m.test\nSubject: Undelivered Mail\n\n" + list),
            "bob@x.test failed - x-notice;no room |");
  EXPECT_EQ(read("From: MAILER-DAEMON@m.test\nSubject: Mail delivery\n\n" + list),
            "not recognised");
  EXPECT_EQ(read("From: postmaster@m.test\nSubject: Undelivered Mail\n\n" + list),
            "not recognised");
}

TEST(Notice, TheHeaderNamesWhoFailed) {
  const std::string header =
      "From: Mail Delivery Subsystem <mailer-daemon@g.test>\nX-Failed-Recipients: bob@x.test,\n"
      " carol@x.test\n\n";
  EXPECT_EQ(read(header + "Hola:\n\n  carol@x.test\n    550 5.1.1 no\n"),
            "bob@x.test failed -  |carol@x.test failed - smtp;550 5.1.1 no |");
  EXPECT_EQ(read("From: anna@example.net\nX-Failed-Recipients: bob@x.test\n\nHello\n"),
            "not recognised");
}

std::string about_bob(const std::string& text) {
  return "From: MAILER-DAEMON@m.test\nTo: anna@home.test\nSubject: Undelivered Mail\nContent-Type: "
         "multipart/mixed; boundary=b\n\n--b\n\n" +
         text + "\n--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n";
}

TEST(Notice, ALongLineIsCutAtACharacter) {
  const std::string line(20000, 'a');
  EXPECT_EQ(joined_notice_lines({line, "b"}), line.substr(0, 8192) + '\n');
  const std::string umlauts = "a" + std::string(8190, 'b') + "\u00e4";
  EXPECT_EQ(joined_notice_lines({umlauts}), umlauts.substr(0, 8191) + '\n');
}

TEST(Notice, FinalOrDelayed) {
  struct Case {
    const char* label;
    const char* text;
    const char* read;
  };
  const Case cases[] = {
      {"delayed before, final now",
       "Your message has been delayed for five days. We have given up.\nDelivery to the following "
       "recipient failed:\n\nbob@x.test\n550 no\n",
       "bob@x.test failed - smtp;550 no | Hi"},
      {"given up without a reply",
       "Your message has been delayed. We have given up.\nDelivery failed:\n\nbob@x.test\n",
       "bob@x.test failed"},
      {"words of a delay beside a final reply",
       "bob@x.test: 550 no. No action is required on your part. not delivered\n",
       "bob@x.test failed"},
      {"each for itself",
       "These failed:\n<bob@x.test> could not be delivered: 550 no\n\n<eve@y.test> has not yet "
       "been delivered: 451 later\n",
       "bob@x.test failed - smtp;550 no |eve@y.test delayed - smtp;451 later | Hi"},
      {"a heading for all",
       "Your message is delayed. We will keep trying to reach\n\n"
       "bob@x.test\neve@y.test\n\nThe server is down.\n",
       "bob@x.test delayed - x-notice;The server is down. |eve@y.test delayed - x-notice;The "
       "server "
       "is down. | Hi"},
      {"closing words do not decide what stands above the one before",
       "Delivery failure\n\n<bob@x.test>: host mx said: 450 later\n\n"
       "<eve@y.test>: host mx said: 451 later\n\nWe have given up.\n",
       "bob@x.test unknown - smtp;450 later |eve@y.test failed - smtp;451 later | Hi"},
      {"a temporary reply is tried again", "Delivery to bob@x.test is delayed: 451 later\n",
       "bob@x.test delayed"},
  };
  for (const Case& c : cases) {
    const std::string all = read(about_bob(c.text));
    EXPECT_EQ(all.substr(0, std::string(c.read).size()), c.read) << c.label << ": " << all;
  }
}

TEST(Notice, ATemporaryReplyIsTheEndWhereTheNoticeSaysSo) {
  struct Case {
    const char* label;
    const char* subject;
    const char* text;
    const char* action;
  };
  const Case cases[] = {
      {"not said", "Undelivered mail", "could not be delivered", "unknown"},
      {"only failed", "Notice", "Delivery failed", "unknown"},
      {"a Subject that calls it a failure", "Mail delivery failed", "not delivered", "failed"},
      {"a temporary failure", "Temporary delivery failure", "not delivered", "unknown"},
      {"a Subject in German", "Nachrichtenzustellung fehlgeschlagen", "not delivered", "failed"},
      {"it came back", "Undelivered mail", "returned mail, could not be delivered", "failed"},
      {"it came back, in German", "Meldung", "Unzustellbar, nicht zugestellt", "failed"},
      {"a Subject of giving up", "We have given up", "not delivered", "failed"},
      {"the reply alone says it", "Undelivered mail", "not delivered: 451 returned to sender",
       "unknown"},
      {"a return to come", "Undelivered mail", "If attempts fail, it will be returned. Undelivered",
       "unknown"},
      {"attempts go on", "Undeliverable", "It will be retried, not delivered", "delayed"},
  };
  for (const Case& c : cases) {
    const std::string mail =
        "From: MAILER-DAEMON@m.test\nTo: anna@home.test\nSubject: " + std::string(c.subject) +
        "\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n" + c.text +
        "\n\n<bob@x.test>: host mx.x.test said: 451 4.7.1 later\n\n--b\nContent-Type: "
        "message/rfc822\n" +
        kCopy + "\n--b--\n";
    const std::string all = read(mail);
    EXPECT_TRUE(all.starts_with("bob@x.test " + std::string(c.action))) << c.label << ": " << all;
  }
}

TEST(Notice, WhoIsNoRecipient) {
  struct Case {
    const char* label;
    const char* text;
    const char* recipients;
  };
  const Case cases[] = {
      {"help", "It could not be delivered.\n\nMailbox full.\n\nQuestions:\nhelpdesk@m.test\n",
       "bob@x.test failed"},
      {"help in two lines",
       "It could not be delivered.\n\nContact: postmaster@m.test\nhelpdesk@m.test\n",
       "bob@x.test failed"},
      {"staff", "It could not be delivered: full.\n\nadmin@m.test - System Administrator\n",
       "bob@x.test failed"},
      {"somebody of the domain that writes",
       "It could not be delivered.\n\nFull.\n\nQuestions:\ndave@m.test\n", "bob@x.test failed"},
      {"staff with a reply", "It could not be delivered:\n\nsupport@y.test\n550 no\n",
       "support@y.test failed"},
      {"the other address of the sender",
       "A message that you sent (ann@other.test) could not be delivered.\n", "bob@x.test failed"},
      {"who wrote it", "Message from:\n\nanna@example.net\n\ncould not be delivered. 550 no\n",
       "bob@x.test failed"},
      {"from and to",
       "The message from\n\nann@other.test\n\nto\n\nbob@x.test\n\ncould not be delivered. 550 no\n",
       "bob@x.test failed"},
      {"somebody else with a reply", "anna@example.net: 550 no\n", "anna@example.net failed"},
      {"forwarded", "It could not be delivered to:\n\nbob@new.test\nMailbox full\n",
       "bob@new.test failed"},
  };
  for (const Case& c : cases) {
    const std::string all = read(about_bob(c.text));
    EXPECT_EQ(all.substr(0, all.find(" -")), c.recipients) << c.label << ": " << all;
    EXPECT_EQ(all.find('|'), all.rfind('|')) << c.label << ": " << all;
  }
  EXPECT_EQ(read(from_daemon("It could not be delivered.\n\nQuestions:\nhelpdesk@m.test\n")),
            "not recognised");
  EXPECT_EQ(read(from_daemon("It could not be delivered to:\n\nsupport@x.test\n")),
            "support@x.test failed - x-notice;support@x.test |");
}

// A quarantine tells the recipient.
TEST(Notice, ManyShareALongText) {
  std::string text = "It could not be delivered to:\n\n";
  for (int i = 0; i < 2500; ++i) text += "a" + std::to_string(i) + "@x.test\n";
  for (int i = 0; i < 200; ++i) text += "\nThe server is down and was down on many days before.";
  const std::string out = read(from_daemon(text));
  EXPECT_EQ(std::count(out.begin(), out.end(), '|'), 2000);
  EXPECT_NE(out.find("a1999@x.test failed - x-notice;The server is down"), std::string::npos);
}

TEST(Notice, ManyAddressesInTo) {
  std::string to = "To: ";
  std::string text = "\nIt could not be delivered to:\n\n";
  for (int i = 0; i < 20000; ++i) {
    const std::string address = "a" + std::to_string(i) + "@x.test";
    if (to.size() < (300U << 10U)) to += (i == 0 ? "" : ",\n ") + address;
    if (text.size() < (250U << 10U)) text += address + "\n";
  }
  const std::string out =
      read("From: MAILER-DAEMON@m.test\nSubject: Undelivered Mail\n" + to + "\n" + text);
  EXPECT_NE(out.find("a1000@x.test failed"), std::string::npos);
}

TEST(Notice, WritesWithoutAnAddress) {
  EXPECT_EQ(read("From: <>\n\nYou sent mail to bob@x.test. That's not a valid user here.\n"),
            "bob@x.test failed - x-notice;You sent mail to bob@x.test. That's not a valid user "
            "here. |");
}

TEST(Notice, AGatewayWrapsAReport) {
  const std::string report =
      "From: MAILER-DAEMON@x.test\nTo: anna@example.net\nContent-Type: multipart/report; "
      "boundary=r\n\n--r\n\nSorry.\n\n--r\nContent-Type: message/delivery-status\n\nReporting-MTA: "
      "dns; m.test\n\nFinal-Recipient: rfc822; bob@x.test\nAction: failed\nDiagnostic-Code: smtp; "
      "550 no\n\n--r--\n";
  const std::string wrapped =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nThe following addresses had permanent "
      "delivery errors\n\n--b\nContent-Type: message/rfc822\n\n" +
      report + "\n--b--\n";
  EXPECT_EQ(read("From: Mail Delivery Subsystem <MAILER-DAEMON@m.test>\n" + wrapped),
            "bob@x.test failed - smtp;550 no |");
  EXPECT_EQ(read("From: anna@example.net\nSubject: What is this?\n" + wrapped), "not recognised");
}

TEST(Notice, PartsThatDoNotDivide) {
  EXPECT_EQ(
      read("From: MAILER-DAEMON@m.test\nContent-Type: multipart/report; boundary=a\n\n--b\n\n"
           "Sorry.\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; m.test"
           "\n\nFinal-Recipient: rfc822; bob@x.test\nAction: failed\nDiagnostic-Code: smtp; 550 "
           "no\n\n--b\nContent-Type: message/rfc822\n" +
           std::string(kCopy)),
      "bob@x.test failed - smtp;550 no | Hi");
}

// A mail that reached the server, or a mailbox that reached its size, did not arrive.
TEST(Notice, WhatReachedIsNoArrival) {
  EXPECT_NE(
      read(from_daemon("Your message to bob@x.test has reached our local address\nbob@x.test, "
                       "but this address is wrong.\n\nYour message has NOT been "
                       "delivered.\n")),
      "not recognised");
  EXPECT_NE(read(from_daemon("Your message was not delivered.\n\nThis mailbox has reached its "
                             "size:\n\nbob@x.test\n")),
            "not recognised");
}

TEST(Notice, ASharedTextThatNamesOneIsNotTheOthers) {
  EXPECT_EQ(
      read(from_daemon("These failed:\n\nbob@x.test\neve@x.test\n\nbob's mailbox is full.\n")),
      "bob@x.test failed - x-notice;bob's mailbox is full. |eve@x.test failed -  |");
  EXPECT_EQ(
      read(from_daemon("These failed:\n\nbob@x.test\neve@x.test\n\nbob's mailbox is full; eve's "
                       "is, too.\n")),
      "bob@x.test failed -  |eve@x.test failed -  |");
  EXPECT_EQ(read(from_daemon(
                "These failed:\n\nbob@x.test\neve@x.test\n\nNobody of bobby's knows them.\n")),
            "bob@x.test failed - x-notice;Nobody of bobby's knows them. |"
            "eve@x.test failed - x-notice;Nobody of bobby's knows them. |");
}

// Whom a text names is looked up for each of those who share it; for so many only.
TEST(Notice, OfManyWhoShareATextNobodyIsLookedUp) {
  const auto named = [](int others) {
    std::string text = "These failed:\n\nbob@x.test\n";
    for (int i = 0; i < others; ++i) text += "eve" + std::to_string(i) + "@x.test\n";
    return read(from_daemon(text + "\nbob's mailbox is full.\n"));
  };
  const std::string about_all = "eve0@x.test failed - x-notice;bob's mailbox is full. |";
  EXPECT_EQ(named(19).find(about_all), std::string::npos);
  EXPECT_NE(named(19).find("bob@x.test failed - x-notice;bob's mailbox is full. |"),
            std::string::npos);
  EXPECT_NE(named(20).find(about_all), std::string::npos);
}

// qmail's mark of the copy stays where its words were put into another language.
TEST(Notice, QmailInALanguageThatIsNotKnown) {
  EXPECT_EQ(read(from_daemon("Mi bedauras, sed la letero ne atingis la adreson.\n\n"
                             "<bob@x.test>:\nmaildrop: maildir over quota.\n\n"
                             "--- Below this line is a copy of the message.\n\n"
                             "Return-Path: <anna@y.test>\nSubject: Hi\n")),
            "bob@x.test failed - x-qmail;maildrop: maildir over quota. | Hi");
}

}  // namespace
}  // namespace plainbounce
