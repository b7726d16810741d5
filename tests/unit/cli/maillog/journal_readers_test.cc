// What journalctl writes for other programs.
#include <gtest/gtest.h>

#include "cli/maillog/log_readers.h"
#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

using testing::outcome_of;

constexpr std::string_view kMessage =
    "4ABCDE: to=<bob@far.example>, relay=mx.far.example[192.0.2.25]:25, delay=1, dsn=4.2.2, "
    "status=deferred (host mx.far.example[192.0.2.25] said: 452 4.2.2 Mailbox full)";

std::string entry(const std::string& message_field, const char* program = "postfix/smtp") {
  return "__CURSOR=s=1\n__REALTIME_TIMESTAMP=1796068800000000\nPRIORITY=6\n_HOSTNAME=mx\n"
         "SYSLOG_IDENTIFIER=" +
         std::string(program) + "\n" + message_field + "_PID=7\n\n";
}

std::string as_bytes(std::string_view text) {
  std::string field = "MESSAGE\n";
  for (unsigned i = 0; i < 8; ++i) field += static_cast<char>((text.size() >> (8 * i)) & 0xffU);
  return field.append(text).append("\n");
}

TEST(JournalReaders, AnExportIsReadInPiecesOfEachSize) {
  testing::use_utc();
  const std::string log = entry("MESSAGE=" + std::string(kMessage) + "\n") +
                          entry(as_bytes("two\n\nlines"), "cron") +
                          entry(as_bytes("4FGHIJ" + std::string(kMessage.substr(6))));
  ASSERT_EQ(format_of(log), LogFormat::kJournalExport);
  for (const size_t piece : {size_t{1}, size_t{2}, size_t{3}, size_t{7}, size_t{64}, log.size()}) {
    DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
    const auto reader = make_journal_export_reader(follower);
    for (size_t at = 0; at < log.size(); at += piece)
      reader->feed(std::string_view(log).substr(at, piece));
    reader->finish();
    EXPECT_EQ(testing::outcome(follower), "waiting 2 mailbox-full: 4ABCDE 4FGHIJ\n");
    EXPECT_EQ(follower.figures().lines, 3U);
    EXPECT_EQ(follower.figures().mail_lines, 2U);
    EXPECT_EQ(follower.figures().first, 1796068800);
  }
}

TEST(JournalReaders, AnExportThatIsCutEndsQuietly) {
  const std::string log = entry(as_bytes(kMessage));
  for (size_t size = 60; size < log.size(); ++size) {
    const std::string outcome = outcome_of(log.substr(0, size));
    EXPECT_TRUE(outcome.empty() || outcome.starts_with("waiting 1 ")) << size << outcome;
  }
}

TEST(JournalReaders, JsonIsRead) {
  const std::string head =
      R"({"__REALTIME_TIMESTAMP":"1796068800000000","_HOSTNAME":"mx","SYSLOG_IDENTIFIER":)";
  std::string bytes;
  for (const char c : std::string("4FGHIJ: to=<a@far.example>, relay=none, dsn=5.1.1, "
                                  "status=bounced (unknown user: \"a\")")) {
    bytes += (bytes.empty() ? "" : ",") + std::to_string(static_cast<unsigned char>(c));
  }
  const std::string log = head + R"("postfix/smtp","MESSAGE":")" + std::string(kMessage) + "\"}\n" +
                          head + R"("postfix/local","MESSAGE":[)" + bytes + "]}\n" + head +
                          R"("postfix/smtpd","MESSAGE":"connect from h[192.0.2.9]"})" + "\n" +
                          head + R"("cron","MESSAGE":"\"SYSLOG_IDENTIFIER\":\"postfix/x\" to=<"})" +
                          "\n" + "no json\n{\n";
  ASSERT_EQ(format_of(log), LogFormat::kJournalJson);
  DeliveryFollower follower(testing::built_in_knowledge(), {}, testing::kNow);
  testing::feed(follower, log);
  EXPECT_EQ(testing::outcome(follower),
            "failed 1 address-unknown: 4FGHIJ\nwaiting 1 mailbox-full: 4ABCDE\nunreadable 1\n");
  EXPECT_EQ(follower.figures().mail_lines, 3U);
}

}  // namespace
}  // namespace plainbounce
