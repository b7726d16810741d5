#include <gtest/gtest.h>

#include "core/mime/message_tree.h"
#include "tests/support/files.h"
#include "tests/unit/core/mime/tree_invariants.h"

namespace plainbounce {
namespace {

using testing::broken_invariant;
using testing::files_below;
using testing::read_file;
using testing::shared_folder;
using testing::with_crlf;
using testing::with_lf;

// Empty when the message is split well, or refused because of a limit.
std::string complaint(std::string_view message, const Limits& limits = {}) {
  const auto tree = split_message(message, limits);
  if (!tree) return tree.error().message.empty() ? "a failure without words" : "";
  return broken_invariant(*tree);
}

const std::string kReport =
    "From: MAILER-DAEMON@example.org\r\nMIME-Version: 1.0\r\n"
    "Content-Type: multipart/report; report-type=delivery-status;\r\n\tboundary=\"=_a==\"\r\n\r\n"
    "This is a MIME-encapsulated message.\r\n\r\n--=_a==\r\n"
    "Content-Type: multipart/alternative; boundary=\"=_a\"\r\n\r\n--=_a\r\n\r\ntext\r\n--=_a\r\n"
    "Content-Type: text/html\r\n\r\n<p>\r\n--=_a--\r\n--=_a==\r\n"
    "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
    "Action: failed\r\n--=_a== \r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n--=_a\r\n"
    "\r\n--=_a==--\r\n";

TEST(MessageTreeRobustnessTest, HoldsItsRangesWhereverAMessageIsCut) {
  for (const std::string& message : {kReport, with_lf(kReport)}) {
    for (size_t size = 0; size <= message.size(); ++size) {
      ASSERT_EQ(complaint(std::string_view(message).substr(0, size)), "") << "cut at " << size;
    }
  }
}

TEST(MessageTreeRobustnessTest, HoldsItsRangesWhateverByteIsChanged) {
  const char changes[] = {'\0', '\n', '\r', '-'};
  for (size_t at = 0; at < kReport.size(); ++at) {
    for (const char change : changes) {
      std::string message = kReport;
      message[at] = change;
      ASSERT_EQ(complaint(message), "") << "changed at " << at;
      message = kReport;
      message.insert(at, 1, change);
      ASSERT_EQ(complaint(message), "") << "inserted at " << at;
    }
    std::string message = kReport;
    message.erase(at, 1);
    ASSERT_EQ(complaint(message), "") << "taken out at " << at;
  }
}

std::string nested(size_t depth) {
  std::string message;
  for (size_t i = 0; i < depth; ++i) {
    const std::string boundary = "b" + std::to_string(i);
    message.append("Content-Type: multipart/mixed; boundary=").append(boundary);
    message.append("\r\n\r\n--").append(boundary).append("\r\n");
  }
  return message + "\r\ntext\r\n";
}

std::string siblings(size_t count) {
  std::string message = "Content-Type: multipart/mixed; boundary=a\r\n\r\n";
  for (size_t i = 0; i < count; ++i) message += "--a\r\n\r\nx\r\n";
  return message + "--a--\r\n";
}

struct LimitCase {
  const char* label;
  std::string within;
  std::string beyond;
  SplitFailure::Limit limit;
  const char* words;
};

TEST(MessageTreeRobustnessTest, FailsBeyondEachLimit) {
  Limits limits;
  limits.part_depth = 5;
  limits.parts = 10;
  limits.header_fields = 8;
  limits.header_bytes = 600;
  limits.message_bytes = 5000;
  const std::string part = "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n";
  const auto fields = [](size_t count) {
    std::string out;
    for (size_t i = 0; i < count; ++i) out += "X: y\r\n";
    return out;
  };
  const LimitCase cases[] = {
      {"depth", nested(5), nested(6), SplitFailure::Limit::kDepth,
       "multiparts nested deeper than 5"},
      {"parts", siblings(9), siblings(10), SplitFailure::Limit::kParts, "more than 10 parts"},
      {"fields", fields(8), fields(9), SplitFailure::Limit::kHeader, "more than 8 header fields"},
      {"fields of a part", part + fields(8), part + fields(9), SplitFailure::Limit::kHeader,
       "more than 8 header fields"},
      {"header bytes", "X: " + std::string(590, 'x') + "\r\n", "X: " + std::string(600, 'x'),
       SplitFailure::Limit::kHeader, "header of more than 600 bytes"},
      {"message bytes", "\r\n" + std::string(4998, 'x'), "\r\n" + std::string(4999, 'x'),
       SplitFailure::Limit::kMessage, "message of more than 5000 bytes"},
  };
  for (const LimitCase& c : cases) {
    SCOPED_TRACE(c.label);
    EXPECT_TRUE(split_message(c.within, limits).has_value());
    const auto tree = split_message(c.beyond, limits);
    ASSERT_FALSE(tree.has_value());
    EXPECT_EQ(tree.error().limit, c.limit);
    EXPECT_EQ(tree.error().message, c.words);
  }
}

// Each would take minutes if the splitter went back over what it has read.
TEST(MessageTreeRobustnessTest, TakesLargeAndHostileMessages) {
  const std::string head = "Content-Type: multipart/mixed; boundary=a\r\n\r\n";
  const std::string long_boundary(20000, 'b');
  for (const std::string& piece :
       {std::string("--a\r\n"), std::string("--a\r\nX: y\r\n"), std::string("--ab\r\n"),
        std::string("\r\n"), std::string("--"), std::string("--\n"), std::string("x"),
        std::string(" "), std::string("\r"), std::string(1, '\0'), std::string("X: y\r\n"),
        std::string("--a--\r\n"), "--" + long_boundary + "\r\n"}) {
    std::string message = head;
    while (message.size() < 100000) message += piece;
    EXPECT_EQ(complaint(message), "") << piece.substr(0, 20);
    Limits wide;
    wide.parts = 100000;
    wide.header_fields = 100000;
    wide.header_bytes = 64U << 20U;
    EXPECT_EQ(complaint(message, wide), "") << piece.substr(0, 20);
  }
  EXPECT_EQ(complaint(nested(3000)), "");
}

// The corpora where they are: every message, in both line ends, also cut short.
TEST(MessageTreeRobustnessTest, HoldsItsRangesOverTheCorpora) {
  size_t files = 0;
  size_t refused = 0;
  for (const char* folder :
       {"cases", "corpus/postfix", "corpus/sendmail", "corpus/sisimai", "corpus/malformed"}) {
    const auto path = shared_folder(folder);
    if (!path) continue;
    for (const std::string& file : files_below(*path)) {
      const std::string message = read_file(file);
      ++files;
      if (!split_message(message, Limits{})) ++refused;
      for (const std::string& form : {message, with_lf(message), with_crlf(message)}) {
        ASSERT_EQ(complaint(form), "") << file;
        const size_t step = form.size() / 20 + 1;
        for (size_t size = 0; size < form.size(); size += step) {
          ASSERT_EQ(complaint(std::string_view(form).substr(0, size)), "") << file << " " << size;
        }
      }
    }
  }
  if (files == 0) GTEST_SKIP() << "no corpora beside the project: nothing was split";
  std::printf("split %zu files in three forms, %zu beyond a limit\n", files, refused);
  EXPECT_LT(refused, files / 20);
}

}  // namespace
}  // namespace plainbounce
