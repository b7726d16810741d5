#include "core/dsn/phrase_set.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

TEST(PhraseSet, FirstPlace) {
  const PhraseSet set = {"not delivered", "could*not be sent", "ab*b*c"};
  EXPECT_EQ(set.find("mail was not delivered"), 9U);
  EXPECT_EQ(set.find("it could, alas, not be sent, not delivered"), 3U);
  EXPECT_EQ(set.find("ab b d"), std::string::npos);
  EXPECT_EQ(set.find("ab-b-c"), 0U);
  EXPECT_EQ(set.find("not deliver"), std::string::npos);
  EXPECT_EQ(set.find("could not be sen"), std::string::npos);
  EXPECT_EQ(set.find(""), std::string::npos);
  EXPECT_EQ(set.find("n"), std::string::npos);
}

TEST(PhraseSet, GapsHaveAnEnd) {
  const PhraseSet set = {"could*sent"};
  EXPECT_TRUE(set.is_in("could" + std::string(80, '.') + "sent"));
  EXPECT_FALSE(set.is_in("could" + std::string(81, '.') + "sent"));
}

}  // namespace
}  // namespace plainbounce
