#include "milter/macro_packets.h"

#include <gtest/gtest.h>

#include <string>

namespace plainbounce {
namespace {

TEST(MacroPackets, LibmilterReadsThemHere) { EXPECT_TRUE(macro_packets_are_cut()); }

TEST(MacroPackets, ANameWithoutAValueIsCutOff) {
  struct Case {
    const char* label;
    std::string data;
    size_t size;
  };
  const Case cases[] = {
      {"nothing", "", 0},
      {"no macros", "M", 1},
      {"one pair", std::string("Mi\0v\0", 5), 5},
      {"two pairs", std::string("Mi\0v\0j\0w\0", 9), 9},
      {"an empty value", std::string("Mi\0\0", 4), 4},
      {"a name alone", std::string("Mi\0", 3), 1},
      {"a name behind a pair", std::string("Mi\0v\0j\0", 7), 5},
      {"a value without an end", std::string("Mi\0v", 4), 1},
      {"a name without an end", std::string("Mi\0v\0j", 6), 5},
  };
  for (const Case& c : cases) EXPECT_EQ(size_of_macro_pairs(c.data), c.size) << c.label;
}

}  // namespace
}  // namespace plainbounce
