#include <gtest/gtest.h>

#include "core/rewrite/edit_plan.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

constexpr size_t kEnough = 32U << 10U;

TEST(PlainTextEdit, BeforeTheFirstLineWhereItFits) {
  NoteTexts texts;
  texts.text = "Mailbox full\r\n";
  texts.divider = "----\r\n";
  struct Case {
    const char* label;
    const char* message;
    const char* edited;  // null: left alone
  };
  const Case cases[] = {
      {"no MIME", "From: a@example.org\n\nHi.\n",
       "From: a@example.org\n\nMailbox full\n----\nHi.\n"},
      {"empty body", "From: a@example.org\n\n", "From: a@example.org\n\nMailbox full\n----\n"},
      {"quoted-printable",
       "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nHi.\n", nullptr},
      {"HTML", "Content-Type: text/html\n\nHi.\n", nullptr},
      {"parts", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nHi.\n--b--\n", nullptr},
      {"no blank line", "From: a@example.org\nno field at all\n", nullptr},
  };
  for (const Case& c : cases) {
    for (const bool crlf : {true, false}) {
      const std::string message = crlf ? testing::with_crlf(c.message) : c.message;
      const auto tree = split_message(message, {});
      ASSERT_TRUE(tree) << c.label;
      const auto plan = plan_plain_text_edit(*tree, texts, kEnough);
      ASSERT_EQ(plan.has_value(), c.edited != nullptr) << c.label;
      if (!plan) continue;
      EXPECT_EQ(plainbounce::apply(message, *plan), crlf ? testing::with_crlf(c.edited) : c.edited)
          << c.label;
      EXPECT_EQ(undo(plainbounce::apply(message, *plan), *plan), message) << c.label;
    }
  }
}

TEST(PlainTextEdit, TooLarge) {
  NoteTexts texts;
  texts.text = std::string(101, 'x');
  const auto tree = split_message("From: a@example.org\r\n\r\nHi.\r\n", {});
  ASSERT_TRUE(tree);
  EXPECT_EQ(plan_plain_text_edit(*tree, texts, 100).error().reason, PlanFailure::Reason::kTooLarge);
  EXPECT_TRUE(plan_plain_text_edit(*tree, texts, 101));
}

}  // namespace
}  // namespace plainbounce
