#include "core/dsn/mail_log_line.h"

#include <gtest/gtest.h>

#include <string>

#include "core/dsn/delivery_report_parser.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

// "address action host status type;diagnostic", or "-".
std::string shown(const PerRecipientFields& r) {
  return (r.final_recipient ? r.final_recipient->value : "?") + " " +
         std::string(to_string(r.action)) + " " + (r.remote_mta ? r.remote_mta->value : "-") + " " +
         r.status.value_or("-") + " " +
         (r.diagnostic_code ? r.diagnostic_code->type + ";" + r.diagnostic_code->value : "");
}

std::string read(std::string_view line) {
  const auto recipient = read_mail_log_line(line);
  return recipient ? shown(*recipient) : "-";
}

TEST(MailLogLine, Programs) {
  struct Case {
    const char* label;
    const char* line;
    const char* read;
  };
  const Case cases[] = {
      {"Postfix, bounced",
       "Nov 30 03:28:06 m postfix/smtp[1]: B2EB: to=<bob@x.test>, relay=mx.x.test[192.0.2.1]:25, "
       "delay=1, delays=0/0/1/0, dsn=5.1.1, status=bounced (host mx.x.test[192.0.2.1] said: 550 "
       "5.1.1 "
       "no (in reply to RCPT TO command))",
       "bob@x.test failed mx.x.test 5.1.1 x-postfix;host mx.x.test[192.0.2.1] said: 550 5.1.1 no "
       "(in "
       "reply to RCPT TO command)"},
      {"Postfix, deferred",
       "postfix/smtp[1]: B2EB: to=<bob@x.test>, relay=none, delay=1, dsn=4.4.1, status=deferred "
       "(connect to mx.x.test[192.0.2.1]:25: Connection timed out)",
       "bob@x.test delayed - 4.4.1 x-postfix;connect to mx.x.test[192.0.2.1]:25: Connection timed "
       "out"},
      {"Postfix, sent",
       "postfix/smtp[1]: B2EB: to=<bob@x.test>, relay=mx.x.test[192.0.2.1]:25, dsn=2.0.0, "
       "status=sent "
       "(250 ok)",
       "bob@x.test delivered mx.x.test 2.0.0 "},
      {"Postfix, refused at the door",
       "postfix/smtpd[1]: NOQUEUE: reject: RCPT from h.test[192.0.2.9]: 450 4.7.1 <bob@x.test>: "
       "Recipient address rejected: Greylisted; from=<a@y.test> to=<bob@x.test> proto=ESMTP "
       "helo=<h>",
       "bob@x.test delayed - - smtp;450 4.7.1 <bob@x.test>: Recipient address rejected: "
       "Greylisted"},
      {"Sendmail",
       "sendmail[1]: q1: to=<bob@x.test>, delay=00:00:01, mailer=esmtp, relay=mx.x.test. "
       "[192.0.2.1], dsn=5.1.1, stat=User unknown",
       "bob@x.test failed mx.x.test 5.1.1 x-sendmail;User unknown"},
      {"Sendmail, deferred",
       "sendmail[1]: q1: to=bob@x.test, dsn=4.0.0, stat=Deferred: Connection refused by mx.x.test.",
       "bob@x.test delayed - 4.0.0 x-sendmail;Deferred: Connection refused by mx.x.test."},
      {"Sendmail, queued", "sendmail[1]: q1: to=<bob@x.test>, delay=0, stat=queued",
       "bob@x.test delayed - - x-sendmail;queued"},
      {"Sendmail, a code that says not yet",
       "sendmail[1]: q1: to=bob@x.test, ctladdr=a@y.test, dsn=4.0.0, stat=I/O error",
       "bob@x.test delayed - 4.0.0 x-sendmail;I/O error"},
      {"Exim, failed",
       "2026-11-30 03:28:06 1abc-00 ** bob@x.test R=dnslookup T=remote_smtp H=mx.x.test "
       "[192.0.2.1]: "
       "SMTP error from remote mail server after RCPT TO:<bob@x.test>: 550 no",
       "bob@x.test failed mx.x.test - x-exim;SMTP error from remote mail server after RCPT "
       "TO:<bob@x.test>: 550 no"},
      {"Exim, deferred",
       "2026-11-30 03:28:06 1abc-00 == bob@x.test R=dnslookup T=remote_smtp defer (110): "
       "Connection "
       "timed out",
       "bob@x.test delayed - - x-exim;Connection timed out"},
      {"OpenSMTPD",
       "smtpd[1]: 0a mta delivery evpid=1 from=<a@y.test> to=<bob@x.test> rcpt=<-> source=\"-\" "
       "relay=\"192.0.2.1 (mx.x.test)\" delay=1s result=\"PermFail\" stat=\"550 5.1.1 no\"",
       "bob@x.test failed - - smtp;550 5.1.1 no"},
      {"qmail",
       "@400000005 delivery 7: failure: "
       "192.0.2.1_does_not_like_recipient./Remote_host_said:_550_no/",
       "? failed - - smtp;550 no"},
      {"another line of Postfix", "postfix/qmgr[1]: B2EB: from=<a@y.test>, size=1, nrcpt=1", "-"},
      {"a sentence", "The delivery is due on Monday, 5 May ** see below ** for details: none", "-"},
      {"nothing", "", "-"},
  };
  for (const Case& c : cases) EXPECT_EQ(read(c.line), c.read) << c.label;
}

