// Every message at hand, in both line ends, as the MTA's own report and as one from elsewhere, with
// every body setting: see findings_in for what must hold. What was done is counted and printed, and
// fewer rewritten ones than last_counts.txt says is a failure. PLAINBOUNCE_UPDATE_GOLDEN=1 writes
// that file anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "tests/corpus/message_sets.h"
#include "tests/support/edited_message_checks.h"
#include "tests/support/files.h"
#include "tests/support/whole_way.h"

namespace plainbounce::testing {
namespace {

constexpr const char* kCountsFile = "tests/corpus/last_counts.txt";

struct Setting {
  const char* name;
  bool own;
  void (*change)(BouncePolicy&);
};

void grant_all(BouncePolicy& policy) {
  policy.success = policy.friendly = Treatment::kBody;
  policy.elsewhere = policy.legacy = Treatment::kBody;
}

const Setting kSettings[] = {
    {"own", true, [](BouncePolicy&) {}},
    {"own-text", true, [](BouncePolicy& policy) { policy.html = false; }},
    {"own-replace", true, [](BouncePolicy& policy) { policy.body = BodyMode::kReplace; }},
    {"own-all-text", true,
     [](BouncePolicy& policy) {
       grant_all(policy);
       policy.html = false;
     }},
    {"elsewhere", false, [](BouncePolicy&) {}},
    {"elsewhere-all", false, [](BouncePolicy& policy) { grant_all(policy); }},
    {"elsewhere-all-text", false,
     [](BouncePolicy& policy) {
       grant_all(policy);
       policy.html = false;
     }},
};

// Errors differ in their words, which would make a line each.
std::string counted_reason(const BounceOutcome& outcome) {
  if (outcome.failed_at) return "passed: error at " + std::string(to_string(*outcome.failed_at));
  if (!outcome.passed.empty()) return "passed: " + outcome.passed;
  if (outcome.new_body) return "rewritten";
  if (!outcome.verdict.refusal) return "headers only";
  return "headers only: " + std::string(to_string(*outcome.verdict.refusal));
}

// With CRLF, with LF, and as it is where that is neither.
std::vector<std::string> forms_of(const std::string& original) {
  std::vector<std::string> forms = {with_crlf(original), with_lf(original)};
  if (original != forms[0] && original != forms[1]) forms.push_back(original);
  return forms;
}

std::map<std::string, size_t> last_counts() {
  std::map<std::string, size_t> counts;
  std::ifstream in(source_path(kCountsFile));
  std::string set;
  std::string setting;
  size_t count = 0;
  while (in >> set >> setting >> count) counts[set + " " + setting] = count;
  return counts;
}

class Counter {
 public:
  void run(const MessageSet& set) {
    for (const Setting& setting : kSettings) run(set, setting);
  }
  [[nodiscard]] const std::map<std::string, size_t>& rewritten() const { return rewritten_; }

 private:
  void run(const MessageSet& set, const Setting& setting) {
    BouncePolicy policy = sample_policy();
    setting.change(policy);
    const Limits limits;
    const BounceExplainer explainer(built_in_knowledge(), policy, limits);
    std::map<std::string, size_t> counts;
    for (const std::string& path : set.files) {
      for (const std::string& bytes : forms_of(read_file(path))) {
        const std::string reader = reader_named_in(bytes);
        const RawMessage message =
            raw_message(bytes, setting.own ? own_envelope(reader) : elsewhere_envelope(reader));
        const BounceOutcome outcome = explainer.process(message);
        EXPECT_EQ(findings_in(message, outcome, policy), "")
            << path << " as " << setting.name << ": " << counted_reason(outcome);
        ++counts[counted_reason(outcome)];
      }
    }
    std::cout << set.name << " " << setting.name << ":\n";
    for (const auto& [reason, count] : counts) std::cout << "  " << count << " " << reason << "\n";
    rewritten_[set.name + " " + setting.name] = counts["rewritten"];
  }

  std::map<std::string, size_t> rewritten_;
};

void compare(const Counter& counter) {
  std::map<std::string, size_t> counts = last_counts();
  if (std::getenv("PLAINBOUNCE_UPDATE_GOLDEN") == nullptr) {
    for (const auto& [key, count] : counter.rewritten()) {
      ASSERT_TRUE(counts.count(key) == 1) << key << " is not in " << kCountsFile;
      EXPECT_GE(count, counts[key]) << key << ": fewer are rewritten than the last time";
    }
    return;
  }
  for (const auto& [key, count] : counter.rewritten()) counts[key] = count;
  std::ofstream out(source_path(kCountsFile));
  for (const auto& [key, count] : counts) out << key << " " << count << "\n";
}

TEST(Undo, EveryMessageOfTheProject) {
  const MessageSet set = project_messages();
  ASSERT_FALSE(set.files.empty());
  Counter counter;
  counter.run(set);
  compare(counter);
}

TEST(Undo, EveryMessageOfTheSharedCorpora) {
  const std::vector<MessageSet> sets = shared_messages();
  if (sets.empty()) GTEST_SKIP() << "the shared corpora do not lie beside the project";
  Counter counter;
  for (const MessageSet& set : sets) counter.run(set);
  compare(counter);
}

}  // namespace
}  // namespace plainbounce::testing
