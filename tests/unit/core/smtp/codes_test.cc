#include <gtest/gtest.h>

#include "core/smtp/enhanced_status_code.h"
#include "core/smtp/reply_code.h"

namespace plainbounce {
namespace {

std::string written(const std::optional<EnhancedStatusCode>& code) {
  return code ? code->to_string() : "none";
}

struct Case {
  const char* text;
  const char* expected;
};

TEST(ReplyCodeTest, IsThreeDigitsFrom200To599) {
  const Case cases[] = {{"200", "200"},   {"599", "599"},  {"550", "550"},   {"199", "none"},
                        {"600", "none"},  {"55", "none"},  {"5500", "none"}, {"", "none"},
                        {" 550", "none"}, {"5x0", "none"}, {"-50", "none"}};
  for (const Case& c : cases) {
    const auto code = ReplyCode::parse(c.text);
    EXPECT_EQ(code ? code->to_string() : "none", c.expected) << c.text;
  }
  EXPECT_EQ(ReplyCode::parse("452")->first_digit(), 4);
  EXPECT_EQ(ReplyCode::from(1550), std::nullopt);
}

TEST(EnhancedStatusCodeTest, ParsesWholeCodesOnly) {
  const Case cases[] = {
      {"5.1.1", "5.1.1"},         {"2.0.0", "2.0.0"},   {"4.7.650", "4.7.650"},
      {"5.999.999", "5.999.999"}, {"5.1.10", "5.1.10"}, {"3.1.1", "none"},
      {"6.1.1", "none"},          {"5.01.1", "none"},   {"5.1.01", "none"},
      {"5.1.00", "none"},         {"5.1", "none"},      {"5.1.", "none"},
      {"5..1", "none"},           {"5.1.1.1", "none"},  {"5.1.1 ", "none"},
      {" 5.1.1", "none"},         {"55.1.1", "none"},   {"5.1000.1", "none"},
      {"5.1.1000", "none"},       {"", "none"},         {"X.1.1", "none"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(written(EnhancedStatusCode::parse(c.text)), c.expected) << c.text;
  }
  EXPECT_EQ(EnhancedStatusCode::parse("5.2.2")->family(), "X.2.2");
  EXPECT_EQ(EnhancedStatusCode::from(5, 1000, 0), std::nullopt);
  EXPECT_EQ(EnhancedStatusCode::from(5, -1, 0), std::nullopt);
}

TEST(EnhancedStatusCodeTest, FindsCodesInText) {
  const Case cases[] = {
      {"5.1.1 User unknown", "5.1.1"},
      {"550 5.1.1 User unknown", "5.1.1"},
      {"550-5.7.26 blocked", "5.7.26"},
      {"550 #5.1.0 Address rejected.", "5.1.0"},
      {"no mailbox here by that name. (#5.1.1)", "5.1.1"},
      {"rejected (5.7.1)", "5.7.1"},
      {"rejected [5.7.1]", "5.7.1"},
      {"550 cuda_nsu 5.1.1 <a@example.org>", "5.1.1"},
      {"421 4.7.0: try later", "4.7.0"},
      {"550.5.2.241 refused", "5.2.241"},
      {"dsn=5.1.1, status=bounced", "5.1.1"},
      {"'5.2.2 over quota'", "5.2.2"},
      {"first 4.2.2 then 5.1.1", "4.2.2"},
      {"5.1.1", "5.1.1"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(written(EnhancedStatusCode::find(c.text)), c.expected) << c.text;
  }
}

TEST(EnhancedStatusCodeTest, TakesNothingElseForACode) {
  const char* const texts[] = {
      "listed by 127.0.0.2",
      "client 192.0.2.1 refused",
      "client 5.1.1.1 refused",
      "client [5.2.3.4] refused",
      "client 250.5.2.241 refused",
      "Exchange 15.00.1293.002",
      "Exchange 15.0.1.2",
      "STOREDRV.Deliver 16.55847:4.1",
      "message of 5.242.880 bytes",
      "deferred, 4.16.55.1",
      "deferred [#4.16.1]",
      "deferred (554.30)",
      "deferred [7.7]",
      "see #id-5.9.2",
      "Sendmail/5.1.1",
      "OpenFilter version 5.1.2",
      "OpenFilter ver. 4.2.1",
      "OpenFilter v5.1.2",
      "OpenFilter-5.1.2",
      "OpenFilter 5.1.2rc1",
      "OpenFilter 5.1.2-rc1",
      "MCSpamSignature.sa.2.2.1",
      "port 5.25",
      "5.1",
      "5.1.1.",
      "5.01.1",
      "12.5.2024",
      "mail from <5.1.1@example.org>",
      "http://example.org/codes/5.1.1",
      "3.1.1",
      "",
  };
  for (const char* const text : texts) {
    EXPECT_EQ(written(EnhancedStatusCode::find(text)), "none") << text;
  }
}

TEST(EnhancedStatusCodeTest, TellsWhereTheCodeEnds) {
  size_t end = 0;
  ASSERT_TRUE(EnhancedStatusCode::find("550 (#5.1.1) x", &end).has_value());
  EXPECT_EQ(end, 11U);
}

TEST(EnhancedStatusCodeTest, FindStaysLinearOnHostileText) {
  const std::string text = std::string(30000, ' ') + "version";
  std::string hostile;
  for (int i = 0; i < 8000; ++i) hostile += "5.1.1x ";
  EXPECT_EQ(written(EnhancedStatusCode::find(text + hostile)), "none");
}

}  // namespace
}  // namespace plainbounce
