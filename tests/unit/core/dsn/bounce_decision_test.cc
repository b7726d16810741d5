#include <gtest/gtest.h>

#include <string>

#include "core/dsn/bounce_verdict.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

BounceTrust site() {
  BounceTrust trust;
  trust.own_services = {"postfix-dsn", "dsn-port"};
  trust.our_hosts = {"mail.example.net"};
  trust.machine_recipients = {"*-bounces@*", "owner-*@*"};
  return trust;
}

Envelope envelope(const char* sender, const char* recipient, const char* daemon = "mx") {
  Envelope made;
  made.sender = sender;
  made.recipients = {recipient};
  made.daemon_name = daemon;
  return made;
}

BounceVerdict decide(const Envelope& from, const std::string& header, const BounceTrust& trust) {
  const auto block = parse_header_block(header, 0, header.size(), Limits());
  EXPECT_TRUE(block.has_value());
  return decide_bounce(from, *block, trust);
}

constexpr const char* kReport =
    "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n";

TEST(DecideBounce, KindAndRefusal) {
  struct Case {
    const char* label;
    const char* sender;
    const char* daemon;
    std::string header;
    MessageKind kind;
    const char* refusal;
  };
  const std::string report = kReport;
  const Case cases[] = {
      {"null sender", "", "mx", report, MessageKind::kReport, ""},
      {"null sender with its brackets", "<>", "mx", report, MessageKind::kReport, ""},
      {"a person", "anna@x.test", "mx", report, MessageKind::kNone, ""},
      {"double-bounce from elsewhere", "double-bounce@x.test", "mx", report, MessageKind::kNone,
       ""},
      {"double-bounce of our service", "double-bounce@x.test", "postfix-dsn", report,
       MessageKind::kReport, ""},
      {"our second service", "", "dsn-port", report, MessageKind::kReport, ""},
      {"type in capitals", "", "mx",
       "CONTENT-TYPE: MULTIPART/REPORT; REPORT-TYPE=DELIVERY-STATUS; BOUNDARY=b\n",
       MessageKind::kReport, ""},
      {"a receipt", "", "mx",
       "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n",
       MessageKind::kReceipt, ""},
      {"a receipt by which a mailbox refuses", "", "mx",
       "Auto-Submitted: auto-replied (rejected)\n"
       "Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n",
       MessageKind::kReport, ""},
      {"report without report-type", "", "mx", "Content-Type: multipart/report; boundary=b\n",
       MessageKind::kReport, ""},
      {"rewrapped", "", "mx", "Content-Type: multipart/mixed; boundary=b\n", MessageKind::kReport,
       ""},
      {"no MIME", "", "mx", "Subject: failure notice\n", MessageKind::kLegacy, ""},
      {"broken type", "", "mx", "Content-Type: text\n", MessageKind::kLegacy, ""},
      {"receipt", "", "mx",
       "Content-Type: multipart/report; report-type=\"Disposition-Notification\"; boundary=b\n",
       MessageKind::kReceipt, ""},
      {"abuse report", "", "mx", "Content-Type: multipart/report; report-type=feedback-report\n",
       MessageKind::kAbuseReport, ""},
      {"TLS report", "", "mx", "Content-Type: multipart/report; report-type=tlsrpt; boundary=b\n",
       MessageKind::kNone, ""},
      {"signed", "", "mx", report + "DKIM-Signature: v=1\n", MessageKind::kReport, "signed"},
      {"sealed", "", "mx", "arc-seal: i=1\n" + report, MessageKind::kReport, "signed"},
      {"S/MIME", "", "mx", "Content-Type: multipart/signed; boundary=b\n", MessageKind::kReport,
       "encrypted"},
      {"PGP", "", "mx", "Content-Type: multipart/encrypted; boundary=b\n", MessageKind::kReport,
       "encrypted"},
      {"S/MIME, opaque", "", "mx", "Content-Type: application/pkcs7-mime\n", MessageKind::kLegacy,
       "encrypted"},
      {"Subject alone says nothing", "anna@x.test", "mx",
       "Subject: Undelivered Mail Returned to Sender\n", MessageKind::kNone, ""},
  };
  for (const Case& c : cases) {
    const BounceVerdict verdict =
        decide(envelope(c.sender, "nora@example.net", c.daemon), c.header, site());
    EXPECT_EQ(to_string(verdict.kind), to_string(c.kind)) << c.label;
    EXPECT_EQ(testing::refusal_name(verdict), c.refusal) << c.label;
    EXPECT_FALSE(verdict.why.empty()) << c.label;
  }
}

TEST(DecideBounce, MachineRecipients) {
  const BounceTrust trust = site();
  EXPECT_EQ(decide(envelope("", "Dev-Bounces@example.net"), kReport, trust).refusal,
            Refusal::kMachine);
  EXPECT_EQ(decide(envelope("", "nora@example.net"), kReport, trust).refusal, std::nullopt);
  Envelope two = envelope("", "nora@example.net");
  two.recipients.emplace_back("owner-dev@example.net");
  EXPECT_EQ(decide(two, kReport, trust).refusal, Refusal::kMachine);
  // Signed comes first.
  EXPECT_EQ(decide(two, std::string(kReport) + "ARC-Seal: i=1\n", trust).refusal, Refusal::kSigned);
}

TEST(DecideBounce, CommandLineLooksAtContentAlone) {
  BounceTrust trust = site();
  trust.require_null_sender = false;
  EXPECT_EQ(decide(envelope("anna@x.test", "help@example.net"), kReport, trust).kind,
            MessageKind::kReport);
}

TEST(DecideBounce, OwnServiceNeedsItsName) {
  BounceTrust trust;
  EXPECT_FALSE(is_own_service(envelope("", "a@x.test", ""), trust));
  trust.own_services = {""};
  EXPECT_FALSE(is_own_service(envelope("", "a@x.test", ""), trust));
  trust = site();
  EXPECT_TRUE(is_own_service(envelope("", "a@x.test", "postfix-dsn"), trust));
  EXPECT_FALSE(is_own_service(envelope("", "a@x.test", "postfix-dsn2"), trust));
}

TEST(DecideBounce, Names) {
  EXPECT_EQ(to_string(MessageKind::kAutoReply), "auto-reply");
  EXPECT_EQ(to_string(MessageKind::kNotice), "notice");
  EXPECT_EQ(to_string(Refusal::kTooLarge), "too-large");
  EXPECT_EQ(to_string(Refusal::kTooDeep), "too-deep");
  EXPECT_EQ(to_string(Refusal::kObserve), "observe");
}

}  // namespace
}  // namespace plainbounce
