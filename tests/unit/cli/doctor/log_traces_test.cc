#include "cli/doctor/log_traces.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

constexpr std::string_view kLog =
    "Nov 30 21:00:00 mx postfix/pickup[10]: 4A: uid=0 from=<root>\n"
    "Nov 30 21:00:01 mx postfix/smtp[11]: 4A: to=<token-1@x.invalid>, relay=none, delay=0.1, "
    "dsn=5.4.4, status=bounced (Host or domain name not found)\n"
    "Nov 30 21:00:01 mx plainbounced[9]: info: 4B: explained original=4A cause=domain-not-found\n"
    "Nov 30 21:00:01 mx postfix/bounce[12]: 4A: sender non-delivery notification: 4B\n"
    "Nov 30 21:00:02 mx postfix/local[13]: 4B: to=<root@mx.example.org>, relay=local, delay=0, "
    "dsn=2.0.0, status=sent (delivered to mailbox)\n";

TEST(LogTraces, AMessageAndItsBounce) {
  const LogTraces traces = traces_of(kLog, "token-1");
  EXPECT_EQ(traces.queue_id, "4A");
  EXPECT_EQ(traces.status, "bounced");
  EXPECT_EQ(traces.reason, "(Host or domain name not found)");
  EXPECT_EQ(traces.bounce_queue_id, "4B");
  EXPECT_EQ(traces.bounce_status, "sent");
  EXPECT_EQ(traces.bounce_relay, "local");
  EXPECT_EQ(traces.own,
            std::vector<std::string>{"4B: explained original=4A cause=domain-not-found"});
}

TEST(LogTraces, OneThatWaits) {
  const LogTraces traces = traces_of(
      "x postfix/smtp[1]: 4C: to=<token-2@x>, status=deferred (Host not found, try again)",
      "token-2");
  EXPECT_EQ(traces.status, "deferred");
  EXPECT_EQ(traces.reason, "(Host not found, try again)");
  EXPECT_EQ(traces.bounce_queue_id, "");
}

TEST(LogTraces, AnotherMessage) {
  const LogTraces traces = traces_of(kLog, "token-2");
  EXPECT_EQ(traces.queue_id, "");
  EXPECT_TRUE(traces.own.empty());
}

}  // namespace
}  // namespace plainbounce
