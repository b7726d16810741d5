#include "cli/pasted_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(PastedText, FieldsOfAStatus) {
  const auto pasted = read_pasted_text(
      "Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; bob@example.net\n"
      "Action: failed\nStatus: 5.1.1\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kReport);
  ASSERT_EQ(pasted->report.recipients.size(), 1U);
  EXPECT_EQ(pasted->report.recipients.front().final_recipient->value, "bob@example.net");
  EXPECT_FALSE(pasted->reply);
}

TEST(PastedText, QuotedInAReply) {
  const auto pasted = read_pasted_text(
      "> Final-Recipient: rfc822; bob@example.net\r\n> Action: failed\r\n>\r\n> Status: 5.1.1\r\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kReport);
}

TEST(PastedText, AReplyAlone) {
  const auto pasted = read_pasted_text("550 5.1.1 No such user\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kLegacy);
  ASSERT_EQ(pasted->report.recipients.size(), 1U);
  EXPECT_EQ(pasted->report.recipients.front().diagnostic_code->value, "550 5.1.1 No such user");
}

// Numbers in sentences look like codes.
TEST(PastedText, ANumberInASentenceIsDoubtful) {
  struct Case {
    const char* text;
    bool doubtful;
  };
  const Case cases[] = {
      {"550 5.1.1 No such user", false},
      {"550 No such user", false},
      {"5.1.1 No such user", false},
      {"5.1.1", false},
      {"It came back with error 5.1.1 today", false},
      {"It came back (5.1.1) today", false},
      {"It came back\n#5.1.1", false},
      {"{\"message\": \"5.1.1 No such user\"}", false},
      {"They said 550 5.1.1 No such user", false},
      {"<bob@example.net>: 550 No such user", false},
      {"host mx.example.net[192.0.2.1] said: 550 No such user", false},
      {"We went to 5.2.2 today and to 4.3.1 later", true},
      {"I paid 550 euros for the 5.1.1 sound system", true},
      {"Room: 500 people fit in there", true},
      {"Mail says: 550 No such user", true},
      {"501 Main Street", false},
      {"501 Main Street\nSpringfield\n\nDear Anna,\nsee you soon.", true},
      {"500 miles away\nthere is a town", true},
      {"550 No such\nuser", true},
      {"550 5.1.1 No such\nuser", false},
      {"550-No such user\n550 here", false},
      {"My letter could not be delivered, bob@example.net says hi", true},
      {"550-One\n\nnot the same paragraph", false},
  };
  for (const Case& c : cases) {
    const auto pasted = read_pasted_text(c.text);
    ASSERT_TRUE(pasted) << c.text;
    EXPECT_EQ(pasted->doubtful, c.doubtful) << c.text;
  }
}

TEST(PastedText, NeitherOfThem) {
  EXPECT_EQ(read_pasted_text("Dear all,\nthe meeting is at noon.\n").error().message,
            "the text is neither a mail message nor holds a delivery status or a reply");
  EXPECT_EQ(read_pasted_text(" \n").error().message, "the input is empty");
}

}  // namespace
}  // namespace plainbounce
