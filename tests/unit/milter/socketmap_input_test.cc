#include "milter/socketmap_input.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plainbounce {
namespace {

using State = SocketmapInput::State;

// What comes out, one word a request, when the bytes come in pieces of `size`.
std::vector<std::string> read_in_pieces(const std::string& bytes, size_t size) {
  SocketmapInput input;
  std::vector<std::string> told;
  for (size_t at = 0; at < bytes.size(); at += size) {
    input.append(std::string_view(bytes).substr(at, size));
    std::string_view request;
    for (;;) {
      const State state = input.next(request);
      if (state == State::kIncomplete) break;
      if (state == State::kRequest) told.emplace_back(request);
      if (state == State::kTooLong) told.emplace_back("(too long)");
      if (state == State::kBroken) {
        told.emplace_back("(" + std::string(input.complaint()) + ")");
        return told;
      }
    }
  }
  if (input.is_inside()) told.emplace_back("(inside)");
  return told;
}

TEST(SocketmapInput, ReadsTheSameInPiecesOfAnySize) {
  const std::string longest(SocketmapInput::kMaxRequest, 'x');
  struct {
    const char* label;
    std::string bytes;
    std::vector<std::string> told;
  } const cases[] = {
      {"one", "10:footer 550,", {"footer 550"}},
      {"several", "3:a b,0:,1:,,2:1:,", {"a b", "", ",", "1:"}},
      {"any bytes", std::string("4:\0\r\n\xFF,", 7), {std::string("\0\r\n\xFF", 4)}},
      {"cut in the length", "3:a b,1", {"a b", "(inside)"}},
      {"cut in front of the comma", "3:a b", {"(inside)"}},
      {"longest", "32768:" + longest + ",1:y,", {longest, "y"}},
      {"too long", "32769:" + longest + "x,1:y,", {"(too long)", "y"}},
      {"too long and cut", "9999999:" + longest, {"(inside)"}},
      {"too long without a comma", "32769:" + longest + "x;", {"(no comma behind the request)"}},
      {"no comma", "1:y,3:a bX1:z,", {"y", "(no comma behind the request)"}},
      {"no digits", ":a,", {"(no length)"}},
      {"letters", "1:y,footer 550\n", {"y", "(no length)"}},
      {"negative", "-1:a,", {"(no length)"}},
      {"blank", " 1:a,", {"(no length)"}},
      {"no colon", "1a", {"(no length)"}},
      {"zero in front", "01:a,", {"(a length with a zero in front)"}},
      {"many digits", "10000000:", {"(a length of too many digits)"}},
      {"digits without an end", std::string(100000, '9'), {"(a length of too many digits)"}},
  };
  for (const auto& c : cases) {
    for (const size_t size : {size_t{1}, size_t{2}, size_t{7}, size_t{4096}, size_t{1} << 20U}) {
      EXPECT_EQ(read_in_pieces(c.bytes, size), c.told) << c.label << " by " << size;
    }
  }
}

TEST(SocketmapInput, NothingIsReadBehindWhatIsBroken) {
  SocketmapInput input;
  std::string_view request;
  input.append("x");
  EXPECT_EQ(input.next(request), State::kBroken);
  input.append("1:a,");
  EXPECT_EQ(input.next(request), State::kBroken);
  EXPECT_FALSE(input.is_inside());
}

TEST(SocketmapInput, IsInsideBetweenFirstAndLastByte) {
  SocketmapInput input;
  std::string_view request;
  EXPECT_FALSE(input.is_inside());
  for (const char c : std::string("3:a b")) {
    input.append(std::string_view(&c, 1));
    EXPECT_EQ(input.next(request), State::kIncomplete);
    EXPECT_TRUE(input.is_inside());
  }
  input.append(",");
  EXPECT_EQ(input.next(request), State::kRequest);
  EXPECT_FALSE(input.is_inside());
}

TEST(SocketmapInput, AppendsNetstrings) {
  std::string out;
  append_netstring(out, "OK a");
  append_netstring(out, "");
  EXPECT_EQ(out, "4:OK a,0:,");
}

}  // namespace
}  // namespace plainbounce
