#include <gtest/gtest.h>

#include <string>

#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

// The kind that a file's name promises.
std::string expected_kind(const std::string& name) {
  const auto begins = [&](const char* start) { return name.rfind(start, 0) == 0; };
  if (begins("dmarc-") || begins("abuse-")) return "abuse-report";
  if (begins("receipt-") || begins("as2-")) return "receipt";
  return "";
}

// Messages from the null sender that are no bounces: vacation replies, receipts, calendar answers,
// challenges, list mail, reports about abuse, and texts that quote bounces.
TEST(NotBounces, NoneIsTakenForOne) {
  BounceTrust trust;
  trust.own_services = {"postfix-dsn"};
  trust.our_hosts = {"mx.example.net", "mail.example.net"};
  const auto files =
      testing::files_below(testing::source_path("tests/messages/not-bounces"), {".eml"});
  EXPECT_GE(files.size(), 300U);
  for (const std::string& path : files) {
    const std::string name = path.substr(path.rfind('/') + 1);
    for (const char* daemon : {"mx", "postfix-dsn"}) {
      for (const char* sender : {"", "<>"}) {
        Envelope envelope;
        envelope.sender = sender;
        envelope.recipients = {"anna@example.net"};
        envelope.daemon_name = daemon;
        testing::JudgedMessage message;
        testing::judge(testing::read_file(path), envelope, trust, message);
        const MessageKind kind = message.verdict.kind;
        EXPECT_TRUE(kind != MessageKind::kReport && kind != MessageKind::kLegacy)
            << name << " is taken for " << to_string(kind) << ": " << message.verdict.why;
        const std::string expected = expected_kind(name);
        if (!expected.empty()) {
          EXPECT_EQ(to_string(kind), expected) << name << ": " << message.verdict.why;
        }
        EXPECT_FALSE(message.report) << name;
      }
    }
  }
}

TEST(NotBounces, AllDifferentAndInWireFormat) {
  std::string ids;
  for (const std::string& path :
       testing::files_below(testing::source_path("tests/messages/not-bounces"), {".eml"})) {
    const std::string bytes = testing::read_file(path);
    EXPECT_EQ(testing::with_crlf(bytes), bytes) << path;
    const auto tree = split_message(bytes, Limits());
    ASSERT_TRUE(tree) << path;
    const auto id = tree->root().header.value("Message-ID");
    ASSERT_TRUE(id) << path;
    EXPECT_EQ(ids.find(*id + "\n"), std::string::npos) << path;
    ids += *id + "\n";
  }
}

}  // namespace
}  // namespace plainbounce
