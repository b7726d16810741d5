#include "core/dsn/original_headers.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(OriginalHeaders, WholeMessage) {
  const auto original = read_original_headers(
      "Return-Path: <anna@example.net>\r\n"
      "Received: from laptop\r\n\tby mail.example.net; Tue\r\n"
      "Received: from x by laptop; Tue\r\n"
      "Message-ID: <m1@example.net>\r\n"
      "From: =?utf-8?Q?J=C3=B6rg?= <joerg@example.net>\r\n"
      "To: bob@example.com\r\n"
      "cc: =?utf-8?Q?Zo=C3=AB?= <zoe@example.com>,\r\n\tcarl@example.com\r\n"
      "Subject: =?iso-8859-1?Q?Gr=FC=DFe?=\r\n"
      "Date: Tue, 3 Mar 2026 09:15:00 +0100\r\n"
      "Accept-Language: de-DE, en;q=0.5\r\n"
      "Content-Language: de\r\n"
      "\r\n"
      "Subject: not a header\r\n",
      Limits());
  ASSERT_TRUE(original);
  ASSERT_EQ(original->received.size(), 2U);
  EXPECT_EQ(original->received[1], "from x by laptop; Tue");
  EXPECT_EQ(original->message_id, "<m1@example.net>");
  EXPECT_EQ(original->from, "J\u00f6rg <joerg@example.net>");
  EXPECT_EQ(original->to, "bob@example.com");
  EXPECT_EQ(original->cc, "Zo\u00eb <zoe@example.com>, carl@example.com");
  EXPECT_EQ(original->subject, "Gr\u00fc\u00dfe");
  EXPECT_EQ(original->date, "Tue, 3 Mar 2026 09:15:00 +0100");
  EXPECT_EQ(original->accept_language, "de-DE, en;q=0.5");
  EXPECT_EQ(original->content_language, "de");
}

TEST(OriginalHeaders, OddBeginningsAndEnds) {
  struct Case {
    const char* label;
    std::string text;
    const char* subject;  // null: nothing was read
  };
  const Case cases[] = {
      {"empty lines first", "\r\n\r\nSubject: a\r\n", "a"},
      {"mbox line first", "From anna Tue Mar  3\nSubject: a\n", "a"},
      {"quoted mbox line", ">From anna\nSubject: a\n", "a"},
      {"cut inside the header", "Subject: a", "a"},
      {"raw Latin-1", "Subject: Gr\xFC\xDF\x65\n", "Gr\u00fc\u00dfe"},
      {"raw UTF-8", "Subject: Gr\u00fc\u00dfe\n", "Gr\u00fc\u00dfe"},
      {"encoded line break", "Subject: =?utf-8?Q?a=0D=0AX-Evil:_b?=\n", "a  X-Evil: b"},
      {"NUL", std::string("Subject: a\0b\n", 13), "a b"},
      {"no header", "\n\n", nullptr},
      {"text", "Hello, this is no header\n", nullptr},
      {"mbox line alone", "From anna", nullptr},
      {"nothing", "", nullptr},
  };
  for (const Case& c : cases) {
    const auto original = read_original_headers(c.text, Limits());
    EXPECT_EQ(original.has_value(), c.subject != nullptr) << c.label;
    if (original && c.subject != nullptr) {
      EXPECT_EQ(original->subject, c.subject) << c.label;
    }
  }
}

TEST(OriginalHeaders, CutAtAWholeLine) {
  Limits limits;
  limits.header_bytes = 20;
  const auto original = read_original_headers("From: a@x.test\nSubject: never seen\n", limits);
  ASSERT_TRUE(original);
  EXPECT_EQ(original->from, "a@x.test");
  EXPECT_EQ(original->subject, std::nullopt);
}

}  // namespace
}  // namespace plainbounce
