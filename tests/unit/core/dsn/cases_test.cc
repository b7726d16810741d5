#include <gtest/gtest.h>

#include <string>

#include "core/base/ascii.h"
#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

using testing::read_file;
using testing::source_path;

BounceTrust site() {
  BounceTrust trust;
  trust.own_services = {"postfix-dsn"};
  trust.our_hosts = {"mail.example.net"};
  return trust;
}

void judge_case(const std::string& name, const std::string& daemon, testing::JudgedMessage& out,
                const BounceTrust& trust = site(), const std::string& sender = "") {
  Envelope envelope;
  envelope.sender = sender;
  envelope.recipients = {"anna@example.net"};
  envelope.daemon_name = daemon;
  testing::judge(read_file(source_path("tests/messages/cases/" + name + ".eml")), envelope, trust,
                 out);
}

std::string summary(const DeliveryReport& report) {
  std::string out;
  for (const PerRecipientFields& r : report.recipients) {
    if (!out.empty()) out += " | ";
    out += r.final_recipient ? r.final_recipient->value : "-";
    out += ' ' + std::string(to_string(r.action)) + ' ' + r.status.value_or("-");
  }
  return out;
}

constexpr const char* kOwn = "postfix-dsn";
constexpr const char* kSmtpd = "mx";
constexpr const char* kBob = "bob@example.com failed 5.1.1";

// What is right for each case, as far as this folder decides it.
TEST(Cases, KindRefusalRecipients) {
  struct Case {
    const char* name;
    const char* daemon;
    const char* kind;
    const char* refusal;
    const char* recipients;
  };
  const Case cases[] = {
      {"01-postfix-one-recipient", kOwn, "report", "", kBob},
      {"01-postfix-one-recipient", kSmtpd, "report", "", kBob},
      {"02-many-recipients-mixed-actions", kOwn, "report", "",
       "bob@example.com failed 5.1.1 | carol@example.com failed 5.2.2 | dave@example.org failed "
       "5.7.1 | erin@example.com failed 5.1.1 | frank@example.org relayed 2.0.0"},
      {"03-delayed-not-failed", kOwn, "report", "", "bob@example.com delayed 4.4.1"},
      {"04-success-relayed", kOwn, "report", "", "bob@example.com relayed 2.1.5"},
      {"05-gmail-related-first-part", kSmtpd, "report", "friendly",
       "bob@exmaple.invalid failed 4.0.0"},
      {"06-exchange-online-enhanced-ndr", kSmtpd, "report", "friendly",
       "bob@example.com failed 5.1.10"},
      {"08-exchange-german-text", kSmtpd, "report", "friendly", "bob@example.com failed 5.1.10"},
      {"09-domino-shift-jis-diagnostic", kSmtpd, "report", "", "bob@example.com failed 5.0.0"},
      {"10-qmail-no-mime", kSmtpd, "legacy", "", "bob@example.com failed -"},
      {"12-base64-gb2312-human-part", kSmtpd, "report", "", kBob},
      {"13-smtputf8-global-delivery-status", kOwn, "report", "",
       "j\u00f6rg@b\u00fccher.example.com failed 5.6.7"},
      {"14-no-final-boundary", kSmtpd, "report", "unproven", kBob},
      {"16-extra-blank-lines-in-status", kSmtpd, "report", "",
       "bob@example.com failed 5.1.1 | carol@example.com failed 5.2.2"},
      {"18-mixed-lf-and-crlf", kSmtpd, "report", "", kBob},
      {"19-nul-and-bare-cr", kSmtpd, "report", "", kBob},
      {"22-dkim-signed-remote-dsn", kSmtpd, "report", "signed", "bob@exmaple.invalid failed 4.0.0"},
      {"23-smime-signed-original-inside", kOwn, "report", "", kBob},
      {"25-backscatter-not-sent-by-us", kSmtpd, "report", "elsewhere",
       "random@example.org failed 5.1.1"},
      {"26-forward-address-and-internal-hosts", kOwn, "report", "",
       "carol.private@example.org failed 5.7.1"},
      {"27-no-human-part-no-preamble", kSmtpd, "report", "unproven", kBob},
      {"29-rewrapped-as-multipart-mixed", kSmtpd, "report", "unproven", kBob},
      {"32-out-of-office-null-sender", kSmtpd, "auto-reply", "", ""},
  };
  for (const Case& c : cases) {
    testing::JudgedMessage message;
    judge_case(c.name, c.daemon, message);
    EXPECT_EQ(to_string(message.verdict.kind), c.kind) << c.name << ": " << message.verdict.why;
    EXPECT_EQ(testing::refusal_name(message.verdict), c.refusal)
        << c.name << ": " << message.verdict.why;
    EXPECT_EQ(message.report ? summary(*message.report) : "", c.recipients) << c.name;
  }
}

TEST(Cases, ForwardedByAPersonOnlyTheCommandLineReads) {
  testing::JudgedMessage daemon;
  judge_case("21-user-forwards-a-bounce", kSmtpd, daemon, site(), "anna@example.net");
  EXPECT_EQ(daemon.verdict.kind, MessageKind::kNone);
  BounceTrust trust = site();
  trust.require_null_sender = false;
  testing::JudgedMessage asked;
  judge_case("21-user-forwards-a-bounce", "", asked, trust, "anna@example.net");
  EXPECT_EQ(asked.verdict.kind, MessageKind::kReport);
  ASSERT_TRUE(asked.report);
  EXPECT_EQ(summary(*asked.report), kBob);
}

