#include "cli/maillog/log_consumer.h"

#include <gtest/gtest.h>

#include <vector>

namespace plainbounce {
namespace {

class Collected : public LineConsumer {
 public:
  using LineConsumer::LineConsumer;
  std::vector<std::string> lines;

 private:
  void take_line(std::string_view line) override { lines.emplace_back(line); }
  void take_overlong_line() override { lines.emplace_back("(too long)"); }
};

std::vector<std::string> lines_of(std::string_view text, size_t piece) {
  Collected collected;
  for (size_t at = 0; at < text.size(); at += piece) collected.feed(text.substr(at, piece));
  collected.finish();
  return collected.lines;
}

TEST(LogConsumer, LinesAreTheSameInPiecesOfEachSize) {
  const std::string text = std::string("one\r\n\ntwo\n") + '\0' + "\xff\nthree";
  const std::vector<std::string> expected = {"one", "", "two", std::string("\0\xff", 2), "three"};
  for (size_t piece = 1; piece <= text.size(); ++piece) EXPECT_EQ(lines_of(text, piece), expected);
}

TEST(LogConsumer, AnOverlongLineIsCountedAndNotKept) {
  const std::string longest(LineConsumer::kLongestLine, 'x');
  for (const size_t piece : {size_t{1000}, size_t{65536}, size_t{1} << 20U}) {
    EXPECT_EQ(lines_of("a\n" + longest + "y\nb\n" + longest + "\n", piece),
              (std::vector<std::string>{"a", "(too long)", "b", longest}));
    EXPECT_EQ(lines_of(longest + longest, piece), (std::vector<std::string>{"(too long)"}));
  }
}

TEST(LogConsumer, HowLongALineMayBeIsTheReadersChoice) {
  const std::string longest(LineConsumer::kLongestLine + 5, 'x');
  Collected collected(longest.size());
  for (const std::string& piece : {longest, std::string("\n"), longest + "y\n", longest + "\n"}) {
    collected.feed(piece);
  }
  EXPECT_EQ(collected.lines, (std::vector<std::string>{longest, "(too long)", longest}));
}

}  // namespace
}  // namespace plainbounce