// Wrapped and quoted by a mail program, with another line between.
TEST(MailLogLine, Pasted) {
  const std::string text =
      "Content-Type: text/plain\n\n> Nov 30 03:28:06 m postfix/smtp[1]: B2EB: to=<bob@x.test>,\n"
      "> relay=mx.x.test[192.0.2.1]:25, delay=1, dsn=5.1.1,\n> status=bounced (host mx said: 550 "
      "no)\n"
      "> Nov 30 03:28:06 m postfix/qmgr[1]: B2EB: removed\n"
      "> Nov 30 03:28:07 m postfix/smtp[1]: B2EC: to=<eve@x.test>, dsn=4.0.0, status=deferred "
      "(later)\n";
  const auto tree = split_message(text, Limits());
  ASSERT_TRUE(tree);
  const auto report = parse_legacy_bounce(*tree, Limits());
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->recipients.size(), 2U);
  EXPECT_EQ(shown(report->recipients[0]),
            "bob@x.test failed mx.x.test 5.1.1 x-postfix;host mx said: 550 no");
  EXPECT_EQ(shown(report->recipients[1]), "eve@x.test delayed - 4.0.0 x-postfix;later");
}

// qmail-send names the recipient and the outcome in lines of their own, which others divide.
TEST(MailLogLine, QmailInTwoLines) {
  const std::string text =
      "Content-Type: text/plain\n\n@400000005fa0 starting delivery 7: msg 12 to remote bob@x.test\n"
      "@400000005fa1 starting delivery 8: msg 13 to local m.test-eve@m.test\n"
      "@400000005fa2 delivery 7: failure: "
      "192.0.2.1_does_not_like_recipient./Remote_host_said:_550_no/\n"
      "@400000005fa3 delivery 9: deferral: Later./\n";
  const auto tree = split_message(text, Limits());
  ASSERT_TRUE(tree);
  const auto report = parse_legacy_bounce(*tree, Limits());
  ASSERT_TRUE(report) << report.error().message;
  ASSERT_EQ(report->recipients.size(), 2U);
  EXPECT_EQ(shown(report->recipients[0]), "bob@x.test failed - - smtp;550 no");
  EXPECT_EQ(shown(report->recipients[1]), "? delayed - - x-qmail;Later.");
}

}  // namespace
}  // namespace plainbounce
