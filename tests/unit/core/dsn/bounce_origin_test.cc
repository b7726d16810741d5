#include <gtest/gtest.h>

#include "core/dsn/bounce_verdict.h"

namespace plainbounce {
namespace {

DeliveryReport returned(const std::vector<std::string>& received) {
  DeliveryReport report;
  report.original = OriginalHeaders();
  report.original->received = received;
  return report;
}

TEST(Backscatter, HostsAreWholeWordsBehindBy) {
  struct Case {
    const char* label;
    const char* received;
    bool ours;
  };
  const Case cases[] = {
      {"by", "from laptop (laptop [192.0.2.1]) by mail.example.net (Postfix) with ESMTP; Tue",
       true},
      {"a greeting with our name",
       "from mail.example.net (mail.example.net [192.0.2.1]) by mx.far.test; Tue", false},
      {"a greeting with our name, no by", "from mail.example.net; Tue", false},
      {"a greeting as by", "from by mail.example.net by mx.far.test; Tue", false},
      {"both", "from mail.example.net (x) by out.example.net; Tue", true},
      {"no from", "by mail.example.net (Postfix) id 1; Tue", true},
      {"case, dot at the end", "from x by MAIL.Example.NET. with SMTP", true},
      {"second host of ours", "from x by out.example.net; Tue", true},
      {"longer name", "from x by mail.example.net.evil.test; Tue", false},
      {"name that ends so", "from x by notmail.example.net; Tue", false},
      {"in a comment", "from evil (by mail.example.net) by mx.far.test (mail.example.net)", false},
      {"in nested comments", "from evil ((by mail.example.net) x) by mx.far.test", false},
      {"behind for", "from evil by mx.far.test for mail.example.net; Tue", false},
      {"second by", "from evil by mx.far.test by mail.example.net; Tue", false},
      {"from behind by", "by mx.far.test from mail.example.net; Tue", false},
      {"in the date", "from evil by mx.far.test; from mail.example.net", false},
      {"in quotes", "from \"x by mail.example.net\" by mx.far.test", false},
      {"escaped parenthesis", "from evil (\\) by mail.example.net) by mx.far.test", false},
      {"unclosed comment", "from evil (by mail.example.net", false},
      {"nothing", "", false},
      {"by alone", "by", false},
      {"backslash at the end", "from evil \\", false},
  };
  for (const Case& c : cases) {
    const auto backscatter =
        is_backscatter(returned({c.received}), {"", "mail.example.net", "out.example.net"});
    EXPECT_EQ(backscatter, !c.ours) << c.label;
  }
}

TEST(Backscatter, UnknownWithoutEvidence) {
  EXPECT_EQ(is_backscatter(returned({"by mail.example.net; Tue"}), {}), std::nullopt);
  EXPECT_EQ(is_backscatter(returned({}), {"mail.example.net"}), std::nullopt);
  EXPECT_EQ(is_backscatter(DeliveryReport(), {"mail.example.net"}), std::nullopt);
  EXPECT_EQ(is_backscatter(returned({"by a.test", "by mail.example.net"}), {"mail.example.net"}),
            false);
}

TEST(JudgeOrigin, Elsewhere) {
  BounceTrust trust;
  trust.own_services = {"postfix-dsn"};
  trust.our_hosts = {"mail.example.net"};
  Envelope strange;
  strange.daemon_name = "mx";
  Envelope own;
  own.daemon_name = "postfix-dsn";
  const BounceVerdict report{MessageKind::kReport, std::nullopt, "x"};
  const BounceVerdict refused{MessageKind::kReport, Refusal::kSigned, "x"};
  const BounceVerdict notice{MessageKind::kNotice, std::nullopt, "x"};
  const BounceVerdict receipt{MessageKind::kReceipt, std::nullopt, "x"};
  const DeliveryReport ours = returned({"by mail.example.net"});
  const DeliveryReport theirs = returned({"by mx.far.test"});
  struct Case {
    const char* label;
    BounceVerdict second;
    Envelope envelope;
    DeliveryReport report;
    std::optional<Refusal> refusal;
  };
  const Case cases[] = {
      {"sent by us", report, strange, ours, std::nullopt},
      {"not sent by us", report, strange, theirs, Refusal::kElsewhere},
      {"nothing returned", report, strange, DeliveryReport(), Refusal::kElsewhere},
      {"our own report", report, own, theirs, std::nullopt},
      {"an earlier refusal stays", refused, strange, theirs, Refusal::kSigned},
      {"a notice that anyone may have sent", notice, strange, DeliveryReport(),
       Refusal::kElsewhere},
      {"whatever it returns", notice, strange, ours, Refusal::kElsewhere},
      {"our own notice", notice, own, DeliveryReport(), std::nullopt},
      {"other kinds are left alone", receipt, strange, theirs, std::nullopt},
  };
  for (const Case& c : cases) {
    const BounceVerdict verdict = judge_origin(c.second, c.envelope, c.report, trust);
    EXPECT_EQ(verdict.refusal, c.refusal) << c.label;
    EXPECT_EQ(verdict.kind, c.second.kind) << c.label;
  }
  trust.our_hosts.clear();
  EXPECT_EQ(judge_origin(report, strange, ours, trust).refusal, Refusal::kElsewhere);
}

}  // namespace
}  // namespace plainbounce
