#include "core/mime/header_block.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

// "name|value" of each field in a line, then what is left for the body.
std::string describe(std::string_view message, const HeaderBlock& block) {
  std::string out;
  for (const HeaderField& field : block.fields) {
    out += std::string(field.name) + "|" + field.value() + "\n";
  }
  return out + "body: " + std::string(message.substr(block.body_begin));
}

struct Case {
  const char* label;
  std::string message;
  std::string expected;
};

TEST(HeaderBlockTest, ReadsFieldsUpToTheBody) {
  const std::vector<Case> cases = {
      {"CRLF", "A: 1\r\nB: 2\r\n\r\ntext", "A|1\nB|2\nbody: text"},
      {"LF", "A: 1\nB: 2\n\ntext", "A|1\nB|2\nbody: text"},
      {"mixed line ends", "A: 1\nB: 2\r\n\ntext", "A|1\nB|2\nbody: text"},
      {"folded", "A: 1\r\n\t2\r\n  3\r\nB: 4\r\n\r\n", "A|1\t2  3\nB|4\nbody: "},
      {"fold of blanks only", "A: 1\r\n \r\nB: 2\r\n\r\nx", "A|1\nB|2\nbody: x"},
      {"blanks before the colon", "A \t: 1\r\n\r\n", "A|1\nbody: "},
      {"no blank behind the colon", "A:1\r\n\r\n", "A|1\nbody: "},
      {"empty value", "A:\r\nB: \r\n\r\n", "A|\nB|\nbody: "},
      {"value on the next line", "A:\r\n 1\r\n\r\n", "A|1\nbody: "},
      {"no blank line", "A: 1\r\nB: 2\r\n", "A|1\nB|2\nbody: "},
      {"no line end at all", "A: 1", "A|1\nbody: "},
      {"no header", "\r\ntext", "body: text"},
      {"text at once", "some text\r\nA: 1\r\n", "body: some text\r\nA: 1\r\n"},
      {"text without colon ends it", "A: 1\r\noops\r\nB: 2\r\n", "A|1\nbody: oops\r\nB: 2\r\n"},
      {"continuation at column 0 ends it", "A: x;\r\nboundary=\"b\"\r\n\r\n",
       "A|x;\nbody: boundary=\"b\"\r\n\r\n"},
      {"blank in the name", "From me: 1\r\n\r\n", "body: From me: 1\r\n\r\n"},
      {"8-bit in the name", "\xC3\xA4: 1\r\n", "body: \xC3\xA4: 1\r\n"},
      {"no name", ": 1\r\n", "body: : 1\r\n"},
      {"begins with a fold", " A: 1\r\n\r\n", "body:  A: 1\r\n\r\n"},
      {"bare CR stays in the value", "A: 1\r2\r\n\r\n", "A|1\r2\nbody: "},
      {"8-bit and NUL in the value", std::string("A: \xFF\0z\r\n\r\n", 10),
       std::string("A|\xFF\0z\nbody: ", 12)},
      {"nothing", "", "body: "},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.label);
    const auto block = parse_header_block(c.message, 0, c.message.size(), Limits{});
    ASSERT_TRUE(block.has_value());
    EXPECT_EQ(describe(c.message, *block), c.expected);
  }
}

TEST(HeaderBlockTest, CopiesOnlyFoldedValues) {
  const std::string text = "A:  one line \r\nB: two\r\n\tlines\r\n";
  const auto block = parse_header_block(text, 0, text.size(), Limits());
  ASSERT_TRUE(block.has_value());
  std::string buffer;
  EXPECT_EQ(block->fields[0].value(buffer), "one line");
  EXPECT_EQ(buffer, "");
  EXPECT_EQ(block->fields[1].value(buffer), "two\tlines");
  EXPECT_EQ(buffer, "two\tlines");
}

TEST(HeaderBlockTest, RangesCoverTheFieldsOneByOne) {
  const std::string message = "xxA: 1\r\n 2\r\nB: 3\n\nbody";
  const auto block = parse_header_block(message, 2, message.size(), Limits{});
  ASSERT_TRUE(block.has_value());
  ASSERT_EQ(block->fields.size(), 2U);
  EXPECT_EQ(block->fields[0].range, (ByteRange{2, 12}));
  EXPECT_EQ(block->fields[0].raw_value, " 1\r\n 2");
  EXPECT_EQ(block->fields[1].range, (ByteRange{12, 17}));
  EXPECT_EQ(block->range, (ByteRange{2, 17}));
  EXPECT_EQ(block->body_begin, 18U);
}

TEST(HeaderBlockTest, ReadsNothingBehindTheEndThatIsGiven) {
  const std::string message = "A: 1\r\nB: 2\r\n\r\nbody";
  const auto block = parse_header_block(message, 0, 4, Limits{});
  ASSERT_TRUE(block.has_value());
  EXPECT_EQ(describe("A: 1", *block), "A|1\nbody: ");
  EXPECT_EQ(block->body_begin, 4U);
}

TEST(HeaderBlockTest, FindsFieldsInAnyCase) {
  const std::string message = "Received: a\r\nreceived: b\r\nTo: c\r\n\r\n";
  const auto block = parse_header_block(message, 0, message.size(), Limits{});
  ASSERT_TRUE(block.has_value());
  EXPECT_EQ(block->value("RECEIVED"), "a");
  EXPECT_EQ(block->count("Received"), 2U);
  EXPECT_EQ(block->value("Cc"), std::nullopt);
  EXPECT_EQ(block->find("Cc"), nullptr);
}

TEST(HeaderBlockTest, FailsBeyondItsLimits) {
  Limits limits;
  limits.header_fields = 2;
  limits.header_bytes = 20;
  const std::string two = "A: 1\r\nB: 2\r\n\r\n";
  EXPECT_TRUE(parse_header_block(two, 0, two.size(), limits).has_value());
  const std::string three = "A: 1\r\nB: 2\r\nC: 3\r\n\r\n";
  EXPECT_EQ(parse_header_block(three, 0, three.size(), limits).error().message,
            "more than 2 header fields");
  const std::string wide = "A: 1\r\n 2345678901234567890\r\n\r\n";
  EXPECT_EQ(parse_header_block(wide, 0, wide.size(), limits).error().message,
            "header of more than 20 bytes");
  const std::string text = "this is no header but a long text\r\n";
  EXPECT_TRUE(parse_header_block(text, 0, text.size(), limits).has_value());
}

}  // namespace
}  // namespace plainbounce
