#include "cli/maillog/log_line.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

std::string parts_of(std::string_view line) {
  const auto split = split_log_line(line);
  if (!split) return "none";
  return std::string(split->time) + "|" + std::string(split->host) + "|" +
         std::string(split->program) + "|" + std::string(split->message);
}

TEST(LogLine, EachFormIsTakenApart) {
  const struct {
    const char* label;
    std::string_view line;
    std::string_view parts;
  } cases[] = {
      {"RFC 3164", "Nov 30 21:00:00 mx postfix/smtp[12]: 4ABC: removed",
       "Nov 30 21:00:00|mx|postfix/smtp|4ABC: removed"},
      {"a day of one digit", "Nov  3 21:00:00 mx postfix/smtp[12]: x",
       "Nov  3 21:00:00|mx|postfix/smtp|x"},
      {"a fraction, as journalctl -o short-precise", "Nov 30 21:00:00.123456 mx sm-mta[1]: x",
       "Nov 30 21:00:00.123456|mx|sm-mta|x"},
      {"ISO 8601 of rsyslog", "2026-11-30T21:00:00.123456+01:00 mx.example.org postfix/qmgr[1]: x",
       "2026-11-30T21:00:00.123456+01:00|mx.example.org|postfix/qmgr|x"},
      {"journalctl -o short-iso", "2026-11-30T21:00:00+0100 mx postfix/qmgr[1]: x",
       "2026-11-30T21:00:00+0100|mx|postfix/qmgr|x"},
      {"a blank in an ISO time", "2026-11-30 21:00:00 mx postfix/qmgr[1]: x",
       "2026-11-30 21:00:00|mx|postfix/qmgr|x"},
      {"a priority in front", "<22>Nov 30 21:00:00 mx postfix/smtp[12]: x",
       "Nov 30 21:00:00|mx|postfix/smtp|x"},
      {"no process id", "Nov 30 21:00:00 mx sendmail: x", "Nov 30 21:00:00|mx|sendmail|x"},
      {"Solaris", "Nov 30 21:00:00 mx sendmail[9]: [ID 801593 mail.info] QID: x",
       "Nov 30 21:00:00|mx|sendmail|QID: x"},
      {"an instance and a service", "Nov 30 21:00:00 mx postfix-out/submission/smtpd[1]: x",
       "Nov 30 21:00:00|mx|postfix-out/submission/smtpd|x"},
      {"no program", "Nov 30 21:00:00 mx last message repeated 2 times",
       "Nov 30 21:00:00|mx||last message repeated 2 times"},
      {"no message", "Nov 30 21:00:00 mx postfix/smtp[12]:", "Nov 30 21:00:00|mx|postfix/smtp|"},
      {"nothing", "", "none"},
      {"a sentence", "Novel things happen at 21:00:00 mx", "none"},
      {"only a time", "Nov 30 21:00:00 ", "none"},
      {"a host alone", "Nov 30 21:00:00 mx", "none"},
      {"a number", "2026-11-30", "none"},
      {"binary", std::string_view("\x00\xff\x1b\x00 21:00:00 mx a[1]: b\0\0\0", 28), "none"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(parts_of(one.line), one.parts);
  }
}

TEST(LogLine, ProgramsOfMailServersAreKnown) {
  EXPECT_TRUE(is_postfix("postfix/smtp"));
  EXPECT_TRUE(is_postfix("postfix-out/smtp"));
  EXPECT_FALSE(is_postfix("postfix"));
  EXPECT_FALSE(is_postfix("dovecot/smtp"));
  for (const char* name : {"sendmail", "sm-mta", "sm-msp-queue", "sendmail-mta"}) {
    EXPECT_TRUE(is_sendmail(name)) << name;
  }
  EXPECT_FALSE(is_sendmail("smartd"));
}

}  // namespace
}  // namespace plainbounce
