#include "core/dsn/notice_recipients.h"

#include <gtest/gtest.h>

#include <string>

#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {
namespace {

// "address|address|"
std::string addresses(const std::string& notice, size_t most = 10) {
  std::string out;
  for (const NoticeRecipient& one : find_notice_recipients(split_lines(notice), most)) {
    out += one.address + "|";
  }
  return out;
}

TEST(NoticeRecipients, BareAddress) {
  struct Case {
    const char* text;
    const char* address;
  };
  const Case cases[] = {
      {"a@x.test", "a@x.test"},
      {"<a@x.test>:", "a@x.test"},
      {"\"a b\"@x.test", ""},
      {"\"a@b\"@x.test", "\"a@b\"@x.test"},
      {R"("a\"@b"@x.test)", R"("a\"@b"@x.test)"},
      {"\"a@x.test", ""},
      {"a@b@x.test", ""},
      {"@@@@a@x.test", ""},
      {"@x.test", ""},
      {"a@", ""},
      {"a", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(bare_address(c.text), c.address) << c.text;
}

TEST(NoticeRecipients, InSentences) {
  struct Case {
    const char* label;
    std::string notice;
    const char* addresses;
  };
  const std::string failed = "It could not be delivered: ";
  const Case cases[] = {
      {"marks behind", failed + "mail for bob@x.test!", "bob@x.test|"},
      {"behind a run of signs", failed + "see @@@@@@ mail for bob@x.test.", "bob@x.test|"},
      {"behind another's", failed + "from a@y.test mail for bob@x.test.", "bob@x.test|"},
      {"two signs in one word are none", failed + "mail for bob@y@x.test.", ""},
      {"the only one of all lines", "We wrote to bob@x.test twice.\nBOB@x.test is gone.\n",
       "bob@x.test|"},
      {"the same again in the next paragraph",
       failed + "mail for bob@x.test.\n\nIt could not be delivered, bob@x.test is gone.\n",
       "bob@x.test|"},
      {"two different ones", "We wrote to bob@x.test and carol@x.test twice.\n", ""},
  };
  for (const Case& c : cases) EXPECT_EQ(addresses(c.notice), c.addresses) << c.label;
  const std::string longest = std::string(313, 'a') + "@x.test";  // 320 bytes
  EXPECT_EQ(addresses(failed + "mail for " + longest), longest + "|");
  EXPECT_EQ(addresses(failed + "mail for a" + longest), "");
}

TEST(NoticeRecipients, EachOnceInOrderAndNotMoreThanAsked) {
  EXPECT_EQ(addresses("b@x.test\na@x.test\nB@X.test\nc@x.test\n"), "b@x.test|a@x.test|c@x.test|");
  EXPECT_EQ(addresses("b@x.test\na@x.test\nc@x.test\n", 2), "b@x.test|a@x.test|");
  std::string many;
  for (int i = 0; i < 20000; ++i) many += "u" + std::to_string(i) + "@x.test\n";
  EXPECT_EQ(find_notice_recipients(split_lines(many), 2000).size(), 2000U);
}

// Many addresses share what stands below: it must not be long.
TEST(NoticeRecipients, WhatIsKeptAboutEachIsCut) {
  const std::string longest(100000, 'x');
  for (const NoticeRecipient& one :
       find_notice_recipients(split_lines("a@x.test\nb@x.test\n" + longest + "\n"), 10)) {
    EXPECT_EQ(one.text.size(), 8192U) << one.address;
  }
  const auto in_sentence = find_notice_recipients(
      split_lines("It could not be delivered to bob@x.test: " + longest + "\n\n" + longest), 10);
  ASSERT_EQ(in_sentence.size(), 1U);
  EXPECT_EQ(in_sentence.front().sentence.size(), 8192U);
  EXPECT_EQ(in_sentence.front().text, std::string(8192, 'x') + "\n\n");
}

}  // namespace
}  // namespace plainbounce
