// The command, in-process: whole texts for logs of both mail servers.
#include "cli/maillog/log_command.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "cli/maillog/log_readers.h"
#include "tests/support/files.h"
#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

constexpr const char* kFolder = "tests/unit/cli/maillog/";

struct Outcome {
  ExitStatus status;
  std::string out;
  std::string err;
};

Outcome run(LogRequest request, const std::string& standard_input = {}) {
  testing::use_utc();
  request.now = testing::kNow;
  request.config = testing::source_path(std::string(kFolder) + "plain.ini");
  std::istringstream in(standard_input);
  std::ostringstream out;
  std::ostringstream err;
  const ExitStatus status = run_log(request, Console{in, out, err, false, false});
  return {status, out.str(), err.str()};
}

// With PLAINBOUNCE_WRITE_GOLDEN set the file is written instead.
void expect_golden(const std::string& name, const std::string& text) {
  const std::string path = testing::source_path(kFolder + name);
  if (std::getenv("PLAINBOUNCE_WRITE_GOLDEN") != nullptr) std::ofstream(path) << text;
  EXPECT_EQ(text, testing::read_file(path));
}

std::string log_of(const char* name) { return testing::source_path(std::string(kFolder) + name); }

TEST(LogCommand, ALogOfPostfix) {
  LogRequest request;
  request.files = {log_of("postfix.log")};
  request.refused = true;
  const Outcome outcome = run(request);
  EXPECT_EQ(outcome.status, ExitStatus::kDone);
  EXPECT_EQ(outcome.err, "");
  expect_golden("postfix.txt", outcome.out);
  request.json = true;
  expect_golden("postfix.json", run(request).out);
}

TEST(LogCommand, ALogOfSendmail) {
  LogRequest request;
  request.files = {log_of("sendmail.log")};
  request.refused = true;
  const Outcome outcome = run(request);
  EXPECT_EQ(outcome.status, ExitStatus::kDone);
  expect_golden("sendmail.txt", outcome.out);
}

TEST(LogCommand, AQueue) {
  const Outcome outcome = run({}, testing::read_file(log_of("queue.mailq")));
  EXPECT_EQ(outcome.status, ExitStatus::kDone);
  expect_golden("queue.txt", outcome.out);
}

TEST(LogCommand, AMessageOfAQueueThatIsTooLongIsTold) {
  const std::string begun = R"({"queue_name": "deferred", "queue_id": "4ABCDE", "sender": ")";
  const Outcome outcome = run({}, begun + std::string(kLongestQueueEntry, 'x') + "\"}\nother\n");
  EXPECT_EQ(outcome.status, ExitStatus::kDone);
  EXPECT_EQ(outcome.out,
            "Mail queue\n\n  messages    0\n  waiting     0\n"
            "  too long    1 (messages of more than 8 MB or 50,000 recipients in the\n"
            "              listing; left out)\n"
            "  not read    1 (no lines of a log)\n");
}

TEST(LogCommand, EveryLineFitsATerminal) {
  for (const char* name : {"postfix.txt", "sendmail.txt", "queue.txt"}) {
    std::istringstream text(testing::read_file(log_of(name)));
    for (std::string line; std::getline(text, line);) {
      EXPECT_TRUE(line.size() <= 80 || line.find("://") != std::string::npos) << line;
    }
  }
}

TEST(LogCommand, OneCauseAndTheLargestGroupsOnly) {
  LogRequest request;
  request.files = {log_of("postfix.log")};
  request.causes = {"blocked-ip"};
  EXPECT_EQ(run(request).out.find("address-unknown"), std::string::npos);
  EXPECT_NE(run(request).out.find("blocked-ip"), std::string::npos);
  request.causes = {};
  request.top = 1;
  EXPECT_NE(run(request).out.find("\n4 more in 4 smaller groups; --top 0 shows them\n"),
            std::string::npos)
      << run(request).out;
}

TEST(LogCommand, RotatedFilesAreReadInTheOrderOfTheirTimes) {
  const std::string folder = ::testing::TempDir();
  const std::string older = folder + "plainbounce-mail.log.1";
  const std::string newer = folder + "plainbounce-mail.log";
  std::ofstream(older) << testing::smtp_line("10:00:00", "4ABCDE", "bob@far.example",
                                             "deferred (450 4.7.1 Greylisted)");
  std::ofstream(newer) << testing::smtp_line("11:00:00", "4ABCDE", "bob@far.example",
                                             "sent (250 Ok)");
  LogRequest request;
  request.files = {newer, older};
  EXPECT_EQ(run(request).out,
            "Deliveries, 2026-11-30 10:00:00 to 2026-11-30 11:00:00\n\n"
            "  delivered   1\n  failed      0\n  waiting     0\n"
            "  resolved    1 (waited at first, delivered later)\n");
}

TEST(LogCommand, WhatCannotBeReadIsNamedAndTheRestIsRead) {
  LogRequest request;
  request.files = {"/nonexistent/mail.log", log_of("sendmail.log")};
  const Outcome outcome = run(request);
  EXPECT_EQ(outcome.status, ExitStatus::kUsage);
  EXPECT_EQ(outcome.err,
            "plainbounce: /nonexistent/mail.log: cannot be read: No such file or directory\n");
  EXPECT_NE(outcome.out.find("  failed      4\n"), std::string::npos) << outcome.out;
}

TEST(LogCommand, NothingThatIsALogIsANo) {
  for (const std::string& input : {std::string(), std::string("a\nb\n"), std::string(1000, '\0'),
                                   std::string("Nov 30 21:00:00 mx cron[1]: x\n")}) {
    const Outcome outcome = run({}, input);
    EXPECT_EQ(outcome.status, ExitStatus::kNo);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("plainbounce: no line of Postfix or Sendmail among "))
        << outcome.err;
  }
  EXPECT_EQ(run({}, "Mail queue is empty\n").out,
            "Mail queue\n\n  messages    0\n  waiting     0\n");
}

TEST(LogCommand, WrongOptionsAreNamed) {
  LogRequest request;
  request.causes = {"mailbox-ful"};
  EXPECT_EQ(run(request).err,
            "plainbounce: there is no cause \"mailbox-ful\"; did you mean \"mailbox-full\"?\n");
  request.causes = {};
  request.since = "sometime";
  EXPECT_EQ(run(request).err,
            "plainbounce: --since: \"sometime\" is no time; allowed are 2026-11-30, \"2026-11-30 "
            "08:00\", today, yesterday, 90m, 24h, 7d, 2w\n");
  request.since = "1h";
  request.until = "2h";
  EXPECT_EQ(run(request).err, "plainbounce: --since is not before --until\n");
  EXPECT_EQ(run(request).status, ExitStatus::kUsage);
}

TEST(LogCommand, WhatALogHoldsCannotMoveTheTerminal) {
  const std::string line = testing::smtp_line(
      "10:00:00", "4ABCDE", "bob@f\x1b[2Jar.example",
      "bounced (host mx[1] said: 550 5.1.1 \x1b]0;x\x07 \xe2\x80\xae unknown \xff)");
  const Outcome outcome = run({}, line);
  for (const char c : outcome.out) {
    EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << outcome.out;
  }
  EXPECT_EQ(outcome.out.find("\xe2\x80\xae"), std::string::npos);
}

}  // namespace
}  // namespace plainbounce
