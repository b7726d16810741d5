#include "cli/maillog/reply_key.h"

#include <gtest/gtest.h>

#include <map>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/cli/maillog/followed_log.h"

namespace plainbounce {
namespace {

std::string key_of(std::string_view reply, std::string_view recipient = "bob@far.example") {
  std::string key;
  append_reply_key(key, reply, recipient);
  for (char& c : key) {
    if (c < ' ') c = static_cast<char>(c + '0');
  }
  return key;
}

std::string host_key_of(std::string_view host) {
  std::string key;
  append_host_key(key, host);
  return key;
}

TEST(ReplyKey, WhatDiffersFromDeliveryToDeliveryIsLeftOut) {
  const struct {
    const char* label;
    std::string_view reply;
    std::string_view key;
  } cases[] = {
      {"the recipient", "550 5.1.1 <Bob@far.example>: User unknown", "550 5.1.1 <1>: User unknown"},
      {"another address", "550 <ann@near.example>: Sender rejected",
       "550 <2near.example>: Sender rejected"},
      {"the name of a server", "connect to mx3.far.example[192.0.2.1]:25: Connection refused",
       "connect to mx#.far.example[4]:25: Connection refused"},
      {"the recipient's domain, looked up", "Name service error for name=far.example type=MX: x",
       "Name service error for name=3 type=MX: x"},
      {"another name that was looked up", "Name service error for name=mx.example type=A: x",
       "Name service error for name=mx.example type=A: x"},
      {"an IP address", "554 [192.0.2.1] and [2001:db8::25] are blocked",
       "554 [4] and 4 are blocked"},
      {"a block list's answer", "blocked by zen.example (127.0.0.4)",
       "blocked by zen.example (127.0.0.4)"},
      {"a session", "550 5.1.1 x d2e1a72fcca58-7aae1f2si1234567b3a.12 - gsmtp",
       "550 5.1.1 x 5 - gsmtp"},
      {"codes of providers stay", "554 BL000010 (S3150) AUP#1310 5.7.511 AS(1430)",
       "554 BL000010 (S3150) AUP#1310 5.7.511 AS(1430)"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.label);
    EXPECT_EQ(key_of(one.reply), one.key);
  }
}

TEST(ReplyKey, OfAHostTheProviderStays) {
  EXPECT_EQ(host_key_of("alt1.gmail-smtp-in.l.google.com"), "gmail-smtp-in.l.google.com");
  EXPECT_EQ(host_key_of("mx01.gmx.net"), "mx#.gmx.net");
  EXPECT_EQ(host_key_of("firm-example.mail.protection.outlook.com"), "mail.protection.outlook.com");
  EXPECT_EQ(host_key_of(""), "");
}

TEST(ReplyKey, AnEndlessReplyHasAShortKey) {
  EXPECT_LE(key_of(std::string(100000, 'x')).size(), 1000U);
  EXPECT_LE(key_of(std::string(100000, '[')).size(), 1000U);
}

// What a rule knows must not be taken out of its words: replies with one key have one cause.
TEST(ReplyKey, NoTwoExamplesOfTheKnowledgeWithOneKeyMeanDifferentThings) {
  const KnowledgeBase& knowledge = testing::built_in_knowledge();
  const Diagnoser diagnoser(knowledge);
  std::map<std::string, std::pair<std::string, std::string>> meanings;
  size_t examples = 0;
  for (const Rule& rule : knowledge.rules()) {
    for (const std::string& example : rule.examples) {
      ++examples;
      const Diagnosis diagnosis = diagnoser.diagnose_reply(parse_smtp_reply(example), "");
      const std::string meaning = diagnosis.cause + " " + diagnosis.provider;
      const auto [known, is_new] = meanings.try_emplace(key_of(example), meaning, example);
      EXPECT_EQ(known->second.first, meaning) << known->second.second << "\n" << example;
    }
  }
  EXPECT_GT(examples, 500U);
}

}  // namespace
}  // namespace plainbounce
