#include <gtest/gtest.h>

#include <string>

#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

// What real MTAs made in the lab, and what their tables say of it; of 37 and 55 without the report
// inside the returned message, which the table counts too.
struct LabReport {
  const char* name;
  const char* actions;   // of each recipient; "" for no report
  const char* statuses;  // of each recipient
};

constexpr LabReport kPostfix[] = {
    {"01-fail-single", "failed", "5.1.1"},
    {"02-fail-multi-rcpt", "failed,failed,failed", "5.2.2,5.1.1,5.7.23"},
    {"03-fail-multi-domain", "failed,failed,failed", "5.1.1,5.1.1,5.1.1"},
    {"04-fail-multiline", "failed", "5.1.1"},
    {"05-fail-no-enhanced-code", "failed", "5.0.0"},
    {"06-fail-mismatched-enhanced-code", "failed", "5.0.0"},
    {"07-fail-utf8-reply", "failed", "5.1.1"},
    {"08-fail-latin1-reply", "failed", "5.1.1"},
    {"09-fail-long-reply", "failed", "5.7.1"},
    {"10-fail-control-chars", "failed", "5.7.1"},
    {"11-fail-percent-dollar", "failed", "5.7.1"},
    {"12-fail-content-rejected", "failed", "5.7.1"},
    {"13-fail-big-at-dot", "failed", "5.3.4"},
    {"14-fail-sender-rejected", "failed", "5.7.1"},
    {"15-fail-size-announced", "failed", "5.3.4"},
    {"16-fail-expired-greylist", "failed", "4.2.0"},
    {"17-fail-expired-421", "failed", "4.3.2"},
    {"18-fail-expired-lost-connection", "failed", "4.4.2"},
    {"19-fail-expired-conn-refused", "failed", "4.4.1"},
    {"20-fail-expired-tls-not-offered", "failed", "4.7.4"},
    {"21-fail-expired-tls-refused", "failed", "4.7.0"},
    {"22-fail-mailbox-full-452-expired", "failed", "4.2.2"},
    {"23-fail-dns-nxdomain", "failed", "5.4.4"},
    {"24-fail-dns-nullmx", "failed", "5.1.0"},
    {"25-fail-dns-mx-no-address", "failed", "5.4.4"},
    {"26-fail-dns-servfail-expired", "failed", "4.4.3"},
    {"27-fail-loops-to-myself", "failed", "5.4.6"},
    {"28-fail-local-unknown", "failed", "5.1.1"},
    {"29-fail-local-mailbox-full", "failed", "5.2.2"},
    {"30-fail-alias-loop", "failed", "5.4.6"},
    {"31-fail-pipe-exit67", "failed", "5.1.1"},
    {"32-fail-too-many-hops", "failed", "5.4.0"},
    {"33-fail-orcpt-envid", "failed", "5.1.1"},
    {"34-fail-ret-hdrs", "failed", "5.1.1"},
    {"35-fail-over-bounce-size-limit", "failed", "5.1.1"},
    {"36-fail-8bit-original", "failed", "5.1.1"},
    {"37-fail-original-is-multipart", "failed", "5.1.1"},
    {"38-fail-eai", "failed", "5.1.1"},
    {"39-fail-eai-ret-hdrs", "failed", "5.1.1"},
    {"40-fail-no-smtputf8-remote", "failed", "5.6.7"},
    {"41-fail-smtputf8-disabled", "failed", "5.1.1"},
    {"42-fail-custom-template", "failed", "5.1.1"},
    {"43-delay-custom-template", "delayed", "4.2.0"},
    {"44-delay-single", "delayed", "4.2.0"},
    {"45-delay-multi-rcpt", "delayed,delayed,delayed", "4.4.1,4.2.2,4.2.0"},
    {"46-delay-soft-bounce", "delayed", "4.1.1"},
    {"47-success-delivered", "delivered", "2.0.0"},
    {"48-success-relayed", "relayed", "2.0.0"},
    {"49-success-expanded", "expanded", "2.0.0"},
    {"50-success-and-failure", "failed", "5.1.1"},
    {"51-success-and-failure", "delivered", "2.0.0"},
    {"52-verify-bv", "deliverable,undeliverable", "2.0.0,5.1.1"},
    {"53-verify-v", "delivered,relayed", "2.0.0,2.0.0"},
    {"54-postmaster-copy-bounce", "failed", "5.1.1"},
    {"55-postmaster-copy-double-bounce", "failed", "5.1.1"},
    {"56-postmaster-delay", "delayed", "4.2.0"},
    {"57-notify-smtpd-transcript", "", ""},
    {"58-notify-smtp-transcript", "", ""},
};

