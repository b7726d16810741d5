// Microsoft's two services and its number ranges.
#include <gtest/gtest.h>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

constexpr const char* kExchangeOnline = "example-org.mail.protection.outlook.com";
constexpr const char* kOutlookCom = "outlook-com.olc.protection.outlook.com";

struct Case {
  const char* reply;
  const char* host;
  const char* expected;  // cause, confidence, provider, rule or "generic"
};

void expect_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), c.host);
    const auto or_dash = [](const std::string& text) { return text.empty() ? "-" : text; };
    const bool generic = diagnosis.rule.starts_with("generic/");
    EXPECT_EQ(diagnosis.cause + " " + std::string(to_string(diagnosis.confidence)) + " " +
                  or_dash(diagnosis.provider) + " " +
                  (generic ? "generic" : or_dash(diagnosis.rule)),
              c.expected)
        << c.host << ": " << c.reply;
  }
}

TEST(Microsoft, HasTwoServicesByTheirHosts) {
  expect_all({
      {"550 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"550 Done", "example-org.p-v1.mx.microsoft", "unclear unsure microsoft -"},
      {"550 Done", kOutlookCom, "unclear unsure outlook -"},
      {"550 Done", "mx1.hotmail.com", "unclear unsure outlook -"},
      {"550 Done", "outlook.com.example.net", "unclear unsure - -"},
  });
}

TEST(Microsoft, RangesHoldFromTheirFirstToTheirLastNumberAndOnlyWithItsHosts) {
  expect_all({
      {"550 5.7.605 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"550 5.7.606 Done", kExchangeOnline,
       "blocked-ip certain microsoft microsoft/banned-ip-range"},
      {"550 5.7.649 Done", kExchangeOnline,
       "blocked-ip certain microsoft microsoft/banned-ip-range"},
      {"550 5.7.650 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"550 5.7.699 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"550 5.7.700 Done", kExchangeOnline,
       "account-blocked likely microsoft microsoft/tenant-restricted-range"},
      {"550 5.7.749 Done", kExchangeOnline,
       "account-blocked likely microsoft microsoft/tenant-restricted-range"},
      {"550 5.7.899 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"550 5.7.900 Done", kExchangeOnline,
       "policy-refusal certain microsoft microsoft/custom-rule"},
      {"550 5.7.999 Done", kExchangeOnline,
       "policy-refusal certain microsoft microsoft/custom-rule"},
      {"451 4.7.499 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"451 4.7.500 Done", kExchangeOnline, "rate-limited certain microsoft microsoft/throttled"},
      {"451 4.7.699 Done", kExchangeOnline, "rate-limited certain microsoft microsoft/throttled"},
      {"451 4.7.849 Done", kExchangeOnline, "unclear unsure microsoft -"},
      {"451 4.7.850 Done", kExchangeOnline,
       "blocked-ip certain microsoft microsoft/assessed-ip-range"},
      {"451 4.7.899 Done", kExchangeOnline,
       "blocked-ip certain microsoft microsoft/assessed-ip-range"},
      {"550 5.7.606 Done", "mx.example.org", "unclear unsure - -"},
      {"550 5.7.950 Done", "mx.example.org", "unclear unsure - -"},
      {"451 4.7.550 Done", "", "unclear unsure - -"},
  });
}

TEST(Microsoft, SingleNumbersGoBeforeTheirRange) {
  expect_all({
      {"550 5.7.705 Access denied, tenant has exceeded threshold", kExchangeOnline,
       "account-blocked certain microsoft microsoft/tenant-threshold"},
      {"550 5.7.708 Access denied, traffic not accepted from this IP", kExchangeOnline,
       "blocked-ip certain microsoft microsoft/new-tenant-ip"},
      {"451 4.7.652 The mail server [192.0.2.1] has exceeded the maximum number of connections "
       "(S3115)",
       kOutlookCom, "too-many-connections certain outlook outlook/connections"},
  });
}

TEST(Microsoft, WhatAnotherServerSaidInsideTheWrapperWins) {
  expect_all({
      {"550 5.0.350 Remote server returned an error -> 552 5.2.2 Mailbox full", "",
       "mailbox-full certain - generic"},
      {"550 5.1.351 Remote server returned unknown recipient or mailbox unavailable -> 550 5.7.1 "
       "Relaying denied",
       "", "relay-denied certain - generic"},
      {"550 5.0.350 Remote server returned an error", "",
       "unclear unsure - microsoft/remote-error"},
  });
}

TEST(Microsoft, WordsOfManyAreItsOwnOnlyWithItsHost) {
  expect_all({
      {"550 5.5.0 Requested action not taken: mailbox unavailable", kOutlookCom,
       "address-unknown certain outlook outlook/mailbox-unavailable-host"},
      {"550 5.1.0 Sender denied", kExchangeOnline,
       "unclear unsure microsoft microsoft/sender-denied"},
      {"452 4.5.3 Too many recipients", kExchangeOnline,
       "too-many-recipients certain microsoft microsoft/too-many-recipients"},
      {"553 http://www.spamhaus.org/query/bl?ip=192.0.2.1", "192-0-2-9.ip.secureserver.net",
       "blocked-ip certain - generic"},
  });
  const Diagnosis elsewhere =
      Diagnoser(testing::knowledge())
          .diagnose_reply(parse_smtp_reply("452 4.5.3 Too many recipients"), "mx.example.org");
  EXPECT_EQ(elsewhere.provider, "");
}

}  // namespace
}  // namespace plainbounce
