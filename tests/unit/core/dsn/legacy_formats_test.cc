#include <gtest/gtest.h>

#include <string>

#include "tests/unit/core/dsn/notice_messages.h"

namespace plainbounce {
namespace {

using testing::kCopy;
using testing::read;

// Exchange writes its lines for administrators alike in every language.
TEST(LegacyExchange, AnyLanguage) {
  const std::string header = "From: postmaster@m.test\nSubject: Xyz: Hi\n\nXyz xyz:\n\n";
  EXPECT_EQ(read(header + "bob@x.test\nXyz.\n\nXyz:\n\nbob@x.test\nmx.x.test #550 5.1.1 "
                          "RESOLVER.ADR.RecipNotFound; not found ##\n"),
            "bob@x.test failed - smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ## |");
  EXPECT_EQ(
      read(header + "bob@x.test xy Mo, 2 Mar 2026 10:00:00 +0100\n    Xyz.\n    <m.test #5.1.1>\n"),
      "bob@x.test failed - x-notice;Xyz. <m.test #5.1.1> |");
  EXPECT_EQ(read(header + "bob@x.test\nRemote Server returned '554 5.2.2 mailbox full'\n"),
            "bob@x.test failed - smtp;554 5.2.2 mailbox full' |");
  EXPECT_EQ(read("From: Xyz <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@m.test>\n\nXyz\n\n"
                 "bob@x.test\n#550 5.1.1 no ##\n"),
            "bob@x.test failed - smtp;550 5.1.1 no ## |");
}

TEST(LegacyExchange, None) {
  const std::string lines = "\n\nbob@x.test\n#550 5.1.1 no ##\n";
  const std::string from = "From: postmaster@m.test\nSubject: ";
  EXPECT_EQ(read("From: anna@m.test\nSubject: Xyz" + lines), "not recognised");
  EXPECT_EQ(read(from + "Re: Xyz" + lines), "not recognised");
  EXPECT_EQ(read(from + "Xyz summary" + lines), "not recognised");
  EXPECT_EQ(read(from + "Xyz\nList-Id: <l.m.test>" + lines), "not recognised");
  EXPECT_EQ(read(from + "Xyz\n\nDear Ann,\n" + lines), "not recognised");
  EXPECT_EQ(read(from + "Xyz\n\n#550 5.1.1 no ##\n\nbob@x.test\n"), "not recognised");
  EXPECT_EQ(read(from + "Xyz\n\nbob@x.test\n#250 2.1.5 yes ##\n<m.test #2.1.5>\n"),
            "not recognised");
}

// A person pastes such lines and asks about them.
TEST(LegacyExchange, WhoMayBeAPerson) {
  const std::string lines = "Look at this:\n\nbob@x.test\n#550 5.1.1 no ##\n";
  const std::string from = "From: System Administrators <it@m.test>\nSubject: Mail\n\n";
  EXPECT_EQ(read(from + lines + "\nWhat is it?\nBob\n"), "not recognised");
  EXPECT_NE(read(from + lines + "\n \n"), "not recognised");
  EXPECT_NE(read(from + lines + "\nOriginal message headers:\n" + kCopy), "not recognised");
  EXPECT_NE(read("From: MAILER-DAEMON@m.test\n\n" + lines + "\nXyz.\n"), "not recognised");
}

TEST(LegacyExchange, WhomToAskIsNoRecipient) {
  const std::string from = "From: System Administrator <postmaster@m.test>\nSubject: Xyz: Hi\n\n";
  const std::string bob = "bob@x.test failed - smtp;550 5.1.1 no ## |";
  EXPECT_EQ(read(from + "Xyz: support\nhotline@y.test\n\nbob@x.test\n#550 5.1.1 no ##\n"), bob);
  EXPECT_EQ(read(from + "Xyz: m.test\n\nbob@x.test\ncarol@x.test\n#550 5.1.1 no ##\n"),
            bob + "carol@x.test failed - smtp;550 5.1.1 no ## |");
}

TEST(LegacyAol, ScreenNames) {
  const std::string text =
      "\nSorry ann@y.test. Your mail to the following recipients could not be delivered because "
      "they are not accepting mail from ann@y.test:\n\tbob\n\tcarol_1\n\nBye now\n";
  const std::string reason =
      "x-notice;Your mail to the following recipients could not be delivered because they are not "
      "accepting mail from ann@y.test |";
  EXPECT_EQ(read("From: Mail Delivery Subsystem <MAILER-DAEMON@AOL.com>\nTo: ann@y.test\n" + text),
            "bob@aol.com failed - " + reason + "carol_1@aol.com failed - " + reason);
  EXPECT_EQ(read("From: Mail Delivery Subsystem <MAILER-DAEMON@m.test>\nTo: ann@y.test\n" + text),
            "not recognised");
  EXPECT_EQ(read("From: ann@aol.com\nTo: ann@y.test\n" + text), "not recognised");
}

TEST(LegacyAol, WordsThatAreNoNames) {
  const std::string text =
      "From: MAILER-DAEMON@aol.com\nTo: ann@y.test\nSubject: x\n\nYour mail to the following "
      "recipients could not be delivered because they are not accepting mail from ann@y.test:\n";
  EXPECT_EQ(read(text + "Regards\n\nAOL\n"), "not recognised");
  EXPECT_EQ(read(text + "\tbob\nRegards\n"), "not recognised");
  EXPECT_EQ(read(text + "\tbob and others\n"), "not recognised");
  EXPECT_EQ(read(text + "\n\tbob\n"), "not recognised");
  EXPECT_NE(read(text + "\tbob"), "not recognised");
}

std::string receipt(const char* submitted, const char* text) {
  return "From: Mail Delivery Subsystem <postmaster@m.test>\nSubject: Rejected: Hi\n"
         "Auto-Submitted: " +
         std::string(submitted) +
         "\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n"
         "--b\nContent-Type: text/plain\n\n" +
         text +
         "\n--b\nContent-Type: message/disposition-notification\n\n"
         "Final-Recipient: rfc822; bob@x.test\nDisposition: "
         "automatic-action/MDN-sent-automatically; "
         "deleted\n\n--b\nContent-Type: message/rfc822\n" +
         kCopy + "\n--b--\n";
}

TEST(LegacyRejection, AMailboxRefuses) {
  EXPECT_EQ(
      read(receipt("auto-replied (rejected)",
                   "Your message to <bob@x.test> was automatically rejected:\nQuota exceeded")),
      "bob@x.test failed - x-notice;Quota exceeded | Hi");
  EXPECT_EQ(read(receipt("auto-replied (rejected)", "It was refused.\nNo mail about gardens.")),
            "bob@x.test failed - x-notice;It was refused. No mail about gardens. | Hi");
  EXPECT_EQ(read(receipt("auto-replied", "It was refused.")), "not recognised");
}

// The receipt's fields say who rejects; whoever rejects writes what he likes.
TEST(LegacyRejection, NamesTheReceiptsRecipient) {
  const char* rejected = "auto-replied (rejected)";
  EXPECT_EQ(read(receipt(rejected,
                         "Your message to <bob@x.test> was automatically rejected:\n"
                         "I have left. Please write to:\ncarol@y.test\nThanks")),
            "bob@x.test failed - x-notice;I have left. Please write to: carol@y.test Thanks | Hi");
  EXPECT_EQ(read(receipt(rejected, "Out of office until Monday. Ask:\n\ncarol@y.test")),
            "bob@x.test failed - x-notice;Out of office until Monday. Ask | Hi");
}

TEST(LegacyRejection, WithoutAReceipt) {
  const std::string header =
      "From: MAILER-DAEMON@m.test\nSubject: Re: Hi\nAuto-Submitted: auto-replied (rejected)\n";
  EXPECT_EQ(read(header + "\nYour message to <bob@x.test>\nwas automatically rejected:\nNo.\n"),
            "bob@x.test failed - x-notice;No. |");
  EXPECT_EQ(read(header + "\nYour mail of <ann@y.test> to <bob@x.test> was automatically "
                          "rejected:\nAsk carol@x.test\n"),
            "not recognised");
  const std::string person =
      "From: bob@x.test\nSubject: Re: Hi\nAuto-Submitted: auto-replied; owner (rejected)\n\n";
  EXPECT_EQ(read(person + "I am out of office. Write to\n\ncarol@x.test\n"), "not recognised");
  EXPECT_EQ(read(person + "I do not want your mail. Ask carol@x.test\n"), "not recognised");
  EXPECT_EQ(
      read("Content-Type: multipart/mixed; boundary=b\n" + person +
           "--b\n\nI am out of office.\n--b\nContent-Type: message/rfc822\n" + kCopy + "\n--b--\n"),
      "not recognised");
}

// What list software hands on to a list's owner has the fields of the list.
TEST(NoticeSender, BouncesOfAListsMail) {
  const std::string rest =
      "From: Postmaster <postmaster@m.test>\nSubject: Undeliverable: Hi\nList-Id: <l.y.test>\n\n"
      "Your mail could not be delivered to:\n\nbob@x.test\nno room\n";
  for (const char* to : {"To: garden-bounces@y.test\n", "To: <owner-garden@y.test>\n",
                         "To: garden-admin@y.test\n", "To: Garden <garden-owner@y.test>\n"}) {
    EXPECT_EQ(read(to + rest), "bob@x.test failed - x-notice;no room |") << to;
  }
  for (const char* to :
       {"To: garden@y.test\n", "To: owner@y.test\n", "To: a-owner@y.test, ann@y.test\n", ""}) {
    EXPECT_EQ(read(to + rest), "not recognised") << to;
  }
  const std::string unnamed =
      "From: MAILER-DAEMON@m.test\nSubject: Returned mail\n\nIt could not "
      "be delivered.\n\nOriginal message follows.\n";
  EXPECT_EQ(read("To: garden-bounces@y.test\n" + unnamed + kCopy),
            "- failed - x-notice;It could not be delivered. | Hi");
  EXPECT_EQ(read("To: ann@y.test\n" + unnamed + kCopy),
            "bob@x.test failed - x-notice;It could not be delivered. | Hi");
}

constexpr const char* kExim =
    "From: Mailer-Daemon@m.test\nSubject: Mail delivery failed\n\n"
    "This message was created automatically by mail delivery software.\n\n"
    "A message that you sent could not be delivered to one or more of its\n"
    "recipients. This is a ";

TEST(LegacyExim, ATemporaryErrorIsADelay) {
  EXPECT_EQ(read(std::string(kExim) + "temporary error. The following address(es) deferred:\n\n"
                                      "  bob@x.test\n    Domain m.test has exceeded the limit\n"),
            "bob@x.test delayed - x-exim;Domain m.test has exceeded the limit |");
}

TEST(LegacyExim, TheTextOfTheDeliveryAttempt) {
  const std::string list =
      std::string(kExim) + "permanent error. The following address(es) failed:\n\n";
  const std::string generated =
      "\nThe following text was generated during the delivery attempt:\n\n";
  EXPECT_EQ(read(list + "  an undisclosed address\n    (generated from bob@x.test)\n" + generated +
                 "------ an undisclosed address\n       (generated from bob@x.test) ------\n\n"
                 "Mail quota\nexceeded.\n\nMore.\n"),
            "bob@x.test failed - x-exim;Mail quota exceeded. |");
  EXPECT_EQ(read(list + "  bob@x.test\n\n  eve@x.test\n    No such user\n" + generated +
                 "------ eve@x.test ------\n\nIgnored.\n\n------ bob@x.test ------\n\nFull.\n"),
            "bob@x.test failed - x-exim;Full. |eve@x.test failed - x-exim;No such user |");
}

// Exchange Online's words, of a message that was cut before its status part.
TEST(LegacyNotice, AProgramsOwnOpening) {
  const std::string text =
      "\n\nYour message to bob@x.test couldn't be delivered.\n\nbob wasn't found at x.test.\n";
  const std::string from = "From: postmaster@m.test\nSubject: ";
  EXPECT_EQ(read(from + "Undeliverable: your order" + text),
            "bob@x.test failed - x-notice;bob wasn't found at x.test. |");
  EXPECT_EQ(read(from + "Re: Undeliverable: your order" + text), "not recognised");
  EXPECT_EQ(read(from +
                 "系统退信\n\n抱歉，您的邮件被退回来了……\n  原邮件信息：\n    收件人 bob@x.test\n\n"
                 "  退信原因：\n    英文说明:SMTP error, RCPT TO: Host x.test(192.0.2.1) RCPT TO "
                 "said 550 No such user here\n"),
            "bob@x.test failed - x-notice;退信原因： 英文说明:SMTP error, RCPT TO: Host "
            "x.test(192.0.2.1) RCPT TO said 550 No such user here |");
}

// Exim's fields have no reason; the lines above them have.
TEST(LegacyStatusText, WordsOfTheNotice) {
  EXPECT_EQ(read("From: Mailer-Daemon@m.test\nSubject: Mail delivery failed\n\nThe following "
                 "address(es) failed:\n\n  bob@x.test\n    Unrouteable address\n\nReporting-MTA: "
                 "dns; m.test\n\nAction: failed\nFinal-Recipient: rfc822;bob@x.test\n"
                 "Status: 5.0.0\n"),
            "bob@x.test failed - (Unrouteable address) |");
}

TEST(LegacyNotice, TheAliasThatLedThere) {
  const std::string notice =
      "From: MAILER-DAEMON@m.test (Mail Delivery System)\nSubject: Undelivered Mail Returned to "
      "Sender\n\nThis is the mail system at host m.test.\n\nI'm sorry to have to inform you that "
      "your message could not\nbe delivered to one or more recipients.\n\n"
      "<robot@y.test> (expanded from\n    <bob@x.test>): Command died\n";
  const auto tree = split_message(notice, Limits());
  ASSERT_TRUE(tree);
  const auto report = parse_legacy_bounce(*tree, Limits());
  ASSERT_TRUE(report);
  ASSERT_EQ(report->recipients.size(), 1U);
  EXPECT_EQ(report->recipients.front().final_recipient->value, "robot@y.test");
  ASSERT_TRUE(report->recipients.front().original_recipient);
  EXPECT_EQ(report->recipients.front().original_recipient->value, "bob@x.test");
}

}  // namespace
}  // namespace plainbounce
