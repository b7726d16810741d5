#include <gtest/gtest.h>

#include <string>

#include "tests/unit/core/dsn/notice_messages.h"

namespace plainbounce {
namespace {

using testing::from_daemon;
using testing::kCopy;
using testing::read;

// What looks like a notice and is none, or names somebody else.
TEST(Notice, WordsOfAReplyNeedASignature) {
  const std::string text = "\nbob@x.test - no such user here.\n";
  EXPECT_EQ(read("From: MAILER-DAEMON@m.test\n" + text),
            "bob@x.test failed - x-notice;- no such user here. |");
  EXPECT_EQ(read("Subject: Hi\n" + text), "not recognised");
  EXPECT_EQ(read("From: anna@example.net\n" + text), "not recognised");
}

TEST(Notice, WhoWroteIt) {
  const std::string text = "\nYour mail could not be delivered to:\n\n<bob@x.test>: no room\n";
  EXPECT_EQ(read("From: anna@example.net\nSubject: Hi\n" + text), "not recognised");
  EXPECT_EQ(read("From: anna@example.net\nSubject: Fwd: failure notice\n" + text),
            "not recognised");
  EXPECT_EQ(read("From: gw@m.test\nSubject: Undeliverable: Hi\n" + text), "not recognised");
  const std::string quoting = "\nYour mail could not be delivered to:\n\n<bob@x.test>: 550 no\n";
  EXPECT_EQ(read("From: gw@m.test\nSubject: Undeliverable: Hi\n" + quoting),
            "bob@x.test failed - smtp;550 no |");
  EXPECT_EQ(
      read("From: gw@m.test\nSubject: Undeliverable: Hi\nAuto-Submitted: auto-replied\n" + quoting),
      "not recognised");
  EXPECT_EQ(read("From: gw@m.test\nSubject: Undeliverable: Hi\nList-Id: <l.m.test>\n" + quoting),
            "not recognised");
  EXPECT_EQ(read("From: no-reply@m.test\nSubject: Hi\n" + text), "not recognised");
  const std::string returned = "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + text +
                               "\n--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n";
  EXPECT_EQ(read("From: no-reply@m.test\nSubject: Hi\n" + returned),
            "bob@x.test failed - x-notice;no room | Hi");
}

// Names that people have, too: without a copy the Subject and the line above the address say it.
TEST(Notice, WhoMayBeAPerson) {
  const std::string list = "\nYour mail could not be delivered to:\n\nbob@x.test\nno room\n";
  const std::string reply = "\nbob@x.test\nmail not delivered: 550 no room\n";
  const std::string below = "\nMail could not be delivered.\n\nWrite to:\nbob@x.test\n";
  const std::string header = "From: Postmaster <postmaster@m.test>\nSubject: Undeliverable: Hi\n";
  EXPECT_EQ(read(header + list), "bob@x.test failed - x-notice;no room |");
  EXPECT_EQ(read(header + reply), "bob@x.test failed - smtp;550 no room |");
  EXPECT_EQ(read(header + below), "not recognised");
  for (const char* field : {"X-Autoreply: yes\n", "X-Autorespond: Hi\n", "X-Vacation: yes\n",
                            "Precedence: auto_reply\n", "Auto-Submitted: auto-replied (vacation)\n",
                            "X-Mail-Autoreply: yes\n"}) {
    EXPECT_EQ(read(header + field + list), "not recognised") << field;
    EXPECT_EQ(read(field + from_daemon(list)), "not recognised") << field;
  }
  EXPECT_EQ(read(header + "Auto-Submitted: auto-replied\n" + list),
            "bob@x.test failed - x-notice;no room |");
  const std::string open = "From: Postmaster <postmaster@m.test>\nSubject: Delivery report\n";
  EXPECT_EQ(read(open + list), "not recognised");
  EXPECT_EQ(read("From: System Administrator <root@m.test>\nSubject: Mail\n" + list),
            "not recognised");
}

TEST(Notice, WhatArrivedIsNoFailure) {
  const std::string parts = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n";
  const std::string copy =
      "\n--b\nContent-Type: message/rfc822\n" + std::string(kCopy) + "\n--b--\n";
  const std::string daemon = "From: MAILER-DAEMON@m.test\nSubject: ";
  EXPECT_EQ(read(daemon + "Delivery report\n" + parts + "<bob@x.test>: 250 2.0.0 Ok\n" + copy),
            "not recognised");
  EXPECT_EQ(read(daemon + "Delivery report\n" + parts + "<bob@x.test>: 550 no\n" + copy),
            "bob@x.test failed - smtp;550 no | Hi");
  EXPECT_EQ(read(daemon + "Delivery successful\n" + parts + "It was not delivered late.\n" + copy),
            "not recognised");
  EXPECT_EQ(read(daemon + "Returned mail\n" + parts + "It has been delivered.\n" + copy),
            "not recognised");
  EXPECT_EQ(read(daemon + "Returned mail\n" + parts + "<bob@x.test>: no room\n" + copy),
            "bob@x.test failed - x-notice;no room | Hi");
}

TEST(Notice, AReceiptInRunningTextIsNone) {
  const std::string fields = "\nFinal-Recipient: rfc822; bob@x.test\n";
  EXPECT_EQ(read("From: postmaster@m.test\n" + fields), "not recognised");
  EXPECT_EQ(
      read("From: postmaster@m.test\n" + fields + "Status: 5.1.1\nDisposition: a/b; displayed\n"),
      "not recognised");
  EXPECT_EQ(read("From: postmaster@m.test\n" + fields + "Action: failed\nStatus: 5.1.1\n"),
            "bob@x.test failed -  |");
  // Who may be a person asks about the fields.
  const std::string failed = fields + "Action: failed\nStatus: 5.1.1\n";
  EXPECT_EQ(read("From: postmaster@m.test\n" + failed + "\nWhat is this?\n"), "not recognised");
  EXPECT_NE(read("From: postmaster@m.test\n" + failed + " continued\n\n"), "not recognised");
  EXPECT_NE(read("From: MAILER-DAEMON@m.test\n" + failed + "\nScanned.\n"), "not recognised");
  EXPECT_NE(read("From: postmaster@m.test\n" + failed + "\nWords.\n\n" + kCopy), "not recognised");
}

TEST(Notice, AMailAboutBouncesIsNone) {
  const std::string words = "\nMail to bob@x.test could not be delivered: 550 5.1.1 unknown.\n";
  for (const char* header : {
           "From: news@m.test\nSubject: Why mail is undeliverable\n",
           "From: news@m.test\nSubject: Bounce rates are rising\n",
           "From: helpdesk@m.test\nSubject: [#4711] Undelivered mail\n",
           "From: git@m.test\nSubject: [repo] mail delivery failed is read\n",
           "From: Postmaster Team <postmaster@m.test>\nSubject: Your question about a bounce\n",
           "From: Postmaster Team <postmaster@m.test>\nSubject: Re: mail delivery failed\n",
           "From: postmaster@m.test\nSubject: How we handle undeliverable mail\n",
       }) {
    EXPECT_EQ(read(header + words), "not recognised") << header;
  }
  EXPECT_EQ(read("From: parcels@m.test\nTo: ann@x.test\nSubject: Delivery failed: parcel 1\n\n"
                 "Your parcel could not be delivered.\nRecipient: ann@x.test\n"),
            "not recognised");
  EXPECT_EQ(read("From: MAILER-DAEMON@m.test\nSubject: Your mailbox is almost full\n\nMail to "
                 "ann@x.test cannot be delivered when it is full.\n"),
            "not recognised");
}

// A summary is about several messages, whoever sends it and whatever it returns.
TEST(Notice, ASummaryIsNone) {
  const std::string daemon = "From: MAILER-DAEMON@m.test\nSubject: ";
  const std::string list =
      "\nThese could not be delivered:\n\nbob@x.test  550 5.1.1 no\ncarol@x.test  552 full\n";
  const std::string parts = "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + list +
                            "\n--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n";
  for (const char* subject :
       {"Undeliverable mail summary\n", "Daily bounce report\n", "Digest of returned mail\n",
        "Mail delivery queue report\n", "Zusammenfassung der unzustellbaren Nachrichten\n"}) {
    EXPECT_EQ(read(daemon + subject + list), "not recognised") << subject;
    EXPECT_EQ(read(daemon + subject + parts), "not recognised") << subject;
  }
  // Behind the colon stands the returned message's Subject, or may stand.
  EXPECT_NE(read(daemon + "Undeliverable: Weekly summary\n" + list), "not recognised");
  EXPECT_EQ(read(daemon + "Undeliverable: Weekly summary\n" + parts), "not recognised");
  std::string weekly = parts;
  weekly.replace(weekly.find("Subject: Hi"), 11, "Subject: Weekly summary");
  EXPECT_NE(read(daemon + "Undeliverable: Weekly summary\n" + weekly), "not recognised");
  EXPECT_NE(read(daemon + "Undeliverable: Re: Weekly summary\n" + weekly), "not recognised");
  EXPECT_NE(read(daemon + "Undeliverable mail (Weekly summary)\n" + weekly), "not recognised");
  EXPECT_EQ(read(daemon + "Undeliverable mail (Weekly summary)\n" + parts), "not recognised");
  EXPECT_NE(read(daemon + "配信不能：日次\n" + list), "not recognised");
  const std::string two = parts.substr(0, parts.rfind("--b--")) +
                          "--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n";
  EXPECT_NE(read(daemon + "Undeliverable mail\n" + parts), "not recognised");
  EXPECT_EQ(read(daemon + "Undeliverable mail\n" + two), "not recognised");
}

// A help desk confirms that somebody asked about a bounce, under a daemon's name.
TEST(Notice, AConfirmedQuestionIsNone) {
  const std::string daemon = "From: MAILER-DAEMON@m.test\nSubject: ";
  const std::string failed = "It could not be delivered:\n\nbob@x.test: 550 5.1.1 no\n";
  const auto returning = [](const std::string& text) {
    return "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + text +
           "\n--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n";
  };
  for (const char* said : {"Hello Ann,\n\nwe have received your request.\n\n",
                           "Guten Tag Frau Muster,\n\nvielen Dank für Ihre Anfrage.\n\n",
                           "Bonjour,\n\nnous avons bien reçu votre demande.\n\n"}) {
    EXPECT_EQ(read(daemon + "Undelivered mail\n\n" + said + failed), "not recognised") << said;
    EXPECT_EQ(read(daemon + "Undelivered mail\n" + returning(said + failed)), "not recognised");
  }
  const std::string thanks = "Hello Ann,\n\nthank you for your mail.\n\n" + failed;
  EXPECT_EQ(read(daemon + "Undelivered mail, Ticket 4711\n" + returning(thanks)), "not recognised");
  EXPECT_NE(read(daemon + "Undelivered mail\n" + returning(thanks)), "not recognised");
  EXPECT_NE(read(daemon + "Undelivered mail, Ticket 4711\n" + returning("Hello Ann,\n\n" + failed)),
            "not recognised");
  EXPECT_NE(read(daemon + "Undelivered mail\n\nWe have received your request.\n\n" + failed),
            "not recognised");
}

// What a name that people have, or a service, says without a returned message.
TEST(Notice, WhatElseSaysThatItIsNone) {
  const std::string header = "From: Postmaster <postmaster@m.test>\nSubject: Mail failure";
  const std::string list = "\n\nCould not be delivered to:\n\nbob@x.test: 550 5.1.1 no\n";
  EXPECT_NE(read(header + list), "not recognised");
  EXPECT_EQ(read(header + " is solved" + list), "not recognised");
  EXPECT_EQ(read(header + "? Tell us" + list), "not recognised");
  EXPECT_NE(read(header + ": Lunch? Tell us" + list), "not recognised");
  EXPECT_EQ(read("Return-Path: <ann@m.test>\n" + header + list), "not recognised");
  EXPECT_NE(read("Return-Path: <MAILER-DAEMON@m.test>\n" + header + list), "not recognised");
  EXPECT_NE(read("Return-Path: <>\n" + header + list), "not recognised");
  EXPECT_EQ(read(header + "\n\nYour letter could not be delivered to:\n\nbob@x.test: 550 no\n"),
            "not recognised");
  EXPECT_NE(read(header + list + "\n\nSubject: your parcel\n"), "not recognised");
  const std::string wordless = "From: Postmaster <postmaster@m.test>\nSubject: Failed delivery";
  const std::string bare = "\n\nCould not be delivered to:\n\nbob@x.test: 550 no room\n";
  EXPECT_EQ(read(wordless + bare), "not recognised");
  EXPECT_NE(read(wordless + list), "not recognised");
  EXPECT_NE(read(wordless + "\n\nYour message\n" + bare), "not recognised");
  EXPECT_EQ(read("From: status@m.test\nSubject: Mail delivery failed\n\nMail could not be "
                 "delivered. Servers said: 451 4.7.0 later\n\nWrite: ops@m.test\n"),
            "not recognised");
}

TEST(Notice, NamesThatHoldAProgramsName) {
  const std::string text =
      "\nSubject: Mail check failed\n\nThe mail was not delivered.\n\nbob@x.test: 550 no\n";
  EXPECT_NE(read("From: Mail Delivery System <a@m.test>" + text), "not recognised");
  EXPECT_NE(read("From: Mail Delivery System at m.test <a@m.test>" + text), "not recognised");
  EXPECT_EQ(read("From: Mail Delivery System Monitor <a@m.test>" + text), "not recognised");
  EXPECT_NE(read("From: \"Mail Delivery Service\" <a@m.test>" + text), "not recognised");
  EXPECT_EQ(read("From: Flower Mail Delivery Service <a@m.test>" + text), "not recognised");
}

TEST(Notice, WhoWroteItIsNoRecipient) {
  const std::string header = "From: Mail Delivery System <mds@m.test>\nSubject: Failed mail\n\n";
  EXPECT_EQ(read(header + "It could not be delivered: 550 5.1.1 no\n\nmds@m.test\n"),
            "not recognised");
}

// What goes to many, and what a help desk writes, without a returned message.
TEST(Notice, BulkAndTicketsAreNone) {
  const std::string text = "\nCould not be delivered:\n\nbob@x.test: 550 5.1.1 no\n";
  const std::string tool = "From: tool@m.test\nSubject: Undelivered mail\n";
  EXPECT_NE(read(tool + text), "not recognised");
  EXPECT_EQ(read(tool + "Precedence: bulk\n" + text), "not recognised");
  EXPECT_EQ(read(tool + "Precedence: list\n" + text), "not recognised");
  for (const char* from :
       {"From: Postmaster <postmaster@m.test>\n", "From: MAILER-DAEMON@m.test\n"}) {
    const std::string header = std::string(from) + "Precedence: bulk\nSubject: ";
    EXPECT_EQ(read(header + "Delivery problem [Ticket 4711] closed\n" + text), "not recognised");
    EXPECT_EQ(read(header + "Delivery failure notices (this week)\n" + text), "not recognised");
    EXPECT_NE(read(header + "Undeliverable: Ticket 4711\n" + text), "not recognised");
  }
}

// A service or a person that writes a letter, though Subject and reply are those of a notice.
TEST(Notice, ALetterIsNone) {
  const std::string header = "From: billing@m.test\nSubject: Delivery failure of our invoice\n\n";
  const std::string words = "Our mail to bob@x.test could not be delivered:\n\n550 5.1.1 unknown\n";
  EXPECT_EQ(read(header + "Dear customer,\n\n" + words), "not recognised");
  EXPECT_NE(read(header + words), "not recognised");
  const std::string list = "These could not be delivered:\n\nbob@x.test: 550 no\n";
  EXPECT_NE(read("From: tool@m.test\nSubject: Undelivered mail\n\n" + list), "not recognised");
  EXPECT_EQ(
      read("From: tool@m.test\nSubject: Undelivered mail\n\n" + list + "carol@x.test: 552 full\n"),
      "not recognised");
  EXPECT_EQ(read("From: tool@m.test\nSubject: Undelivered mails of a campaign\n\n" + list),
            "not recognised");
  EXPECT_EQ(read("From: postmaster@m.test\nSubject: Undeliverable: Hi\n\nDear Ann,\n\n" + list),
            "not recognised");
}

// A number of a house stands where a reply would.
TEST(Notice, AStreetIsNoReply) {
  const std::string words = "\nYour mail could not be delivered.\n\n";
  for (const char* from : {"shop@m.test", "Delivery System <shop@m.test>"}) {
    const std::string header =
        std::string("From: ") + from + "\nSubject: Failed delivery\n" + words;
    EXPECT_EQ(read(header + "Contact:\nhelp@m.test\n\n550 Main Street: nobody home\n"),
              "not recognised");
    EXPECT_EQ(read(header + "Bob Miller\n550 Main Street\n\nQuestions?\nhelp@m.test\n"),
              "not recognised");
    for (const char* reply :
         {"bob@x.test: 550 no room\n", "<bob@x.test>:\n550 no room\n",
          "bob@x.test\nserver answered: 550 no room\n", "bob@x.test\n\n550 5.1.1 no room\n",
          "bob@x.test\n\nThe server said: 550 no room\n",
          "bob@x.test\n\nhost mx.x.test[192.0.2.1] said:\n550 no room\n"}) {
      EXPECT_NE(read(header + reply), "not recognised") << from << reply;
    }
  }
  EXPECT_EQ(read(from_daemon(words + "bob@x.test\n\n550 no room\n")),
            "bob@x.test failed - smtp;550 no room |");
  EXPECT_EQ(read("From: Parcel Delivery System <shop@m.test>\nSubject: Delivery failed\n\nYour "
                 "parcel was not delivered to: bob@x.test\n"),
            "not recognised");
}

TEST(Notice, WhomItIsSentToIsNoRecipient) {
  const std::string header =
      "From: MAILER-DAEMON@m.test\nTo: ann@y.test\nSubject: Mail delivery failed\n\n";
  EXPECT_EQ(
      read(header + "Sorry ann@y.test. Your mail could not be delivered to bob@x.test.\n"),
      "bob@x.test failed - x-notice;Sorry -. Your mail could not be delivered to bob@x.test. |");
  EXPECT_EQ(read(header + "Sorry ann@y.test. Your mail could not be delivered.\n"),
            "not recognised");
  EXPECT_EQ(read(header + "Your mail could not be delivered to:\n\nann@y.test: no room\n"),
            "ann@y.test failed - x-notice;no room |");
  EXPECT_EQ(
      read("From: Delivery System <parcel@m.test>\nTo: ann@y.test\nSubject: Delivery failure\n\n"
           "It was not delivered.\n\n550 nobody at home\n\nann@y.test\n"),
      "not recognised");
  EXPECT_EQ(read("From: Mail Delivery System <Mailer-Daemon@m.test>\n\nThis message was created "
                 "automatically by mail delivery software.\n\nA message sent by\n\n  "
                 "<ann@y.test>\n\ncould not be delivered to one or more of its recipients.\n\n"
                 "  bob@x.test\n    no route\n"),
            "bob@x.test failed - x-exim;no route |");
}

// A notice of m.test to anna with a mail of anna's other address to bob.
TEST(Notice, AWarningToTheRecipientIsNone) {
  const std::string head =
      "From: Mail Delivery System <MAILER-DAEMON@m.test>\nSubject: mail delivery stopped\n"
      "Content-Type: multipart/mixed; boundary=b\n";
  const std::string text =
      "\n--b\n\nA message to you from anna@example.net was not delivered.\n\n"
      "anna@example.net\n\n--b\nContent-Type: message/rfc822\n" +
      std::string(kCopy) + "\n--b--\n";
  EXPECT_EQ(read(head + "To: bob@x.test\n" + text), "not recognised");
  EXPECT_NE(read(head + "To: anna@example.net\n" + text), "not recognised");
}

// What programs tell that send bounces, too.
TEST(Notice, ChecksAndAliasesAreNoFailures) {
  const std::string from = "From: MAILER-DAEMON@m.test\nSubject: ";
  EXPECT_EQ(
      read(from + "Your contact\n\nWe checked your address book.\n\n<bob@x.test>: 550 5.1.1 User "
                  "unknown\n"),
      "not recognised");
  EXPECT_EQ(
      read(from + "Delay resolved\n\nEarlier we told you that your message to bob@x.test could "
                  "not be delivered (451 4.4.1 timeout).\nIt has been delivered at 10:05.\n"),
      "not recognised");
}

}  // namespace
}  // namespace plainbounce
