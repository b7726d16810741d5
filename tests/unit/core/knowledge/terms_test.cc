#include "core/knowledge/terms.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Terms, EveryWordIsReadBackAsItsTerm) {
  for (const Outlook term :
       {Outlook::kFinal, Outlook::kUnknown, Outlook::kRetrying, Outlook::kDone}) {
    EXPECT_EQ(parse_outlook(to_string(term)), term) << to_string(term);
  }
  for (const Kind term : {Kind::kTemporary, Kind::kPermanent, Kind::kSuccess}) {
    EXPECT_EQ(parse_kind(to_string(term)), term) << to_string(term);
  }
  for (const Party term : {Party::kSender, Party::kSenderAdmin, Party::kRecipient,
                           Party::kRecipientAdmin, Party::kNobody}) {
    EXPECT_EQ(parse_party(to_string(term)), term) << to_string(term);
  }
  for (const Confidence term : {Confidence::kCertain, Confidence::kLikely, Confidence::kUnsure}) {
    EXPECT_EQ(parse_confidence(to_string(term)), term) << to_string(term);
  }
}

TEST(Terms, WordsAreThoseOfTheDocumentedFormats) {
  EXPECT_EQ(to_string(Outlook::kRetrying), "retrying");
  EXPECT_EQ(to_string(Kind::kTemporary), "temporary");
  EXPECT_EQ(to_string(Party::kRecipientAdmin), "recipient-admin");
  EXPECT_EQ(to_string(Confidence::kLikely), "likely");
}

TEST(Terms, OtherWordsAreNone) {
  EXPECT_EQ(parse_outlook("Final"), std::nullopt);
  EXPECT_EQ(parse_kind(""), std::nullopt);
  EXPECT_EQ(parse_party("admin"), std::nullopt);
  EXPECT_EQ(parse_confidence("sure"), std::nullopt);
}

}  // namespace
}  // namespace plainbounce
