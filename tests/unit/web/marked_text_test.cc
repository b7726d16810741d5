#include "web/marked_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

// "plain [marked] plain ~ plain": "~" is what is left out.
std::string marked(const std::string& text, const std::vector<Evidence>& evidence) {
  std::string out;
  for (const MarkedPiece& piece : mark_evidence(text, evidence)) {
    if (piece.kind == MarkedPiece::Kind::kCut) out += "~";
    if (piece.kind == MarkedPiece::Kind::kPlain) out += piece.text;
    if (piece.kind == MarkedPiece::Kind::kMarked) out += "[" + piece.text + "]";
  }
  return out;
}

TEST(MarkedText, MarksTheWordsWhereverTheyStand) {
  const struct {
    const char* label;
    std::string text;
    std::vector<Evidence> evidence;
    const char* marked;
  } cases[] = {
      {"a phrase in any case",
       "552 5.2.2 mailbox FULL",
       {{"phrase", "Mailbox full", ""}},
       "552 5.2.2 [mailbox FULL]"},
      {"over a line's end",
       "the mailbox\r\n   full now",
       {{"phrase", "mailbox full", ""}},
       "the [mailbox\n   full] now"},
      {"pieces of a phrase",
       "connect to mx[1]: timed out",
       {{"phrase", "connect to ... timed out", ""}},
       "[connect to] mx[1]: [timed out]"},
      {"codes stand alone",
       "15.1.1 5.1.10 5.1.1 550",
       {{"enhanced-code", "5.1.1", ""}},
       "15.1.1 5.1.10 [5.1.1] 550"},
      {"twice", "550 x\n550 y", {{"reply-code", "550", ""}}, "[550] x\n[550] y"},
      {"evidence that overlaps",
       "user unknown in table",
       {{"phrase", "user unknown", ""}, {"phrase", "unknown in", ""}},
       "[user unknown in] table"},
      {"what is no word of the text",
       "550 x",
       {{"decision", "550", ""}, {"phrase", "full", ""}},
       ""},
      {"hidden characters", "a\x1b\xe2\x80\xae full", {{"phrase", "full", ""}}, "a?? [full]"},
      {"no UTF-8", "\xff full", {{"phrase", "full", ""}}, "\xef\xbf\xbd [full]"},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    EXPECT_EQ(marked(test.text, test.evidence), test.marked);
  }
}

TEST(MarkedText, ShowsAFewLinesAround) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "line " + std::to_string(i) + "\n";
  text.replace(text.find("line 10"), 7, "it is full");
  EXPECT_EQ(marked(text, {{"phrase", "full", ""}}),
            "~line 7\nline 8\nline 9\nit is [full]\nline 11\nline 12\nline 13~");
}

TEST(MarkedText, IsBoundedWhateverComes) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "full \xc3\xbc";
  std::vector<Evidence> evidence(500, {"phrase", "full", ""});
  size_t size = 0;
  for (const MarkedPiece& piece : mark_evidence(text, evidence)) size += piece.text.size();
  EXPECT_LT(size, 48U << 10U);
  EXPECT_GT(size, 0U);
}

}  // namespace
}  // namespace plainbounce