constexpr LabReport kSendmail[] = {
    {"01-local-user-unknown", "failed", "5.1.1"},
    {"02-remote-user-unknown", "failed", "5.1.1"},
    {"03-local-mailbox-full", "failed", "5.3.0"},
    {"04-remote-mailbox-full", "failed", "5.2.2"},
    {"05-host-unknown", "failed", "5.1.2"},
    {"06-delayed-connection-refused", "delayed", "4.4.1"},
    {"07-delayed-greylisted", "delayed", "4.7.1"},
    {"08-success-local", "delivered", "2.1.5"},
    {"09-relayed-no-dsn", "relayed", "2.0.0"},
    {"10-too-big-remote", "failed", "5.3.4"},
    {"11-multi-recipient", "failed,failed,failed,failed", "5.1.1,5.2.2,5.7.26,5.1.2"},
    {"12-remote-multiline-policy", "failed", "5.7.26"},
    {"13-remote-no-enhanced-code", "failed", "5.1.1"},
    {"14-remote-reject-at-data", "failed", "5.7.1"},
    {"15-ret-hdrs-envid-orcpt", "failed", "5.1.1"},
    {"16-eightbit-original", "failed", "5.1.1"},
    {"17-remote-utf8-reply", "failed", "5.1.1"},
    {"18-alias-expanded", "failed", "5.1.1"},
    {"19-program-failed", "failed", "5.5.0"},
    {"20-remote-relay-denied", "failed", "5.7.1"},
    {"21-remote-helo-only", "failed", "5.1.1"},
    {"22-double-bounce-postmaster", "failed", "5.1.1"},
    {"23-owner-list", "failed,failed", "5.1.1,5.2.2"},
    {"24-errorheader-file", "failed", "5.1.1"},
    {"25-errorheader-line-nobodyreturn", "failed", "5.1.1"},
    {"26-expired", "failed", "4.4.7"},
    {"27-no-mime-errors", "failed", "-"},
    {"28-too-many-hops", "failed", "5.4.6"},
};

BounceTrust lab() {
  BounceTrust trust;
  trust.own_services = {"own"};
  return trust;
}

void judge_file(const std::string& path, const std::string& sender, const std::string& daemon,
                testing::JudgedMessage& message) {
  Envelope envelope;
  envelope.sender = sender;
  envelope.recipients = {"alice@box.test"};
  envelope.daemon_name = daemon;
  testing::judge(testing::read_file(path), envelope, lab(), message);
}

std::string actions_of(const DeliveryReport& report) {
  std::string out;
  for (const PerRecipientFields& r : report.recipients) {
    const bool known = r.action != Action::kUnknown;
    out += (out.empty() ? "" : ",") + (known ? std::string(to_string(r.action)) : r.action_text);
  }
  return out;
}

std::string statuses_of(const DeliveryReport& report) {
  std::string out;
  for (size_t i = 0; i < report.recipients.size(); ++i) {
    out += (i == 0 ? "" : ",") + report.recipients[i].status.value_or("-");
  }
  return out;
}

void expect_report(const LabReport& expected, const testing::JudgedMessage& message) {
  EXPECT_EQ(to_string(message.verdict.kind), "report")
      << expected.name << ": " << message.verdict.why;
  EXPECT_EQ(testing::refusal_name(message.verdict), "") << expected.name;
  ASSERT_TRUE(message.report) << expected.name;
  EXPECT_EQ(actions_of(*message.report), expected.actions) << expected.name;
  EXPECT_EQ(statuses_of(*message.report), expected.statuses) << expected.name;
  for (const PerRecipientFields& r : message.report->recipients) {
    EXPECT_TRUE(r.final_recipient) << expected.name;
  }
  EXPECT_TRUE(message.report->message.reporting_mta) << expected.name;
  EXPECT_TRUE(message.report->original) << expected.name;
  EXPECT_FALSE(message.report->notice.empty()) << expected.name;
}

