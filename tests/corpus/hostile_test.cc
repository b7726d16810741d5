#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/legacy_bounce.h"
#include "tests/support/files.h"
#include "tests/support/judged_message.h"
#include "tests/support/report_texts.h"

namespace plainbounce {
namespace {

void expect_clean(const Result<DeliveryReport>& report, const std::string& what) {
  if (!report) {
    EXPECT_FALSE(report.error().message.empty()) << what;
    return;
  }
  EXPECT_FALSE(report->recipients.empty()) << what;
  for (const std::string& text : testing::texts_of(*report)) {
    EXPECT_TRUE(is_utf8(text)) << what << ": " << text;
    EXPECT_EQ(text.find('\0'), std::string::npos) << what << ": " << text;
    EXPECT_EQ(text.find('\r'), std::string::npos) << what << ": " << text;
  }
}

// Whatever the bytes are: a verdict, and clean text or an error.
void read_all_ways(const std::string& bytes, const std::string& what) {
  const auto tree = split_message(bytes, Limits());
  if (!tree) return;
  for (const bool require_null_sender : {true, false}) {
    BounceTrust trust;
    trust.require_null_sender = require_null_sender;
    const BounceVerdict first = decide_bounce(Envelope(), tree->root().header, trust);
    EXPECT_FALSE(judge_structure(first, *tree, trust).why.empty()) << what;
  }
  expect_clean(parse_delivery_report(*tree, Limits()), what);
  expect_clean(parse_legacy_bounce(*tree, Limits()), what);
  expect_clean(parse_status_fields(bytes, Limits()), what);
}

std::vector<std::string> own_messages() {
  return testing::files_below(testing::source_path("tests/messages"), {".eml"});
}

TEST(Hostile, OwnMessagesCutAnywhere) {
  for (const std::string& path : own_messages()) {
    const std::string bytes = testing::read_file(path);
    for (size_t size = 0; size < bytes.size(); size += 61) {
      read_all_ways(bytes.substr(0, size), path + " cut at " + std::to_string(size));
    }
  }
}

// Bytes overwritten by others that parsers look for, the same ones in each run.
TEST(Hostile, OwnMessagesWithOtherBytes) {
  constexpr std::string_view kBytes("\0\r\n:;<>()\"-=@\x80\xC3\xFF ", 17);
  uint32_t state = 1;
  const auto next = [&](size_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  for (const std::string& path : own_messages()) {
    const std::string bytes = testing::read_file(path);
    for (int round = 0; round < 20; ++round) {
      std::string changed = bytes;
      for (int i = 0; i < 12; ++i) changed[next(changed.size())] = kBytes[next(kBytes.size())];
      read_all_ways(changed, path + ", round " + std::to_string(round));
    }
  }
}

TEST(Hostile, SharedCorpora) {
  for (const char* name :
       {"corpus/malformed", "corpus/sisimai", "corpus/postfix", "corpus/sendmail", "cases"}) {
    const auto folder = testing::shared_folder(name);
    if (!folder) GTEST_SKIP() << name << " is not here: not read";
    for (const std::string& path : testing::files_below(*folder)) {
      const std::string bytes = testing::read_file(path);
      read_all_ways(testing::with_crlf(bytes), path);
      read_all_ways(testing::with_lf(bytes), path);
    }
  }
}

}  // namespace
}  // namespace plainbounce
