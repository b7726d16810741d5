#include "core/dsn/session_notice.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"

namespace plainbounce {
namespace {

std::string message(const std::string& name) {
  return testing::with_lf(
      testing::read_file(testing::source_path("tests/messages/sessions/" + name + ".eml")));
}

Result<DeliveryReport> read(const std::string& bytes) {
  const auto tree = split_message(bytes, Limits());
  if (!tree) return fail("no message");
  return parse_session_notice(*tree, Limits());
}

// "server unknown[192.0.2.1] (lost connection)", then a line for each reply.
std::string summary(const Result<DeliveryReport>& report) {
  if (!report) return report.error().message;
  const SessionTranscript& session = *report->session;
  std::string out = std::string(to_string(session.side)) + " " + session.peer;
  if (!session.aborted.empty()) out += " (" + session.aborted + ")";
  for (const SessionReply& reply : session.replies) {
    out += "\n" + reply.command;
    if (!reply.recipient.empty()) out += " <" + reply.recipient + ">";
    out += ": " + reply.reply + (reply.usable ? "" : " (does not fit)");
  }
  return out;
}

TEST(SessionNotice, TellsWhatWentWrong) {
  struct Case {
    const char* name;
    const char* summary;
  };
  const Case cases[] = {
      {"server-unknown-user",
       "server unknown[203.0.113.9]\n"
       "RCPT TO <nobody1@example.net>: 550 5.1.1 <nobody1@example.net>: Recipient address "
       "rejected: "
       "User unknown in local recipient table"},
      {"server-unknown-command",
       "server unknown[203.0.113.9]\n: 500 5.5.2 Error: command not recognized"},
      {"server-scanner-in-other-protocol",
       "server unknown[203.0.113.9]\n: 221 2.7.0 Error: I can break rules, too. Goodbye."},
      // That no recipient is left follows from the refusal.
      {"server-relay-denied",
       "server relay.far.example[198.51.100.25]\n"
       "RCPT TO <someone@third.example>: 554 5.7.1 <someone@third.example>: Relay access denied"},
      {"server-out-of-space",
       "server mail.far.example[198.51.100.27]\nMAIL FROM: 452 4.3.1 Insufficient system storage"},
      // What answers AUTH may be a password.
      {"server-login-failed",
       "server unknown[203.0.113.77] (lost connection)\n"
       "AUTH: 535 5.7.8 Error: authentication failed: UGFzc3dvcmQ6"},
      {"server-refused-after-data",
       "server mail.far.example[198.51.100.27]\nend of DATA: 550 5.7.1 message content rejected"},
      {"server-aborted-without-error",
       "server mail.far.example[198.51.100.27] (lost connection)\nMAIL FROM: "},
      {"server-unclear-reply",
       "server mail.far.example[198.51.100.27]\n"
       "RCPT TO <alice@box.example>: 550 5.7.1 <alice@box.example>: Recipient address rejected: "
       "Not "
       "today"},
      {"client-answer-that-does-not-fit",
       "client mx.example.org[192.0.2.1]:25\nRCPT TO <bob@example.org>: 999 what (does not fit)"},
      // The one that made Postfix write goes first.
      {"client-pipelined-syntax-error",
       "client mx.far.example[198.51.100.25]:25\n"
       "RCPT TO <odd..name@far.example>: 501 5.1.3 Bad recipient address syntax\n"
       "RCPT TO <nouser@far.example>: 550 5.1.1 <nouser@far.example>: User unknown"},
      {"client-our-name-is-short",
       "client mx.far.example[198.51.100.25]:25\n"
       "HELO: 504 5.5.2 <mx>: Helo command rejected: need fully-qualified hostname\n"
       "EHLO: 504 5.5.2 <mx>: Helo command rejected: need fully-qualified hostname"},
      {"client-lmtp-answers-per-recipient",
       "client mx.box.example[private/dovecot-lmtp]\nend of DATA: 500 5.5.2 what was that"},
  };
  for (const Case& c : cases) EXPECT_EQ(summary(read(message(c.name))), c.summary) << c.name;
}

TEST(SessionNotice, ManyRepliesEndWithTheLastErrorFirst) {
  const auto report = read(message("server-many-unknown-users"));
  ASSERT_TRUE(report);
  ASSERT_EQ(report->recipients.size(), 15U);
  EXPECT_EQ(report->session->aborted, "too many errors");
  EXPECT_EQ(report->recipients[0].final_recipient->value, "user15@box.example");
  EXPECT_EQ(report->recipients[1].final_recipient->value, "user1@box.example");
  EXPECT_EQ(report->recipients[0].diagnostic_code->value,
            "550 5.1.1 <user15@box.example>: Recipient address rejected: User unknown in virtual "
            "mailbox table");
  EXPECT_EQ(report->message.reporting_mta->value, "mx.box.example");
}

TEST(SessionNotice, IsReadAlikeInBothLineEnds) {
  const std::string bytes = message("server-unknown-user");
  EXPECT_EQ(summary(read(testing::with_crlf(bytes))), summary(read(bytes)));
}

TEST(SessionNotice, OnlyAsPostfixWritesIt) {
  const std::string whole = message("server-unknown-user");
  const std::string client = message("client-answer-that-does-not-fit");
  struct Case {
    const char* label;
    const std::string& message;
    const char* from;
    const char* to;
    bool read;
  };
  const Case cases[] = {
      {"as it is", whole, "", "", true},
      {"another name of the mail system", whole, "Subject: Postfix", "Subject: Our Mailer", true},
      {"another Subject", whole, "SMTP server: errors", "SMTP server: trouble", false},
      {"a Subject with an answer's mark", whole, "errors from ", "errors from Re: ", false},
      {"a peer without an address", whole, "unknown[203.0.113.9]", "unknown", false},
      {"from a person", whole, "MAILER-DAEMON@", "bob@", false},
      {"words before it", whole, "Transcript of", "See this.\n\nTranscript of", false},
      {"words behind it", whole, "mail logfile", "mail logfile\n\nClick here.", false},
      {"words within it", whole, " In:  QUIT", "Send money.\n In:  QUIT", false},
      {"an indented line of another kind", whole, " In:  QUIT", "  QUIT", false},
      {"the end is missing", whole, "For other details, see the local mail logfile", "", false},
      {"quoted", whole, "Transcript of", "> Transcript of", false},
      {"of another type", whole, "To: ", "Content-Type: text/html\nTo: ", false},
      {"no error", whole, "550 5.1.1", "250 2.1.5", false},
      {"the other side alone speaks", whole, " Out:", " In: ", false},
      {"a client", client, "", "", true},
      {"another peer in the text", client, "from mx.example.org[192.0.2.1]:25.",
       "from mx.example.com[192.0.2.1]:25.", false},
      {"its first line is missing", client, "Unexpected response from", "Transcript of", false},
  };
  for (const Case& c : cases) {
    std::string bytes = c.message;
    for (size_t at = bytes.find(c.from); *c.from != 0 && at != std::string::npos;
         at = bytes.find(c.from, at + std::string(c.to).size() + 1)) {
      bytes.replace(at, std::string(c.from).size(), c.to);
    }
    const auto report = read(bytes);
    EXPECT_EQ(report.has_value(), c.read) << c.label << ": " << summary(report);
  }
}

TEST(SessionNotice, KeepsItsLimits) {
  std::string lines;
  for (int i = 0; i < 5000; ++i) {
    const std::string address = "<u" + std::to_string(i) + "@box.example>";
    lines += " In:  RCPT TO:" + address + "\n Out: 550 5.1.1 " + address + ": unknown\n";
  }
  std::string bytes = message("server-unknown-user");
  bytes.insert(bytes.find(" In:  QUIT"), lines);
  const auto report = read(bytes);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->recipients.size(), Limits().recipients);
  EXPECT_EQ(report->recipients.front().final_recipient->value, "u4999@box.example");
  EXPECT_LE(report->notice.size(), Limits().notice_bytes);
  bytes.insert(bytes.find(" In:  QUIT"), std::string(2U << 20U, ' ') + "\n");
  EXPECT_EQ(summary(read(bytes)), "the session transcript is too long");
}

}  // namespace
}  // namespace plainbounce
