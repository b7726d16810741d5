#include "cli/sendmail_lines.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string escaped(std::string_view sentence) {
  const auto result = escape_for_sendmail(sentence);
  return result ? *result : "error: " + result.error().message;
}

LanguageTexts texts_with_lines(const std::map<std::string, std::string>& lines) {
  LanguageTexts texts;
  texts.id = "xx";
  for (const auto& [cause, line] : lines) texts.causes[cause].line = line;
  return texts;
}

TEST(SendmailLines, WhatMayStandInAQuotedStringStaysAsItIs) {
  EXPECT_EQ(escaped("Not here. 100% sure? Look, behind the @ (it is there): a-z; #1!"),
            "Not here. 100% sure? Look, behind the @ (it is there): a-z; #1!");
}

TEST(SendmailLines, AnApostropheStandsOutsideTheQuotesOfM4) {
  EXPECT_EQ(escaped("The recipient's box"), "The recipient''`s box");
}

TEST(SendmailLines, WhatM4OrSendmailWouldReadOtherwiseIsRefused) {
  const struct {
    const char* label;
    std::string sentence;
    std::string error;
  } cases[] = {
      {"nothing", "", "is empty"},
      {"a letter beyond ASCII", "f\xC3\xBCr", "is not printable ASCII"},
      {"a line end", "one\r\ntwo", "is not printable ASCII"},
      {"a tab", "one\ttwo", "is not printable ASCII"},
      {"m4's quote", "a `b", "holds `, which m4 and Sendmail read as their own"},
      {"Sendmail's quote", "a \"b\"", "holds \", which m4 and Sendmail read as their own"},
      {"a backslash", "a\\b", "holds \\, which m4 and Sendmail read as their own"},
      {"a macro", "it costs $5", "holds $, which m4 and Sendmail read as their own"},
      {"too long", std::string(201, 'a'), "has more than 200 characters"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(escaped(one.sentence), "error: " + one.error);
  }
  EXPECT_EQ(escaped(std::string(200, 'a')), std::string(200, 'a'));
}

TEST(SendmailLines, EachHookGetsItsSentence) {
  const FilledHooks filled =
      fill_sendmail_hooks("dnl a\ndefine(`X', `\"550 {mailbox-full}\"')dnl\nlast {relay-denied}",
                          texts_with_lines({{"mailbox-full", "Full."}, {"relay-denied", "No."}}));
  EXPECT_EQ(filled.text, "dnl a\ndefine(`X', `\"550 Full.\"')dnl\nlast No.");
  EXPECT_TRUE(filled.left_out.empty());
}

TEST(SendmailLines, AHookWithoutASentenceIsLeftOutAndNamed) {
  const FilledHooks filled = fill_sendmail_hooks("one {a}\ntwo {b}\nthree {c}\nfour\n",
                                                 texts_with_lines({{"a", "A$"}, {"c", "C"}}));
  EXPECT_EQ(filled.text, "three C\nfour\n");
  ASSERT_EQ(filled.left_out.size(), 2U);
  EXPECT_EQ(filled.left_out[0].message,
            "the line about a in xx holds $, which m4 and Sendmail read as their own");
  EXPECT_EQ(filled.left_out[1].message, "there is no text about b in xx");
}

TEST(SendmailLines, TheSecondPortIsTheServiceThatIsNotPostfixs) {
  Settings settings;
  EXPECT_EQ(sendmail_second_port(settings).name, "sendmail-dsn");
  EXPECT_FALSE(sendmail_second_port(settings).configured);
  settings.milter.own_services = {"postfix-dsn", "bounces"};
  EXPECT_EQ(sendmail_second_port(settings).name, "bounces");
  EXPECT_TRUE(sendmail_second_port(settings).configured);
  EXPECT_EQ(sendmail_definitions(settings),
            "define(`PLAINBOUNCE_SOCKET', `unix:/run/plainbounce/plainbounce.sock')dnl\n"
            "define(`PLAINBOUNCE_NAME', `bounces')dnl\n");
}

}  // namespace
}  // namespace plainbounce