TEST(Cases, Fields) {
  testing::JudgedMessage many;
  judge_case("02-many-recipients-mixed-actions", kOwn, many);
  ASSERT_TRUE(many.report);
  ASSERT_EQ(many.report->recipients.size(), 5U);
  EXPECT_EQ(many.report->recipients[2].diagnostic_code->value,
            "550-5.7.1 Our policy does not allow this message. 550-5.7.1 See "
            "https://policy.example.org/b7 550 5.7.1 for details - ref 9f3c");

  testing::JudgedMessage delayed;
  judge_case("03-delayed-not-failed", kOwn, delayed);
  ASSERT_TRUE(delayed.report);
  EXPECT_EQ(delayed.report->recipients[0].will_retry_until,
            "Sun,  8 Mar 2026 09:15:00 +0100 (CET)");

  testing::JudgedMessage german;
  judge_case("08-exchange-german-text", kSmtpd, german);
  ASSERT_TRUE(german.report);
  EXPECT_NE(german.report->notice.find("So l\u00f6sen Sie das Problem"), std::string::npos);

  testing::JudgedMessage domino;
  judge_case("09-domino-shift-jis-diagnostic", kSmtpd, domino);
  ASSERT_TRUE(domino.report);
  const TypedValue diagnostic = domino.report->recipients[0].diagnostic_code.value();
  EXPECT_EQ(diagnostic.type, "x-notes");
  EXPECT_TRUE(is_utf8(diagnostic.value));
  EXPECT_NE(diagnostic.value.find("mx1.example.com"), std::string::npos);
  for (const char c : diagnostic.value) {
    EXPECT_FALSE((c >= '\0' && c < ' ') || c == '\x7F') << "control character in the diagnostic";
  }

  testing::JudgedMessage chinese;
  judge_case("12-base64-gb2312-human-part", kSmtpd, chinese);
  ASSERT_TRUE(chinese.report);
  EXPECT_EQ(chinese.report->notice,
            "\u60a8\u7684\u90ae\u4ef6\u65e0\u6cd5\u9001\u8fbe\u3002\n<bob@example.com>: 550 5.1.1 "
            "no such user\n");

  testing::JudgedMessage global;
  judge_case("13-smtputf8-global-delivery-status", kOwn, global);
  ASSERT_TRUE(global.report && global.report->original);
  EXPECT_EQ(global.report->recipients[0].final_recipient->type, "utf-8");
  EXPECT_EQ(global.report->original->subject, "Gr\u00fc\u00dfe");

  testing::JudgedMessage nul;
  judge_case("19-nul-and-bare-cr", kSmtpd, nul);
  ASSERT_TRUE(nul.report);
  EXPECT_EQ(nul.report->notice.find('\0'), std::string::npos);
  EXPECT_NE(nul.report->notice.find("<bob@example.com>: host mx1"), std::string::npos);
  EXPECT_EQ(nul.report->recipients.size(), 1U);

  testing::JudgedMessage forward;
  judge_case("26-forward-address-and-internal-hosts", kOwn, forward);
  ASSERT_TRUE(forward.report);
  EXPECT_EQ(forward.report->recipients[0].original_recipient->value, "team@example.net");

  testing::JudgedMessage qmail;
  judge_case("10-qmail-no-mime", kSmtpd, qmail);
  ASSERT_TRUE(qmail.report && qmail.report->original);
  EXPECT_EQ(qmail.report->recipients[0].diagnostic_code->value, "550 5.1.1 No such user");
  EXPECT_EQ(qmail.report->recipients[0].remote_mta->value, "198.51.100.25");
  EXPECT_EQ(qmail.report->original->message_id, "<orig-0001@example.net>");
}

TEST(Cases, MixedLineEndsReadLikeCrlf) {
  testing::JudgedMessage crlf;
  judge_case("01-postfix-one-recipient", kOwn, crlf);
  testing::JudgedMessage mixed;
  judge_case("18-mixed-lf-and-crlf", kOwn, mixed);
  ASSERT_TRUE(crlf.report && mixed.report);
  EXPECT_EQ(summary(*mixed.report), summary(*crlf.report));
  EXPECT_EQ(mixed.report->recipients[0].diagnostic_code->value,
            crlf.report->recipients[0].diagnostic_code->value);
  EXPECT_EQ(mixed.report->notice, crlf.report->notice);
}

TEST(Cases, Backscatter) {
  testing::JudgedMessage foreign;
  judge_case("25-backscatter-not-sent-by-us", kOwn, foreign);
  ASSERT_TRUE(foreign.report);
  EXPECT_EQ(is_backscatter(*foreign.report, site().our_hosts), true);
  testing::JudgedMessage ours;
  judge_case("01-postfix-one-recipient", kOwn, ours);
  ASSERT_TRUE(ours.report);
  EXPECT_EQ(is_backscatter(*ours.report, site().our_hosts), false);
  testing::JudgedMessage unknown;
  judge_case("03-delayed-not-failed", kOwn, unknown);
  ASSERT_TRUE(unknown.report);
  EXPECT_EQ(is_backscatter(*unknown.report, site().our_hosts), std::nullopt);
}

}  // namespace
}  // namespace plainbounce
