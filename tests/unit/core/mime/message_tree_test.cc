#include "core/mime/message_tree.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"

namespace plainbounce {
namespace {

using testing::with_lf;

std::string visible(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c == '\r') {
      out += "\\r";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\0') {
      out += "\\0";
    } else {
      out += c;
    }
  }
  return out;
}

// One line for each part, indented by depth: type, fields, and its body when it is a leaf.
std::string describe(const MessageTree& tree) {
  std::string out;
  for (const MimePart& part : tree.parts) {
    out += std::string(part.depth * 2, ' ') + part.type.type + "/" + part.type.subtype;
    out += " fields=" + std::to_string(part.header.fields.size());
    if (!part.boundary.empty()) out += " boundary=" + part.boundary;
    if (!part.closed) out += " unclosed";
    if (part.children.empty()) out += " [" + visible(tree.bytes(part.body)) + "]";
    out += "\n";
  }
  return out;
}

std::string outline(std::string_view message, const Limits& limits = {}) {
  const auto tree = split_message(message, limits);
  return tree ? describe(*tree) : "failed: " + tree.error().message;
}

struct Case {
  const char* label;
  std::string message;
  std::string expected;
};

const std::string kMixed = "Content-Type: multipart/mixed; boundary=a\r\n\r\n";

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"plain message", "Subject: x\r\n\r\nbody\r\n", "text/plain fields=1 [body\\r\\n]\n"},
      {"an empty part inside ends where the outer delimiter begins",
       kMixed + "--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  multipart/mixed fields=1 boundary=b unclosed\n"
       "    text/plain fields=0 []\n"},
      {"two parts with preamble and epilogue",
       kMixed + "pre\r\n--a\r\n\r\none\r\n--a\r\nX: y\r\n\r\ntwo\r\n\r\n--a--\r\nepi\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 [one]\n"
       "  text/plain fields=1 [two\\r\\n]\n"},
      {"first delimiter at the first byte of the body", kMixed + "--a\r\n\r\none\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [one]\n"},
      {"closing delimiter at the end without line end", kMixed + "--a\r\n\r\none\r\n--a--",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [one]\n"},
      {"never closed", kMixed + "--a\r\n\r\none\r\n--a\r\n\r\ntwo\r\n",
       "multipart/mixed fields=1 boundary=a unclosed\n"
       "  text/plain fields=0 [one]\n"
       "  text/plain fields=0 [two\\r\\n]\n"},
      {"boundary that ends in ==",
       "Content-Type: multipart/mixed; boundary=\"==x==\"\r\n\r\n--==x==\r\n\r\n1\r\n--==x==--\r\n",
       "multipart/mixed fields=1 boundary===x==\n  text/plain fields=0 [1]\n"},
      {"boundary with a colon, no blank line in the part",
       "Content-Type: multipart/mixed; boundary=\"a:b\"\r\n\r\n--a:b\r\nX: y\r\n--a:b\r\nZ: 1\r\n--"
       "a:b--\r\n",
       "multipart/mixed fields=1 boundary=a:b\n"
       "  text/plain fields=1 []\n"
       "  text/plain fields=1 []\n"},
      {"trailing blanks behind delimiters", kMixed + "--a \t \r\n\r\n1\r\n--a-- \r\n",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [1]\n"},
      {"longer lines with the boundary in front are text",
       kMixed + "--a\r\n\r\n1\r\n--ab\r\n--a-\r\n--a--x\r\n--a b\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 [1\\r\\n--ab\\r\\n--a-\\r\\n--a--x\\r\\n--a b]\n"},
      {"boundaries that begin alike",
       kMixed +
           "--a\r\nContent-Type: multipart/alternative; boundary=ab\r\n\r\n--ab\r\n\r\n1\r\n--ab--"
           "\r\n--a\r\n\r\n2\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  multipart/alternative fields=1 boundary=ab\n"
       "    text/plain fields=0 [1]\n"
       "  text/plain fields=0 [2]\n"},
      {"inner boundary that looks like the outer one closed",
       kMixed + "--a\r\nContent-Type: multipart/mixed; boundary=\"a--\"\r\n\r\n--a--\r\n\r\n1\r\n"
                "--a----\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  multipart/mixed fields=1 boundary=a--\n"
       "    text/plain fields=0 [1]\n"},
      {"the outer delimiter ends an unfinished inner multipart",
       kMixed + "--a\r\nContent-Type: multipart/mixed; "
                "boundary=i\r\n\r\n--i\r\n\r\n1\r\n--a\r\n\r\n2\r\n"
                "--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  multipart/mixed fields=1 boundary=i unclosed\n"
       "    text/plain fields=0 [1]\n"
       "  text/plain fields=0 [2]\n"},
      {"a delimiter behind the closing one is text",
       kMixed + "--a\r\n\r\n1\r\n--a--\r\n--a\r\n\r\n2",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [1]\n"},
      {"blank line at once", kMixed + "--a\r\n\r\n\r\n1\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [\\r\\n1]\n"},
      {"text at once", kMixed + "--a\r\nno header here\r\nX: y\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 [no header here\\r\\nX: y]\n"},
      {"empty parts", kMixed + "--a\r\n--a\r\n\r\n--a\r\nX: y\r\n\r\n--a\r\n\r\n\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 []\n"
       "  text/plain fields=0 []\n"
       "  text/plain fields=1 []\n"
       "  text/plain fields=0 []\n"},
      {"digest",
       "Content-Type: multipart/digest; boundary=a\r\n\r\n--a\r\n\r\nA: b\r\n\r\nx\r\n"
       "--a\r\nContent-Type: text/html\r\n\r\ny\r\n--a\r\nContent-Type: "
       "broken\r\n\r\nz\r\n--a--\r\n",
       "multipart/digest fields=1 boundary=a\n"
       "  message/rfc822 fields=0 [A: b\\r\\n\\r\\nx]\n"
       "  text/html fields=1 [y]\n"
       "  text/plain fields=1 [z]\n"},
      {"nothing inside message/rfc822 is split",
       kMixed +
           "--a\r\nContent-Type: message/rfc822\r\n\r\n"
           "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\n1\r\n--i--\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  message/rfc822 fields=1 [Content-Type: multipart/mixed; boundary=i\\r\\n\\r\\n"
       "--i\\r\\n\\r\\n1\\r\\n--i--]\n"},
      {"boundary that never occurs", kMixed + "no part at all\r\n",
       "multipart/mixed fields=1 [no part at all\\r\\n]\n"},
      {"no boundary parameter", "Content-Type: multipart/mixed\r\n\r\n--a\r\n\r\n1\r\n",
       "multipart/mixed fields=1 [--a\\r\\n\\r\\n1\\r\\n]\n"},
      {"empty boundary", "Content-Type: multipart/mixed; boundary=\"\"\r\n\r\n--\r\n\r\n1\r\n",
       "multipart/mixed fields=1 [--\\r\\n\\r\\n1\\r\\n]\n"},
      {"blank at the end of the boundary parameter",
       "Content-Type: multipart/mixed; boundary=\"a \"\r\n\r\n--a\r\n\r\n1\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a\n  text/plain fields=0 [1]\n"},
      {"only a closing delimiter", kMixed + "text\r\n--a--\r\n",
       "multipart/mixed fields=1 boundary=a [text\\r\\n--a--\\r\\n]\n"},
      {"boundary of the header folded at column 0",
       "Content-Type: multipart/mixed;\r\nboundary=a\r\n\r\n--a\r\n\r\n1\r\n--a--\r\n",
       "multipart/mixed fields=1 [boundary=a\\r\\n\\r\\n--a\\r\\n\\r\\n1\\r\\n--a--\\r\\n]\n"},
      {"8-bit, NUL and bare CR", kMixed + std::string("--a\r\n\r\n\xFF\0\r--a\r-\r\n--a--\r\n", 24),
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 [\xFF\\0\\r--a\\r-]\n"},
      {"mixed line ends", kMixed + "--a\n\none\n--a\r\n\ntwo\r\n--a--\n",
       "multipart/mixed fields=1 boundary=a\n"
       "  text/plain fields=0 [one]\n"
       "  text/plain fields=0 [two]\n"},
      {"empty message", "", "text/plain fields=0 []\n"},
  };
  return all;
}

TEST(MessageTreeTest, SplitsIntoParts) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    EXPECT_EQ(outline(c.message), c.expected);
  }
}

TEST(MessageTreeTest, SplitsTheSameWithLineFeedsAlone) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.label);
    std::string expected = c.expected;
    for (size_t at = 0; (at = expected.find("\\r\\n", at)) != std::string::npos;) {
      expected.erase(at, 2);
    }
    EXPECT_EQ(outline(with_lf(c.message)), expected);
  }
}

}  // namespace
}  // namespace plainbounce
