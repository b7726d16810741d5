#include "core/decode/given_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;

TEST(GivenMessage, TellsMessagesFromPastedText) {
  const struct {
    const char* label;
    const char* text;
    bool message;
  } cases[] = {
      {"message", "From: a@example.org\nSubject: x\n\nbody\n", true},
      {"CRLF", "Received: from x\r\n\r\n", true},
      {"header only", "Subject: x\n", true},
      {"status fields", "Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b\n", false},
      {"a notice", "This is the mail system at host x.\n\n<a@b>: host y said: 550 no\n", false},
      {"a reply", "550 5.1.1 <a@b>: no such user", false},
      {"empty", "", false},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(is_message(test.text), test.message);
  }
}

TEST(GivenMessage, SplitsMailboxes) {
  EXPECT_THAT(split_mailbox("Subject: a\n\nFrom here\n"), ElementsAre("Subject: a\n\nFrom here\n"));
  EXPECT_THAT(split_mailbox(""), ElementsAre(""));
  EXPECT_THAT(
      split_mailbox(
          "From x Mon Nov 30 03:28:06 2026\nSubject: a\n\nbody\n>From you\n>>From me\n> From\n\n"
          "From y Tue Dec  1 03:28 2026\r\nSubject: b\r\n\r\n"
          "From z@x Wed Dec  2 03:28:06 2026 +0100\nSubject: c\nFrom d\n"),
      ElementsAre("Subject: a\n\nbody\nFrom you\n>From me\n> From\n\n", "Subject: b\r\n\r\n",
                  "Subject: c\nFrom d\n"));
}

// Not every program that writes such files quotes the lines that only begin so.
TEST(GivenMessage, SplitsNoMailboxAtASentence) {
  EXPECT_THAT(
      split_mailbox(
          "From x\nSubject: a\n\nFrom here on: 1:2, 12:3, :30\n\nFrom a12:b0\n\nFrom 10:30 on\n"),
      ElementsAre("Subject: a\n\nFrom here on: 1:2, 12:3, :30\n\nFrom a12:b0\n\nFrom 10:30 on\n"));
}

TEST(GivenMessage, WireLineEndsComeAndGo) {
  const struct {
    const char* label;
    std::string text;
    std::string wire;
  } cases[] = {
      {"LF", "a\nb\n\nc", "a\r\nb\r\n\r\nc"},
      {"CRLF", "a\r\nb\r\n", "a\r\nb\r\n"},
      {"CRLF with LF inside", "a\r\n\r\nb\nc\r\n", "a\r\n\r\nb\nc\r\n"},
      {"LF with CRLF inside", "a\n\nb\r\nc\n", "a\r\n\r\nb\r\r\nc\r\n"},
      {"bare CR", "a\rb\n\rc\r", "a\rb\r\n\rc\r"},
      {"no line end", "a", "a"},
      {"empty", "", ""},
      {"LF first", "\na\n", "\r\na\r\n"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    const WireMessage wire(test.text);
    EXPECT_EQ(wire.bytes(), test.wire);
    EXPECT_EQ(wire.to_original(wire.bytes()), test.text);
  }
}

std::string envelope_text(const std::string& header, const EnvelopeOptions& options) {
  const auto block = parse_header_block(header, 0, header.size(), Limits{});
  if (!block) return "unreadable";
  const Envelope envelope = envelope_of(*block, options);
  std::string out = "<" + envelope.sender + ">";
  for (const std::string& recipient : envelope.recipients) out += " " + recipient;
  return out + " " + envelope.daemon_name + " " + envelope.client_address;
}

TEST(GivenMessage, GuessesTheEnvelope) {
  const EnvelopeOptions none;
  EXPECT_EQ(envelope_text("To: Bob <bob@example.org>, al@example.net\n\n", none),
            "<> bob@example.org al@example.net  ");
  EXPECT_EQ(envelope_text("Return-Path: <a@b.example>\nTo: c@d.example\n\n", none),
            "<a@b.example> c@d.example  ");
  EXPECT_EQ(envelope_text("Return-Path: <>\nDelivered-To: x@d.example\nTo: c@d.example\n\n", none),
            "<> x@d.example  ");
  EnvelopeOptions options;
  options.has_sender = true;
  options.sender = "<>";
  options.recipients = {"<o@example.org>", "p@example.org"};
  options.daemon_name = "postfix-dsn";
  options.client_address = "127.0.0.1";
  EXPECT_EQ(envelope_text("Return-Path: <a@b.example>\nTo: c@d.example\n\n", options),
            "<> o@example.org p@example.org postfix-dsn 127.0.0.1");
}

}  // namespace
}  // namespace plainbounce
