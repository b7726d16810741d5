#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/knowledge/knowledge_base.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

const KnowledgeBase& knowledge() {
  static const auto loaded = load_knowledge("");
  return **loaded;
}

// Every code that has a page, one a line.
std::vector<std::string> code_list() {
  std::istringstream lines(
      testing::read_file(testing::source_path("tests/unit/core/knowledge/code_list.txt")));
  std::vector<std::string> codes;
  for (std::string line; std::getline(lines, line);) codes.push_back(line);
  return codes;
}

TEST(Codes, AreExactlyThoseOfTheList) {
  std::vector<std::string> codes;
  for (const CodeEntry& entry : knowledge().codes()) codes.push_back(entry.code);
  EXPECT_EQ(codes.size(), 336U);
  EXPECT_THAT(codes, UnorderedElementsAreArray(code_list()));
}

TEST(Codes, StandInNoTwoFiles) {
  size_t entries = 0;
  const std::string folder = testing::source_path("core/knowledge/data/codes");
  for (const std::string& path : testing::files_below(folder)) {
    const std::string toml = testing::read_file(path);
    for (size_t at = toml.find("[[code]]"); at != std::string::npos;
         at = toml.find("[[code]]", at + 1)) {
      ++entries;
    }
  }
  EXPECT_EQ(entries, knowledge().codes().size());
}

TEST(Codes, AreInThePagesOrder) {
  std::vector<std::string> codes;
  for (const CodeEntry& entry : knowledge().codes()) codes.push_back(entry.code);
  const auto place = [&codes](const std::string& code) {
    return std::find(codes.begin(), codes.end(), code) - codes.begin();
  };
  const std::vector<std::string> order = {"101",   "421",    "556",    "2.X.X", "5.X.X", "X.0.X",
                                          "X.7.X", "X.0.0",  "4.0.0",  "5.0.0", "X.1.1", "4.1.1",
                                          "5.1.1", "X.1.10", "5.1.10", "X.2.0", "5.7.30"};
  for (size_t i = 1; i < order.size(); ++i) {
    EXPECT_LT(place(order[i - 1]), place(order[i])) << order[i - 1] << " " << order[i];
  }
}

TEST(Codes, HaveTheKindOfTheirClass) {
  for (const CodeEntry& entry : knowledge().codes()) {
    const std::optional<Kind> expected = entry.code[0] == '2'   ? std::optional(Kind::kSuccess)
                                         : entry.code[0] == '4' ? std::optional(Kind::kTemporary)
                                         : entry.code[0] == '5' ? std::optional(Kind::kPermanent)
                                                                : std::nullopt;
    EXPECT_EQ(entry.kind, expected) << entry.code;
    EXPECT_LE(entry.title.size(), 60U) << entry.title;
    EXPECT_NE(entry.title.back(), '.') << entry.title;
    EXPECT_TRUE(entry.kind != Kind::kSuccess || entry.actor == Party::kNobody) << entry.code;
  }
}

TEST(Codes, CausesAreWhatAPostmasterExpects) {
  struct Case {
    const char* code;
    const char* cause;
    Party actor;
    Confidence confidence;
  };
  const Case cases[] = {
      {"5.1.1", "address-unknown", Party::kSender, Confidence::kCertain},
      {"5.1.2", "domain-not-found", Party::kSender, Confidence::kCertain},
      {"5.2.2", "mailbox-full", Party::kRecipient, Confidence::kCertain},
      {"5.3.4", "message-too-large", Party::kSender, Confidence::kCertain},
      {"4.3.1", "system-storage-full", Party::kNobody, Confidence::kCertain},
      {"5.4.4", "domain-not-found", Party::kSender, Confidence::kCertain},
      {"4.4.1", "unreachable", Party::kNobody, Confidence::kCertain},
      {"5.4.6", "mail-loop", Party::kRecipientAdmin, Confidence::kCertain},
      {"5.7.1", "policy-refusal", Party::kSenderAdmin, Confidence::kUnsure},
      {"5.7.26", "authentication-failed", Party::kSenderAdmin, Confidence::kCertain},
      {"5.0.0", "unclear", Party::kSender, Confidence::kUnsure},
      {"2.1.9", "relayed", Party::kNobody, Confidence::kCertain},
      {"550", "address-unknown", Party::kSender, Confidence::kUnsure},
  };
  for (const Case& c : cases) {
    const CodeEntry* entry = knowledge().find_code(c.code);
    ASSERT_NE(entry, nullptr) << c.code;
    EXPECT_EQ(entry->cause, c.cause) << c.code;
    EXPECT_EQ(entry->actor, c.actor) << c.code;
    EXPECT_EQ(entry->confidence, c.confidence) << c.code;
  }
}

TEST(Codes, AreFoundInEverySpelling) {
  struct Case {
    const char* code;
    const char* found;   // by find_code; "" none
    const char* parent;  // by find_code_or_parent; "" none
  };
  const Case cases[] = {
      {"5.2.2", "5.2.2", "5.2.2"},
      {"452", "452", "452"},
      {"x.2.2", "X.2.2", "X.2.2"},
      {"X.2.x", "X.2.X", "X.2.X"},
      {"5.x.x", "5.X.X", "5.X.X"},
      {" 5.2.2 ", "5.2.2", "5.2.2"},
      {"4.3.X", "", "X.3.X"},
      {"4.2.3", "4.2.3", "4.2.3"},
      {"2.2.2", "", "X.2.2"},
      {"5.7.999", "", "X.7.X"},
      {"5.9.1", "", "5.X.X"},
      {"X.9.1", "", ""},
      {"599", "", ""},
      {"5.2", "", ""},
      {"5.02.2", "", ""},
      {"3.2.2", "", ""},
      {"", "", ""},
      {"5.2.2222", "", ""},
  };
  for (const Case& c : cases) {
    const CodeEntry* found = knowledge().find_code(c.code);
    EXPECT_EQ(found == nullptr ? "" : found->code, c.found) << c.code;
    const CodeEntry* parent = knowledge().find_code_or_parent(c.code);
    EXPECT_EQ(parent == nullptr ? "" : parent->code, c.parent) << c.code;
  }
}

TEST(Codes, NearestOnesLookLikeIt) {
  EXPECT_THAT(knowledge().nearest_codes("5.2.22", 3), ElementsAre("5.2.2", "5.7.22", "5.2.0"));
  EXPECT_THAT(knowledge().nearest_codes("545", 2), ElementsAre("540", "541"));
  EXPECT_THAT(knowledge().nearest_codes("5.2.2", 0), IsEmpty());
  EXPECT_EQ(knowledge().nearest_codes(std::string(100000, '5'), 2).size(), 2U);
}

}  // namespace
}  // namespace plainbounce
