// GMime, which mail programs rely on, reads the same messages, their pieces and broken copies of
// them. Every difference is judged: covered by a rule (judged_rules.cc) or listed in
// differences.txt. One that is not fails the test, and so does a line or rule that nothing needs.
#include <gtest/gtest.h>

#include <iostream>

#include "core/mime/transfer_encoding.h"
#include "tests/differential/difference.h"
#include "tests/differential/reading.h"

namespace plainbounce::differential {
namespace {

constexpr size_t kMutationsOfMessage = 20;
constexpr size_t kMutationsOfPiece = 4;

bool holds_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

class Comparer {
 public:
  explicit Comparer(Judge& judge) : judge_(judge) {}

  void compare(const std::string& comparison, const Input& input, const std::string& ours,
               const std::string& theirs) {
    ++compared_;
    if (ours == theirs) return;
    ++differences_;
    const std::string complaint = judge_.judge({comparison, input, ours, theirs});
    if (!complaint.empty()) ADD_FAILURE() << complaint;
  }

  void messages(const std::vector<Input>& messages) {
    for (const Input& message : messages) {
      const Reading ours = kOurs.message(message.bytes);
      const Reading theirs = kGmime.message(message.bytes);
      compare("structure", message, structure_of(ours), structure_of(theirs));
      if (structure_of(ours) != structure_of(theirs)) continue;
      compare("fields", message, fields_of(ours), fields_of(theirs));
      compare("contents", message, contents_of(ours), contents_of(theirs));
    }
  }

  void values(const std::vector<Input>& raw_values) {
    for (const Input& raw : raw_values) {
      if (holds_nul(raw.bytes)) continue;
      const Input value = {raw.name, kOurs.unfolding(raw.bytes)};
      compare("unfolding", raw, value.bytes, kGmime.unfolding(raw.bytes));
      compare("words", value, kOurs.encoded_words(value.bytes), kGmime.encoded_words(value.bytes));
      compare("type", value, kOurs.content_type(value.bytes), kGmime.content_type(value.bytes));
    }
  }

  void bodies(const std::vector<Input>& bodies) {
    for (const Input& body : bodies) {
      compare("base64", body, kOurs.base64(body.bytes), kGmime.base64(body.bytes));
      for (const char* charset :
           {"utf-8", "us-ascii", "iso-8859-1", "iso-8859-15", "windows-1252", "koi8-r",
            "iso-2022-jp", "shift_jis", "euc-jp", "euc-kr", "gb2312", "gb18030", "big5"}) {
        const Input named = {body.name + " " + charset, body.bytes};
        compare("charset", named, kOurs.charset(body.bytes, charset).value_or("none"),
                kGmime.charset(body.bytes, charset).value_or("none"));
      }
    }
    for (const Input& line : lines_of(bodies)) {
      compare("quoted-printable", line, kOurs.quoted_printable(line.bytes),
              kGmime.quoted_printable(line.bytes));
    }
  }

  // The bodies as we encode them.
  void encoded(const std::vector<Input>& bodies) {
    for (const Input& body : bodies) {
      const Input base64 = {body.name, encode_base64(body.bytes)};
      compare("base64 of ours", base64, kOurs.base64(base64.bytes), kGmime.base64(base64.bytes));
      const Input quoted = {body.name, encode_quoted_printable(body.bytes)};
      compare("quoted-printable of ours", quoted, kOurs.quoted_printable(quoted.bytes),
              kGmime.quoted_printable(quoted.bytes));
    }
  }

  void print(const std::string& what) const {
    std::cout << what << ": " << compared_ << " compared, " << differences_ << " differ\n";
    for (const auto& [rule, count] : judge_.rule_counts()) {
      std::cout << "  " << count << " " << rule << "\n";
    }
    for (const std::string& line : judge_.unlisted()) std::cout << "unlisted: " << line << "\n";
  }

 private:
  Judge& judge_;
  size_t compared_ = 0;
  size_t differences_ = 0;
};

using Mutations = std::vector<Input> (*)(const Input& input, size_t count);

std::vector<Input> mutated(const std::vector<Input>& inputs, Mutations mutations, size_t count) {
  std::vector<Input> out;
  for (const Input& input : inputs) {
    for (Input& mutation : mutations(input, count)) out.push_back(std::move(mutation));
  }
  return out;
}

void expect_rules_needed(const Judge& judge, bool of_corpora) {
  for (const Rule& rule : judged_rules()) {
    if (rule.of_corpora != of_corpora) continue;
    EXPECT_EQ(judge.rule_counts().count(rule.name), 1U) << "nothing needs the rule: " << rule.name;
  }
}

TEST(Differential, MessagesOfTheProjectAndBrokenCopies) {
  const std::vector<Input> messages = project_inputs();
  ASSERT_FALSE(messages.empty());
  const std::vector<Input> values = raw_values_in(messages);
  const std::vector<Input> bodies = bodies_in(messages);
  Judge judge;
  Comparer comparer(judge);
  comparer.messages(messages);
  comparer.values(values);
  comparer.bodies(bodies);
  comparer.encoded(bodies);
  comparer.messages(mutated(messages, line_mutations_of, kMutationsOfMessage));
  comparer.values(mutated(values, mutations_of, kMutationsOfPiece));
  comparer.bodies(mutated(bodies, mutations_of, kMutationsOfPiece));
  comparer.print("messages of the project");
  EXPECT_EQ(judge.stale_lines("messages/"), std::vector<std::string>());
  expect_rules_needed(judge, false);
}

TEST(Differential, SharedCorpora) {
  const std::vector<Input> messages = shared_inputs();
  if (messages.empty()) GTEST_SKIP() << "no corpora beside the project: nothing was compared";
  const std::vector<Input> bodies = bodies_in(messages);
  Judge judge;
  Comparer comparer(judge);
  comparer.messages(messages);
  comparer.values(raw_values_in(messages));
  comparer.bodies(bodies);
  comparer.encoded(bodies);
  comparer.print("shared corpora");
  EXPECT_EQ(judge.stale_lines("cases/"), std::vector<std::string>());
  EXPECT_EQ(judge.stale_lines("corpus/"), std::vector<std::string>());
  expect_rules_needed(judge, true);
}

}  // namespace
}  // namespace plainbounce::differential
