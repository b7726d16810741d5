// An overlay of the knowledge: findings name their line, and what loads can be looked up and
// matched. The overlay is read alone first; only one without findings of its own is loaded over
// causes and English texts, which takes long.
#include <algorithm>
#include <array>

#include "core/base/ascii.h"
#include "core/knowledge/cause_ids.h"
#include "core/knowledge/knowledge_loader.h"
#include "core/smtp/smtp_reply.h"
#include "tests/fuzz/target.h"
#include "tests/support/files.h"

namespace plainbounce::fuzz {

namespace {

constexpr const char* kFile = "overlay.toml";

// Causes and texts of the program.
const std::vector<KnowledgeSource>& base() {
  static const std::vector<KnowledgeSource> sources = [] {
    std::vector<KnowledgeSource> wanted;
    for (const std::string name : {"data/causes.toml", "text/en.toml"}) {
      wanted.push_back({name, testing::read_file(testing::source_path("core/knowledge/" + name))});
    }
    demand(KnowledgeBase::load(wanted).has_value(), "causes and texts alone do not load");
    return wanted;
  }();
  return sources;
}

// True when the overlay itself is at fault.
bool check_findings(const std::vector<Error>& findings, size_t lines) {
  bool of_overlay = false;
  for (const Error& finding : findings) {
    demand(!finding.message.empty(), "a finding without words");
    demand(is_utf8(finding.message), "a finding that is no UTF-8");
    if (finding.file != kFile) continue;
    demand(finding.line <= lines, "a finding behind the end");
    of_overlay = of_overlay || finding.line > 0;
  }
  return of_overlay;
}

void check_matching(const KnowledgeBase& knowledge) {
  for (const Rule& rule : knowledge.rules()) {
    for (const std::string& example : rule.examples) {
      const SmtpReply reply = parse_smtp_reply(example);
      const MatchInput match = {&reply, reply.host, "smtp"};
      for (const RuleMatch& found : knowledge.matcher().match(match).best_first) {
        demand(found.rule != nullptr && knowledge.find_provider(found.rule->provider) != nullptr,
               "a match of no provider");
      }
    }
  }
}

void check_lookup(const KnowledgeBase& knowledge) {
  for (const CodeEntry& entry : knowledge.codes()) {
    demand(knowledge.find_code(entry.code) == &entry, "a code that is not found: " + entry.code);
    demand(knowledge.find_code_or_parent(entry.code) == &entry, "a parent instead of the code");
    demand(knowledge.find_cause(entry.cause) != nullptr, "a code without a cause");
    const PageText* page = knowledge.find_page(entry.code);
    if (page == nullptr) continue;
    for (const Source& source : page->sources)
      demand(!source.name.empty(), "a source without name");
  }
  for (const Rule& rule : knowledge.rules()) {
    demand(knowledge.find_cause(rule.cause) != nullptr, "a rule without a cause");
    demand(rule.id.starts_with(rule.provider + "/"), "a rule of another provider");
  }
  for (const std::string& language : knowledge.languages()) {
    const LanguageTexts* texts = knowledge.texts(language);
    demand(texts != nullptr, "a language without texts");
    for (const std::string_view cause : kCauseIds) {
      demand(texts->causes.count(cause) == 1, "a cause without texts");
    }
  }
}

void run(std::string_view input) {
  const size_t lines = static_cast<size_t>(std::count(input.begin(), input.end(), '\n')) + 1;
  const KnowledgeSource overlay = {kFile, std::string(input)};
  KnowledgeLoader alone;
  alone.read(overlay);
  const auto findings = alone.finish();
  demand(!findings.has_value(), "an overlay with all causes");
  // An overlay of English texts alone lacks what the base has; that shows as findings in it.
  const bool texts = input.find("language") != std::string_view::npos;
  if (check_findings(findings.error(), lines) && !texts) return;
  std::vector<KnowledgeSource> sources = base();
  sources.push_back(overlay);
  const auto loaded = KnowledgeBase::load(sources);
  if (!loaded) {
    check_findings(loaded.error(), lines);
    return;
  }
  check_lookup(**loaded);
  check_matching(**loaded);
}

std::vector<Seed> seeds() {
  const std::string provider =
      "[[provider]]\nid = \"far\"\nname = \"Far\"\nhosts = [\"far.example\"]\n";
  const std::string rule =
      "[[rule]]\nid = \"far/left\"\nprovider = \"far\"\ncause = \"mailbox-moved\"\n"
      "title = \"Left\"\nphrases = [[\"has left\"], [\"left on\", \"no successor\"]]\n"
      "examples = [\"550 5.7.1 She has left\"]\n";
  return {
      {"empty", ""},
      {"provider-and-rule", provider + rule},
      {"rule-of-codes", provider + "[[rule]]\nid = \"far/x\"\nprovider = \"far\"\n"
                                   "cause = \"unclear\"\ntitle = \"X\"\nreply_codes = [450, 550]\n"
                                   "enhanced = [\"5.2.2\", \"X.2.2\", \"5.7.500-699\"]\n"
                                   "hosts = [\"far.example\"]\nmax_gap = 4\npriority = 9\n"
                                   "scope = \"host\"\nconfidence = \"likely\"\n"},
      {"code",
       "[[code]]\ncode = \"5.9.9\"\ntitle = \"Far\"\nkind = \"permanent\"\n"
       "class = \"Undefined\"\nactor = \"sender\"\ncause = \"unclear\"\n"
       "origin = \"folk\"\nfix = [{who = \"sender\", text = \"x\"}]\n"
       "related = [{code = \"5.9.9\", why = \"y\"}]\n"},
      {"page-and-source",
       "[[code]]\ncode = \"5.9.9\"\ntitle = \"Far\"\nkind = \"permanent\"\n"
       "class = \"Undefined\"\nactor = \"sender\"\ncause = \"unclear\"\norigin = \"folk\"\n"
       "[[page]]\ncode = \"5.9.9\"\nanswer = \"Far away.\"\nsources = [\"here 3.3\"]\n"
       "[source.here]\nname = \"Here\"\nurl = \"https://far.example/\"\n"},
      {"cause", "[cause.mailbox-full]\nkind = \"temporary\"\nactor = \"recipient\"\n"},
      {"english-sentence", "[language]\nid = \"en\"\n[cause.mailbox-full]\ntitle = \"Full\"\n"},
      {"other-language", "[language]\nid = \"de\"\nname = \"Deutsch\"\n[frame]\nx = \"{y}\"\n"},
      {"unknown-words", provider + "[[rule]]\nid = \"fra/x\"\nprovider = \"fra\"\ncaus = 1\n"},
      {"twice", provider + provider},
      {"broken-toml", "[[rule]\nid = \n"},
      {"nested-too-deep", "x = " + std::string(300, '[')},
      {"other-kinds-of-values",
       "a = 1979-05-27T07:32:00Z\nb = 0x1F\nc = nan\nd = '''x'''\n"
       "e = {f = [1, [2]], \"g h\" = true}\n"},
  };
}

std::vector<std::string> words() {
  std::vector<std::string> words = {"[[rule]]\n",
                                    "[[provider]]\n",
                                    "[[code]]\n",
                                    "[[page]]\n",
                                    "[source.",
                                    "answer = ",
                                    "[language]\n",
                                    "[frame]\n",
                                    "[cause.",
                                    "]\n",
                                    " = ",
                                    "\"",
                                    "[[\"",
                                    "\"]]\n",
                                    "id = ",
                                    "provider = ",
                                    "name = ",
                                    "cause = ",
                                    "title = ",
                                    "phrases = ",
                                    "hosts = ",
                                    "enhanced = ",
                                    "reply_codes = ",
                                    "priority = ",
                                    "scope = ",
                                    "max_gap = ",
                                    "kind = ",
                                    "actor = ",
                                    "examples = ",
                                    "code = ",
                                    "class = ",
                                    "origin = ",
                                    "related = ",
                                    "sources = ",
                                    "fix = ",
                                    "confidence = ",
                                    "'''",
                                    "\"\"\"",
                                    "\\u00E4",
                                    "\\U0001F600",
                                    "1979-05-27",
                                    "0x",
                                    "inf",
                                    "{",
                                    "}"};
  for (const std::string_view cause : kCauseIds) words.emplace_back(cause);
  return words;
}

}  // namespace

const Target kKnowledgeTarget = {"knowledge", 2048, run, seeds, words};

}  // namespace plainbounce::fuzz
