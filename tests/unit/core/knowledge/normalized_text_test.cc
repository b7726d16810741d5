#include "core/knowledge/normalized_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string normalized(std::string_view text) {
  return std::string(normalized_text(text, std::pmr::get_default_resource()));
}

TEST(NormalizedText, HasLowerCaseAndSingleBlanks) {
  EXPECT_EQ(normalized(""), "");
  EXPECT_EQ(normalized(" \r\n "), "");
  EXPECT_EQ(normalized("  The MailBox\r\n \t IS full "), "the mailbox is full ");
  EXPECT_EQ(normalized("\xc3\x9c\vX"), "\xc3\x9c\vx") << "only ASCII has another case";
}

// Blocks of the text that hold no run of blanks are copied; where they begin must not show.
TEST(NormalizedText, IsTheSameWhereverRunsOfBlanksStand) {
  for (size_t place = 0; place < 200; ++place) {
    std::string text(200, 'A');
    text.insert(place, " \r\n ");
    const std::string blank = place == 0 ? "" : " ";
    EXPECT_EQ(normalized(text), std::string(place, 'a') + blank + std::string(200 - place, 'a'));
  }
}

TEST(NormalizedText, LeadsBackToTheOriginalWords) {
  const std::string_view original = "  The MailBox\r\n \t IS full";
  const TextPiece pieces[] = {{4, 14}, {15, 19}};
  EXPECT_EQ(original_words(original, pieces, 2), "MailBox\r\n \t IS ... full");
  EXPECT_EQ(original_words(original, pieces, 1), "MailBox\r\n \t IS");
  EXPECT_EQ(original_words(original, pieces, 0), "");
}

}  // namespace
}  // namespace plainbounce
