#include "core/knowledge/plain_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plainbounce {
namespace {

// Whether the words between "{" and "}" stand in a sentence that is known as a whole.
bool is_plain(std::string text, Statement statement = Statement::kOfAnything) {
  std::vector<TextPiece> pieces;
  for (size_t begin = text.find('{'); begin != std::string::npos; begin = text.find('{')) {
    text.erase(begin, 1);
    const size_t end = text.find('}');
    text.erase(end, 1);
    pieces.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  return is_plain_statement(text, pieces.data(), pieces.size(), statement);
}

struct Case {
  const char* text;
  bool is_plain;
};

TEST(PlainWords, WhatMayTurnTheSenseIsNotPlain) {
  const Case cases[] = {
      {"{user unknown}", true},
      {"sorry, {user unknown} in virtual alias table", true},
      {"<bob@example.org>: recipient address rejected: {user} bob99 {unknown}", true},
      {"message could not be delivered: {mailbox full}", true},
      {"this message cannot be delivered since the {mailbox} of this user {is full}", true},
      {"{mailbox full}. is this what you wanted to know, nobody else did", true},
      {"das {postfach} ist {voll}", true},
      {"{user unknown} is the usual cause", false},
      {"our {greylist}ing-free gateway", false},
      {"mail of the non-{spam} kind", false},
      {"this {message is too large} for us to explain here", false},
      {"without {spf fail}ure this was accepted", false},
      {"in case the {mailbox is full}, try again", false},
      {"it contains no {virus}", false},
      {"see our page {mailbox full}", false},
      {"e.g. {mailbox full}", false},
      {"{mailbox full} could be", false},
      {"could not {mailbox full}", false},
      {"{mailbox full} will not", false},
      {"{spam}_filter", false},
      {"the sender's {mailbox is full}", false},
      {"the user's {mailbox is full}", true},
  };
  for (const Case& c : cases) EXPECT_EQ(is_plain(c.text), c.is_plain) << c.text;
}

TEST(PlainWords, AThingBehindAStateIsAnotherThing) {
  const Case cases[] = {
      {"{mailbox full} lookup failed", false}, {"{rate limit} service unavailable", false},
      {"{user unknown}: lookup failed", true}, {"{spf} check {fail}ed", true},
      {"{spf} validation {fail}ed", true},     {"{spf fail}ed, check", false},
  };
  for (const Case& c : cases) EXPECT_EQ(is_plain(c.text), c.is_plain) << c.text;
}

TEST(PlainWords, WordsOfOthersAreNotARecipients) {
  const Case cases[] = {
      {"your message was returned: {user unknown}", true},
      {"your {account is disabled}", false},
      {"{user unknown} at your site", false},
      {"{over quota} for outgoing mail", false},
      {"too many {users unknown}", false},
      {"address of your host {is unknown}", false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(is_plain(c.text, Statement::kOfRecipient), c.is_plain) << c.text;
  }
  EXPECT_TRUE(is_plain("your {account is disabled}"));
}

TEST(PlainWords, EachPieceIsReadInItsOwnSentence) {
  EXPECT_TRUE(is_plain("{user} was not delivered. sorry, {unknown} here"));
  EXPECT_FALSE(is_plain("{user} was not delivered. perhaps {unknown} here"));
  // Between them stands a sentence of no interest.
  EXPECT_TRUE(is_plain("{user} found. perhaps nothing. address {unknown}"));
}

TEST(PlainWords, WhatIsTooLongIsNotRead) {
  std::string words;
  while (words.size() < 500) words += "mail ";
  EXPECT_TRUE(is_plain(words + "{user unknown}"));
  EXPECT_FALSE(is_plain(words + words + "{user unknown}"));
  EXPECT_TRUE(is_plain(words + ". " + words + "{user unknown}"));
}

// A script without blanks writes a sentence as one word: of that much may stand beside the piece.
TEST(PlainWords, ALongWordIsNotKnownByOnePiece) {
  EXPECT_TRUE(is_plain("收件人{邮箱已满}"));
  EXPECT_FALSE(is_plain("收件人说他的同事的{邮箱已满}"));
}

}  // namespace
}  // namespace plainbounce
