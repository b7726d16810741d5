#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "core/base/ascii.h"
#include "core/diagnosis/diagnoser.h"
#include "core/knowledge/knowledge_base.h"
#include "core/smtp/smtp_reply.h"
#include "tests/corpus/expected_rows.h"
#include "tests/support/files.h"
#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

using testing::ExpectedRow;
using testing::ListedDifference;

// The messages of a file: one, or those of an mbox.
std::vector<std::string> messages_of(const std::string& bytes) {
  if (bytes.rfind("From ", 0) != 0) return {bytes};
  std::vector<std::string> messages;
  size_t begin = bytes.find('\n') + 1;
  while (begin < bytes.size()) {
    const size_t lf = bytes.find("\n\nFrom ", begin);
    const size_t end = std::min(lf, bytes.find("\n\r\nFrom ", begin));
    messages.push_back(bytes.substr(begin, end == std::string::npos ? end : end + 1 - begin));
    if (end == std::string::npos) break;
    begin = bytes.find('\n', bytes.find("From ", end)) + 1;
  }
  return messages;
}

// The recipients of all reports with a status part in a file; nothing when no message has one.
std::optional<std::vector<PerRecipientFields>> recipients_of(const std::string& path) {
  BounceTrust trust;
  trust.require_null_sender = false;
  std::optional<std::vector<PerRecipientFields>> recipients;
  for (const std::string& bytes : messages_of(testing::read_file(path))) {
    testing::JudgedMessage message;
    testing::judge(bytes, Envelope(), trust, message);
    if (message.verdict.kind != MessageKind::kReport) continue;
    if (!recipients) recipients.emplace();
    if (!message.report) continue;
    for (auto& recipient : message.report->recipients) recipients->push_back(recipient);
  }
  return recipients;
}

bool is_named(const PerRecipientFields& recipient, const std::string& address) {
  const auto equal = [&](const std::optional<TypedValue>& name) {
    return name && equals_ignoring_case(name->value, address);
  };
  return equal(recipient.final_recipient) || equal(recipient.original_recipient);
}

// The reply that the report holds: in Diagnostic-Code, else in the notice. An exit code is none.
std::string reply_code_of(const PerRecipientFields& recipient) {
  const auto& diagnostic = recipient.diagnostic_code;
  if (diagnostic && diagnostic->type != "x-unix") {
    const SmtpReply reply = parse_smtp_reply(diagnostic->value);
    if (reply.code) return reply.code->to_string();
  }
  const SmtpReply reply = parse_smtp_reply(recipient.notice_text);
  return reply.code ? reply.code->to_string() : "";
}

// Our value of a field that the references name, for the recipient of a row; null: not in the file.
std::string value_of(const std::string& field, const PerRecipientFields* recipient,
                     const ExpectedRow& row) {
  if (recipient == nullptr) return "(no recipient)";
  if (field == "action") return std::string(to_string(recipient->action));
  if (field == "replycode") return reply_code_of(*recipient);
  const std::string& address = row.agreed.at("recipient");
  if (is_named(*recipient, address)) return address;
  return recipient->final_recipient ? recipient->final_recipient->value : "";
}

const PerRecipientFields* recipient_of_row(const std::vector<PerRecipientFields>& recipients,
                                           const ExpectedRow& row) {
  const auto address = row.agreed.find("recipient");
  if (address != row.agreed.end()) {
    for (const PerRecipientFields& recipient : recipients) {
      if (is_named(recipient, address->second)) return &recipient;
    }
  }
  return row.index <= recipients.size() ? &recipients[row.index - 1] : nullptr;
}

constexpr const char* kFields[] = {"recipient", "action", "replycode"};

struct Comparison {
  size_t rows = 0;
  size_t equal_rows = 0;   // all compared fields are the references'
  size_t proven_rows = 0;  // or the report itself shows that the references are wrong
  std::map<std::string, size_t> compared, equal;
  std::vector<ListedDifference> found;
};

std::string key_of(const ListedDifference& d) {
  return d.file + "\t" + std::to_string(d.index) + "\t" + d.field + "\t" + d.ours + "\t" + d.theirs;
}

