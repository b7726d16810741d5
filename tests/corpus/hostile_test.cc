#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/legacy_bounce.h"
#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

// Every text that a report holds.
std::vector<std::string> texts_of(const DeliveryReport& report) {
  std::vector<std::string> texts = {report.notice};
  const auto typed = [&](const std::optional<TypedValue>& value) {
    if (value) texts.insert(texts.end(), {value->type, value->value});
  };
  const auto plain = [&](const std::optional<std::string>& value) {
    if (value) texts.push_back(*value);
  };
  const auto fields = [&](const std::vector<ReportField>& list) {
    for (const ReportField& field : list) texts.insert(texts.end(), {field.name, field.value});
  };
  typed(report.message.reporting_mta);
  typed(report.message.dsn_gateway);
  typed(report.message.received_from_mta);
  plain(report.message.original_envelope_id);
  plain(report.message.arrival_date);
  fields(report.message.other);
  for (const PerRecipientFields& r : report.recipients) {
    typed(r.original_recipient);
    typed(r.final_recipient);
    typed(r.remote_mta);
    typed(r.diagnostic_code);
    plain(r.status);
    plain(r.last_attempt_date);
    plain(r.final_log_id);
    plain(r.will_retry_until);
    fields(r.other);
    texts.insert(texts.end(), {r.action_text, r.notice_text});
  }
  if (!report.original) return texts;
  const OriginalHeaders& original = *report.original;
  texts.insert(texts.end(), original.received.begin(), original.received.end());
  for (const auto& value : {original.message_id, original.from, original.to, original.subject,
                            original.date, original.accept_language, original.content_language}) {
    plain(value);
  }
  return texts;
}

void expect_clean(const Result<DeliveryReport>& report, const std::string& what) {
  if (!report) {
    EXPECT_FALSE(report.error().message.empty()) << what;
    return;
  }
  EXPECT_FALSE(report->recipients.empty()) << what;
  for (const std::string& text : texts_of(*report)) {
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
