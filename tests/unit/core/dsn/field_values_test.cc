#include "core/dsn/field_values.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(FieldValues, TypedValue) {
  struct Case {
    const char* label;
    const char* text;
    const char* type;
    const char* value;
  };
  const Case cases[] = {
      {"usual", "smtp; 550 5.1.1 no", "smtp", "550 5.1.1 no"},
      {"no blank", "smtp;550 no", "smtp", "550 no"},
      {"blank before the semicolon", "smtp ; 550 no", "smtp", "550 no"},
      {"upper case", "X-Postfix; no", "x-postfix", "no"},
      {"no type", "550 5.1.1 no", "", "550 5.1.1 no"},
      {"semicolon inside the text", "550 5.1.1 no; really", "", "550 5.1.1 no; really"},
      {"several words before the semicolon", "Connection timed out; gave up", "",
       "Connection timed out; gave up"},
      {"comment in front", "(of Bob) smtp; 550 no", "smtp", "550 no"},
      {"comment without a type", "(only a comment)", "", "(only a comment)"},
      {"nothing", "", "", ""},
      {"type alone", "smtp;", "smtp", ""},
  };
  for (const Case& c : cases) {
    const TypedValue typed = parse_typed_value(c.text);
    EXPECT_EQ(typed.type, c.type) << c.label;
    EXPECT_EQ(typed.value, c.value) << c.label;
  }
}

TEST(FieldValues, TypedName) {
  struct Case {
    const char* label;
    const char* text;
    const char* type;
    const char* value;
  };
  const Case cases[] = {
      {"usual", "rfc822; bob@example.net", "rfc822", "bob@example.net"},
      {"upper case, no blank", "RFC822;bob@example.net", "rfc822", "bob@example.net"},
      {"angle brackets", "rfc822;<bob@example.net>", "rfc822", "bob@example.net"},
      {"one bracket lost", "rfc822; bob@example.net>", "rfc822", "bob@example.net"},
      {"no type", "<bob@example.net>", "", "bob@example.net"},
      {"comment behind", "dns; mx.example.net (192.0.2.1)", "dns", "mx.example.net"},
      {"quoted local part with a parenthesis", "rfc822; \"a (b)\"@example.net", "rfc822",
       "\"a (b)\"@example.net"},
      {"utf-8 type", "utf-8; j\u00f6rg@example.net", "utf-8", "j\u00f6rg@example.net"},
      {"escapes stay", "utf-8; j\\x{F6}rg@example.net", "utf-8", "j\\x{F6}rg@example.net"},
      {"address literal", "DNS; [127.0.0.1]", "dns", "[127.0.0.1]"},
  };
  for (const Case& c : cases) {
    const TypedValue typed = parse_typed_name(c.text);
    EXPECT_EQ(typed.type, c.type) << c.label;
    EXPECT_EQ(typed.value, c.value) << c.label;
  }
}

TEST(FieldValues, Action) {
  struct Case {
    const char* text;
    Action action;
  };
  const Case cases[] = {
      {"failed", Action::kFailed},
      {"Failed", Action::kFailed},
      {"FAILED (bad address)", Action::kFailed},
      {"failure", Action::kFailed},
      {"expired", Action::kFailed},
      {"delayed", Action::kDelayed},
      {"delivered (to mailbox)", Action::kDelivered},
      {"relayed (to non-DSN-aware mailer)", Action::kRelayed},
      {"(note) expanded", Action::kExpanded},
      {"deliverable", Action::kUnknown},
      {"undeliverable", Action::kUnknown},
      {"failedfailed", Action::kUnknown},
      {"", Action::kUnknown},
  };
  for (const Case& c : cases) EXPECT_EQ(parse_action(c.text), c.action) << c.text;
}

TEST(FieldValues, ActionsHaveTheStandardsWords) {
  std::string words;
  for (const Action action : {Action::kFailed, Action::kDelayed, Action::kDelivered,
                              Action::kRelayed, Action::kExpanded, Action::kUnknown}) {
    words += std::string(to_string(action)) + " ";
    EXPECT_EQ(parse_action(to_string(action)), action);
  }
  EXPECT_EQ(words, "failed delayed delivered relayed expanded unknown ");
}

TEST(FieldValues, Comments) {
  EXPECT_EQ(without_comments("5.1.1 (bad destination)"), "5.1.1");
  EXPECT_EQ(without_comments("5.1.1 (a (nested) one) x"), "5.1.1  x");
  EXPECT_EQ(without_comments("(a \\) b) 5.2.2"), "5.2.2");
  EXPECT_EQ(without_comments("5.1.1 (never closed"), "5.1.1 (never closed");
  EXPECT_EQ(without_comments(std::string(100000, '(')), std::string(100000, '('));
}

}  // namespace
}  // namespace plainbounce