void compare_row(const ExpectedRow& row, const std::vector<PerRecipientFields>& recipients,
                 const std::map<std::string, std::string>& right, Comparison& sum) {
  const PerRecipientFields* recipient = recipient_of_row(recipients, row);
  bool equal = true;
  bool proven = true;
  for (const char* field : kFields) {
    const auto theirs = row.agreed.find(field);
    if (theirs == row.agreed.end()) continue;
    ++sum.compared[field];
    const std::string ours = value_of(field, recipient, row);
    if (ours == theirs->second) {
      ++sum.equal[field];
      continue;
    }
    equal = false;
    const ListedDifference found{row.file, row.index, field, ours, theirs->second, "", ""};
    const auto listed = right.find(key_of(found));
    proven = proven && listed != right.end() && listed->second == "ours";
    sum.found.push_back(found);
  }
  ++sum.rows;
  if (equal) ++sum.equal_rows;
  if (proven) ++sum.proven_rows;
}

// differences.txt for the fields that `wanted` holds for: key to who is right.
std::map<std::string, std::string> listed_differences(bool (*wanted)(const std::string& field)) {
  std::map<std::string, std::string> right;
  const std::string path = testing::source_path("tests/corpus/differences.txt");
  for (const ListedDifference& d : testing::read_differences(path)) {
    EXPECT_FALSE(d.why.empty()) << key_of(d);
    if (wanted(d.field)) right[key_of(d)] = d.right;
  }
  return right;
}

// Every difference is listed, and every line has its difference.
void expect_listed(const std::vector<ListedDifference>& differences,
                   const std::map<std::string, std::string>& right) {
  std::set<std::string> found;
  for (const ListedDifference& d : differences) {
    found.insert(key_of(d));
    EXPECT_TRUE(right.count(key_of(d)) > 0) << "not listed: " << key_of(d);
  }
  for (const auto& [key, whose] : right) {
    EXPECT_TRUE(found.count(key) > 0) << "listed, but gone: " << key;
  }
}

TEST(Sisimai, RecipientActionAndReplyCode) {
  const auto folder = testing::shared_folder("corpus/sisimai");
  if (!folder) GTEST_SKIP() << "corpus/sisimai is not here: 287 recipients not compared";
  const auto right = listed_differences([](const std::string& field) { return field != "code"; });
  Comparison sum;
  for (const ExpectedRow& row : testing::read_expected_rows(*folder + "/expected.jsonl")) {
    if (row.agreed.empty()) continue;
    const auto recipients = recipients_of(*folder + "/" + row.file);
    if (recipients) compare_row(row, *recipients, right, sum);
  }
  expect_listed(sum.found, right);
  for (const char* field : kFields) {
    std::printf("%s: %zu of %zu equal\n", field, sum.equal[field], sum.compared[field]);
  }
  std::printf("rows: %zu; all equal: %zu; equal, or proven right by the report's own field: %zu\n",
              sum.rows, sum.equal_rows, sum.proven_rows);
  EXPECT_GE(sum.rows, 280U);
  EXPECT_GE(sum.proven_rows * 100, sum.rows * 98);
}

// Sisimai's own numbers for causes without a code: x.0.9xx and x.9.x.
bool is_pseudo_code(const std::string& status) {
  const auto code = EnhancedStatusCode::parse(status);
  return !code || code->subject() == 9 || (code->subject() == 0 && code->detail() >= 900);
}

TEST(Sisimai, CodeThatIsExplained) {
  const auto folder = testing::shared_folder("corpus/sisimai");
  if (!folder) GTEST_SKIP() << "corpus/sisimai is not here: 276 codes not compared";
  const auto knowledge = load_knowledge("");
  ASSERT_TRUE(knowledge);
  const Diagnoser diagnoser(**knowledge);
  size_t compared = 0;
  std::vector<ListedDifference> found;
  for (const ExpectedRow& row : testing::read_expected_rows(*folder + "/expected.jsonl")) {
    const auto status = row.agreed.find("deliverystatus");
    if (status == row.agreed.end() || is_pseudo_code(status->second)) continue;
    const auto recipients = recipients_of(*folder + "/" + row.file);
    if (!recipients) continue;
    const PerRecipientFields* recipient = recipient_of_row(*recipients, row);
    const std::string ours =
        recipient != nullptr ? diagnoser.diagnose(*recipient).code : "(no recipient)";
    ++compared;
    if (ours != status->second) {
      found.push_back({row.file, row.index, "code", ours, status->second, "", ""});
    }
  }
  expect_listed(found,
                listed_differences([](const std::string& field) { return field == "code"; }));
  std::printf("code: %zu of %zu equal\n", compared - found.size(), compared);
  EXPECT_GE(compared, 270U);
  EXPECT_GE((compared - found.size()) * 100, compared * 90);
}

}  // namespace
}  // namespace plainbounce
