#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {
namespace {

struct Case {
  const char* label;
  const char* toml;
  std::vector<std::string> findings;
};

std::vector<std::string> findings_of(const std::string& toml) {
  const auto loaded = load_knowledge_with({{"own.toml", toml}});
  std::vector<std::string> texts;
  if (loaded) return texts;
  for (const Error& finding : loaded.error()) texts.push_back(to_string(finding));
  return texts;
}

class LoaderFindings : public ::testing::TestWithParam<Case> {};

TEST_P(LoaderFindings, NameTheLineAndWhatIsWrong) {
  EXPECT_EQ(findings_of(GetParam().toml), GetParam().findings);
}

const Case kCases[] = {
    {"empty", "", {}},
    {"syntax",
     "a = 1\nb = \n",
     {"own.toml:2: Error while parsing key-value pair: expected value, "
      "saw '\\n'"}},
    {"letter_that_is_no_bare_key",
     "a = 1\né = 2\n",
     {"own.toml:2: Error while parsing root table: expected keys, tables, whitespace or comments, "
      "saw 'é'"}},
    {"unknown_table",
     "[[codes]]\ncode = \"5.2.2\"\n",
     {"own.toml:1: unknown key \"codes\"; did you mean \"code\"?"}},
    {"unknown_key_in_code",
     R"([[code]]
code = "5.2.9"
title = "A title"
kind = "permanent"
class = "Mailbox"
actor = "recipient"
cause = "mailbox-full"
origin = "standard"
titel = "x"
)",
     {"own.toml:9: unknown key \"titel\"; did you mean \"title\"?"}},
    {"unknown_key_that_is_near_none",
     R"([[code]]
code = "5.2.9"
title = "A title"
kind = "permanent"
class = "Mailbox"
actor = "recipient"
cause = "mailbox-full"
origin = "standard"
zzzzzzzz = "x"
)",
     {"own.toml:9: unknown key \"zzzzzzzz\"; known: code, title, kind, class, actor, cause, "
      "confidence, origin, class_allowed, answer, server_text, meaning, class_text, causes, fix, "
      "related, sources"}},
    {"words_of_a_code",
     R"([[code]]
code = "5.2"
title = "A title"
kind = "permament"
class = "Mail box"
actor = "postmaster"
cause = "mailbox-ful"
origin = "standard"
)",
     {"own.toml:2: \"5.2\" is no code (\"452\", \"5.2.2\", \"X.2.2\", \"X.2.X\", \"5.X.X\")",
      "own.toml:4: unknown kind \"permament\"; did you mean \"permanent\"?",
      "own.toml:5: unknown class \"Mail box\"; did you mean \"Mailbox\"?",
      "own.toml:6: unknown actor \"postmaster\"; known: sender, sender-admin, recipient, "
      "recipient-admin, nobody",
      "own.toml:7: unknown cause \"mailbox-ful\"; did you mean \"mailbox-full\"?"}},
    {"missing_fields",
     "[[code]]\ncode = \"5.2.9\"\n",
     {"own.toml:1: \"title\" is missing", "own.toml:1: \"kind\" is missing",
      "own.toml:1: \"class\" is missing", "own.toml:1: \"actor\" is missing",
      "own.toml:1: \"cause\" is missing", "own.toml:1: \"origin\" is missing"}},
    {"kind_of_a_family",
     R"([[code]]
code = "X.2.9"
title = "A title"
kind = "permanent"
class = "Mailbox"
actor = "recipient"
cause = "mailbox-full"
origin = "family"
)",
     {"own.toml:4: \"kind\" depends on the class and must be left out here"}},
    {"twice_in_one_source",
     R"([[provider]]
id = "far"
name = "Far"
[[provider]]
id = "far"
name = "Far again"
)",
     {"own.toml:4: provider \"far\" is here twice, first in line 1"}},
    {"related_code",
     R"([[code]]
code = "5.2.9"
title = "A title"
kind = "permanent"
class = "Mailbox"
actor = "recipient"
cause = "mailbox-full"
origin = "standard"
related = [{code = "5.2.99", why = "near"}]
)",
     {"own.toml:1: related code \"5.2.99\" does not exist"}},
    {"rule",
     R"([[provider]]
id = "far"
name = "Far"

[[rule]]
id = "full"
provider = "fra"
reply_codes = [999]
enhanced = ["5.2.2", "5.2", "5.7.500-699", "5.7.9-x"]
phrases = [["quota", " "], "full"]
priority = 100
scope = "exact"
cause = "mailbox-full"
confidence = "unsure"
title = "Full"
)",
     {"own.toml:10: \"phrases\" must hold lists of strings",
      "own.toml:12: unknown scope \"exact\"; known: token, text, host, software, dnsbl, generic",
      "own.toml:14: unknown confidence \"unsure\"; known: certain, likely",
      "own.toml:8: reply code 999 is not between 200 and 599",
      "own.toml:9: \"5.2\" is no enhanced code, family or range (\"5.2.2\", \"X.2.2\", \"5.7.X\", "
      "\"5.7.500-699\")",
      "own.toml:9: \"5.7.9-x\" is no enhanced code, family or range (\"5.2.2\", \"X.2.2\", "
      "\"5.7.X\", \"5.7.500-699\")",
      "own.toml:10: a phrase must not be empty", "own.toml:6: \"full\" must begin with \"fra/\"",
      "own.toml:11: \"priority\" must be between 0 and 99",
      "own.toml:5: unknown provider \"fra\"; did you mean \"far\"?"}},
    {"rule_without_condition",
     R"([[provider]]
id = "far"
name = "Far"
[[rule]]
id = "far/any"
provider = "far"
cause = "unclear"
title = "Any"
)",
     {"own.toml:4: a rule needs a condition: reply_codes, enhanced, hosts, diagnostic_types or "
      "phrases"}},
    {"types",
     R"([[provider]]
id = 7
name = "Far"
hosts = "far.example"
)",
     {"own.toml:2: \"id\" must be a string", "own.toml:4: \"hosts\" must be a list of strings"}},
    {"cause",
     "[cause.mailbox-ful]\nkind = \"permanent\"\nactor = \"sender\"\n",
     {"own.toml:1: unknown cause \"mailbox-ful\"; did you mean \"mailbox-full\"?"}},
    {"texts_of_an_unknown_cause",
     R"([language]
id = "en"
name = "English"
[cause.mailbox-fool]
title = "Full"
)",
     {"own.toml:4: unknown cause \"mailbox-fool\"; did you mean \"mailbox-full\"?"}},
    {"line_is_ascii",
     "[language]\nid = \"en\"\nname = \"English\"\n[cause.mailbox-full]\nline = "
     "\"Voll\\u00e9.\"\nlines = \"a\"\n",
     {"own.toml:5: \"line\" must be ASCII",
      "own.toml:6: unknown key \"lines\"; did you mean \"line\"?"}},
};

INSTANTIATE_TEST_SUITE_P(All, LoaderFindings, ::testing::ValuesIn(kCases),
                         [](const auto& case_info) { return std::string(case_info.param.label); });

}  // namespace
}  // namespace plainbounce