TEST(LabReports, Postfix) {
  const auto folder = testing::shared_folder("corpus/postfix");
  if (!folder) GTEST_SKIP() << "corpus/postfix is not here: 58 reports of Postfix not read";
  for (const LabReport& expected : kPostfix) {
    for (const char* ending : {".milter.eml", ".delivered.eml"}) {
      testing::JudgedMessage message;
      judge_file(*folder + "/" + expected.name + ending, "double-bounce@mx.lab.test", "own",
                 message);
      if (*expected.actions == '\0') {
        EXPECT_EQ(to_string(message.verdict.kind), "notice") << expected.name;
      } else {
        expect_report(expected, message);
      }
    }
  }
}

TEST(LabReports, Sendmail) {
  const auto folder = testing::shared_folder("corpus/sendmail");
  if (!folder) GTEST_SKIP() << "corpus/sendmail is not here: 28 reports of Sendmail not read";
  for (const LabReport& expected : kSendmail) {
    testing::JudgedMessage message;
    judge_file(*folder + "/" + expected.name + ".eml", "", "own", message);
    if (*expected.statuses == '-') {
      EXPECT_EQ(to_string(message.verdict.kind), "legacy") << expected.name;
      ASSERT_TRUE(message.report) << expected.name;
      EXPECT_EQ(actions_of(*message.report), expected.actions) << expected.name;
    } else {
      expect_report(expected, message);
    }
  }
}

// The server that wrote the report stands in the returned message's Received fields, behind "by".
TEST(LabReports, AreAboutMessagesOfOurs) {
  for (const auto& [name, host] :
       {std::pair("corpus/postfix", "mx.lab.test"), std::pair("corpus/sendmail", "mta.example")}) {
    const auto folder = testing::shared_folder(name);
    if (!folder) GTEST_SKIP() << name << " is not here: its reports not read";
    size_t read = 0;
    for (const std::string& path : testing::files_below(*folder, {".eml"})) {
      testing::JudgedMessage message;
      judge_file(path, "", "own", message);
      if (!message.report || !message.report->original) continue;
      EXPECT_EQ(is_backscatter(*message.report, {host}), false) << path;
      ++read;
    }
    EXPECT_GT(read, 20U) << name;
  }
}

// What the fields leave out and the transcript tells.
TEST(LabReports, SendmailTranscripts) {
  const auto folder = testing::shared_folder("corpus/sendmail");
  if (!folder) GTEST_SKIP() << "corpus/sendmail is not here: transcripts not read";
  struct Case {
    const char* name;
    size_t recipient;
    const char* text;
  };
  const std::string policy =
      "550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n"
      "550-5.7.26 See https://support.example.net/mail/answer/81126\n"
      "550 5.7.26 for more information. x1-20020a - gsmtp";
  const Case cases[] = {
      {"02-remote-user-unknown", 0, ""},
      {"03-local-mailbox-full", 0, "procmail: Quota exceeded while writing \"/var/mail/mail\""},
      {"05-host-unknown", 0,
       "550 5.1.2 <someone@nohost.invalid>... Host unknown (Name server: nohost.invalid: host not "
       "found)"},
      {"06-delayed-connection-refused", 0,
       "<u@dead.example>... Deferred: Connection refused by [127.0.0.1]"},
      {"11-multi-recipient", 0, ""},
      {"11-multi-recipient", 1, ""},
      {"11-multi-recipient", 2, policy.c_str()},
      {"11-multi-recipient", 3,
       "550 5.1.2 <someone@nohost.invalid>... Host unknown (Name server: nohost.invalid: host not "
       "found)"},
      {"12-remote-multiline-policy", 0, policy.c_str()},
      {"19-program-failed", 0, "Sorry, the ticket system is closed"},
      {"26-expired", 0, "<u@dead.example>... Deferred: Connection refused by [127.0.0.1]"},
  };
  for (const Case& c : cases) {
    testing::JudgedMessage message;
    judge_file(*folder + "/" + c.name + ".eml", "", "own", message);
    ASSERT_TRUE(message.report) << c.name;
    ASSERT_GT(message.report->recipients.size(), c.recipient) << c.name;
    EXPECT_EQ(message.report->recipients[c.recipient].notice_text, c.text) << c.name;
  }
}

}  // namespace
}  // namespace plainbounce
