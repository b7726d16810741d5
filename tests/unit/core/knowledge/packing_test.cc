#include "core/knowledge/packing.h"

#include <gtest/gtest.h>

#include "core/knowledge/packed_entries.h"

namespace plainbounce {
namespace {

TEST(Packing, GivesNumbersAndTextsBack) {
  const std::string long_text(300, 'x');
  const std::vector<std::vector<std::string>> lists = {{"a", ""}, {}, {std::string("\0\xff", 2)}};
  const std::map<std::string, int, std::less<>> numbers = {{"one", 1}, {"two", 2}};
  Packer packer;
  packer(size_t{0}, size_t{127}, size_t{128}, static_cast<size_t>(-1), true, Kind::kSuccess);
  packer(long_text, lists, numbers, std::optional<Party>(), std::optional(Party::kNobody));

  size_t zero = 1, small = 0, larger = 0, largest = 0;
  bool flag = false;
  Kind kind = Kind::kTemporary;
  std::string text;
  std::vector<std::vector<std::string>> read_lists;
  std::map<std::string, int, std::less<>> read_numbers;
  std::optional<Party> none, nobody;
  const std::string bytes = packer.bytes();
  Unpacker unpacker(bytes);
  unpacker(zero, small, larger, largest, flag, kind);
  unpacker(text, read_lists, read_numbers, none, nobody);
  EXPECT_EQ(zero, 0U);
  EXPECT_EQ(small, 127U);
  EXPECT_EQ(larger, 128U);
  EXPECT_EQ(largest, static_cast<size_t>(-1));
  EXPECT_TRUE(flag);
  EXPECT_EQ(kind, Kind::kSuccess);
  EXPECT_EQ(text, long_text);
  EXPECT_EQ(read_lists, lists);
  EXPECT_EQ(read_numbers, numbers);
  EXPECT_FALSE(none.has_value());
  EXPECT_EQ(nobody, Party::kNobody);
  EXPECT_THROW(unpacker(text), std::out_of_range) << "behind the end";
}

TEST(Packing, BytesThatEndTooEarlyAreNeverReadPast) {
  Rule rule;
  rule.id = "far/full";
  rule.phrases = {{"mailbox", "full"}, {"quota"}};
  rule.page = PackedPage(PageText{"It is full.", "552 Full", "", "", {"Mail"}, {}, {}, {}});
  Packer packer;
  packer(rule);
  const std::string bytes = packer.bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const std::string piece = bytes.substr(0, size);
    Rule read;
    EXPECT_THROW(Unpacker{piece}(read), std::out_of_range) << size;
  }
  Rule whole;
  Unpacker{bytes}(whole);
  EXPECT_EQ(whole.phrases, rule.phrases);
  EXPECT_EQ(whole.page.unpack().answer, "It is full.");
}

TEST(PackedPage, IsEmptyUntilItHoldsSomething) {
  EXPECT_TRUE(PackedPage().unpack().answer.empty());
  const PackedPage page(PageText{"Full.", "", "", "", {}, {{"sender", "Wait."}}, {}, {}});
  const PackedPage copy = page;
  ASSERT_EQ(copy.unpack().fix.size(), 1U);
  EXPECT_EQ(copy.unpack().fix.front().text, "Wait.");
  EXPECT_EQ(PackedPage::borrowed(page.bytes()).unpack().answer, "Full.");
}

}  // namespace
}  // namespace plainbounce
