#include "milter/options.h"

#include <gtest/gtest.h>

#include <vector>

namespace plainbounce {
namespace {

Result<DaemonOptions> parse(std::vector<std::string> words) {
  words.insert(words.begin(), "plainbounced");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return parse_options(static_cast<int>(pointers.size()), pointers.data());
}

TEST(Options, AreRead) {
  const auto none = parse({});
  ASSERT_TRUE(none);
  EXPECT_EQ(none->config_file, "");
  EXPECT_FALSE(none->foreground);
  const auto all = parse({"-f", "-c", "x.ini", "-n"});
  ASSERT_TRUE(all);
  EXPECT_EQ(all->config_file, "x.ini");
  EXPECT_TRUE(all->foreground);
  EXPECT_TRUE(all->check_only);
  EXPECT_TRUE(parse({"--help"})->show_help);
  EXPECT_TRUE(parse({"-V"})->show_version);
}

TEST(Options, ErrorsSayWhatIsWrong) {
  struct Case {
    std::vector<std::string> words;
    const char* message;
  };
  for (const Case& c :
       {Case{{"-c"}, "-c needs the name of a file"},
        Case{{"-c", ""}, "-c needs the name of a file"}, Case{{"-x"}, "unknown argument -x"},
        Case{{"-f", "file"}, "unknown argument file"}}) {
    const auto options = parse(c.words);
    ASSERT_FALSE(options) << c.message;
    EXPECT_EQ(options.error().message, c.message);
  }
}

}  // namespace
}  // namespace plainbounce
