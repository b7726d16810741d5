#include "core/knowledge/entry_reader.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/ascii.h"
#include "core/knowledge/cause_ids.h"
#include "core/knowledge/code_name.h"

namespace plainbounce {
namespace {

using Words = std::vector<std::string_view>;

const Words& kind_words() {
  static const Words words = {"temporary", "permanent", "success"};
  return words;
}
const Words& party_words() {
  static const Words words = {"sender", "sender-admin", "recipient", "recipient-admin", "nobody"};
  return words;
}
const Words& all_confidence_words() {
  static const Words words = {"certain", "likely", "unsure"};
  return words;
}
const Words& confidence_words() {
  static const Words words = {"certain", "likely"};
  return words;
}
const Words& origin_words() {
  static const Words words = {"standard", "extension", "de-facto", "folk",
                              "family",   "subject",   "class"};
  return words;
}
const Words& class_words() {
  static const Words words = {
      "Reply code",          "Class",    "Undefined", "Addressing",        "Mailbox", "Mail system",
      "Network and routing", "Protocol", "Content",   "Security or policy"};
  return words;
}
const Words& scope_words() {
  static const Words words = {"token", "text", "host", "software", "dnsbl", "generic"};
  return words;
}
const Words& origin_confidence_words() {
  static const Words words = {"documented", "reported", "sample", "recalled"};
  return words;
}

std::optional<Confidence> parse_rule_confidence(std::string_view word) {
  if (word == "unsure") return std::nullopt;
  return parse_confidence(word);
}

std::string one_of(TableReader& table, std::string_view key, const Words& words,
                   std::string_view fallback) {
  std::string word = table.string_or(key, fallback);
  if (table.has(key) && std::find(words.begin(), words.end(), word) == words.end()) {
    table.report_at_key(key, unknown_word_text(key, word, words));
  }
  return word;
}

std::string cause_of(TableReader& table) {
  std::string cause = table.required_string("cause");
  if (!cause.empty() && !is_cause_id(cause)) {
    table.report_at_key(
        "cause", unknown_word_text("cause", cause, Words(kCauseIds.begin(), kCauseIds.end())));
  }
  return cause;
}

std::string code_of(TableReader& table) {
  std::string written = table.required_string("code");
  const std::optional<std::string> code = canonical_code(written);
  if (code) return *code;
  if (!written.empty()) {
    table.report_at_key("code", "\"" + written +
                                    "\" is no code (\"452\", \"5.2.2\", \"X.2.2\", \"X.2.X\", "
                                    "\"5.X.X\")");
  }
  return written;
}

// Sub-tables share the file and the findings of their parent.
template <class Read>
void each_table(TableReader& parent, std::string_view key, const Read& read) {
  for (const TomlValue* value : parent.tables(key)) {
    TableReader table = parent.sub_reader(*value);
    read(table);
    table.finish();
  }
}

PageText read_page(TableReader& table) {
  PageText page;
  page.answer = table.string_or("answer", "");
  page.server_text = table.string_or("server_text", "");
  page.meaning = table.string_or("meaning", "");
  page.class_text = table.string_or("class_text", "");
  page.causes = table.strings("causes");
  each_table(table, "fix", [&page](TableReader& step) {
    FixStep& fix = page.fix.emplace_back();
    step.word<Party>("who", parse_party, party_words());
    fix.who = step.required_string("who");
    fix.text = step.required_string("text");
  });
  each_table(table, "related", [&page](TableReader& entry) {
    RelatedCode& related = page.related.emplace_back();
    related.code = entry.required_string("code");
    related.why = entry.required_string("why");
  });
  for (const TomlValue* value : table.strings_and_tables("sources")) {
    if (value->type == TomlValue::Type::kString) {
      page.sources.emplace_back().reference = value->text;
      continue;
    }
    TableReader entry = table.sub_reader(*value);
    page.sources.push_back(read_source(entry));
    entry.finish();
  }
  return page;
}

// "500-699"
bool is_detail_range(std::string_view text) {
  const size_t dash = text.find('-');
  if (dash == std::string_view::npos) return false;
  const std::string low = "X.0." + std::string(text.substr(0, dash));
  const std::string high = "X.0." + std::string(text.substr(dash + 1));
  return canonical_code(low) && canonical_code(high) && is_digit(low.back()) &&
         is_digit(high.back());
}

void check_rule(TableReader& table, const Rule& rule) {
  for (const int code : rule.reply_codes) {
    if (code < 200 || code > 599) {
      table.report_at_key("reply_codes",
                          "reply code " + std::to_string(code) + " is not between 200 and 599");
    }
  }
  for (const std::string& pattern : rule.enhanced) {
    if (!is_enhanced_pattern(pattern)) {
      table.report_at_key("enhanced", "\"" + pattern +
                                          "\" is no enhanced code, family or range "
                                          "(\"5.2.2\", \"X.2.2\", \"5.7.X\", \"5.7.500-699\")");
    }
  }
  for (const auto& sequence : rule.phrases) {
    for (const std::string& phrase : sequence) {
      if (normalized_phrase(phrase).empty()) {
        table.report_at_key("phrases", "a phrase must not be empty");
      }
    }
  }
  if (rule.reply_codes.empty() && rule.enhanced.empty() && rule.hosts.empty() &&
      rule.diagnostic_types.empty() && rule.phrases.empty()) {
    table.report(
        "a rule needs a condition: reply_codes, enhanced, hosts, diagnostic_types or phrases");
  }
  if (!rule.provider.empty() && rule.id.rfind(rule.provider + "/", 0) != 0) {
    table.report_at_key("id", "\"" + rule.id + "\" must begin with \"" + rule.provider + "/\"");
  }
  if (rule.priority < 0 || rule.priority > 99) {
    table.report_at_key("priority", "\"priority\" must be between 0 and 99");
  }
}

std::vector<std::string> in_lower_case(std::vector<std::string> texts) {
  for (std::string& text : texts) text = to_lower(text);
  return texts;
}

}  // namespace

bool is_cause_id(std::string_view id) {
  return std::find(kCauseIds.begin(), kCauseIds.end(), id) != kCauseIds.end();
}

bool is_enhanced_pattern(std::string_view pattern) {
  const size_t last_dot = pattern.rfind('.');
  if (last_dot == std::string_view::npos) return false;
  const std::string_view detail = pattern.substr(last_dot + 1);
  if (detail.find('-') == std::string_view::npos) {
    const std::optional<std::string> code = canonical_code(pattern);
    return code && code->size() > 3;
  }
  return is_detail_range(detail) &&
         canonical_code(std::string(pattern.substr(0, last_dot + 1)) + "0").has_value();
}

std::string normalized_phrase(std::string_view phrase) {
  std::string out;
  for (const char c : trim(phrase)) {
    if (is_space(c)) {
      if (out.back() != ' ') out += ' ';
    } else {
      out += to_lower(c);
    }
  }
  return out;
}

PageEntry read_page_entry(TableReader& table) {
  PageEntry entry;
  entry.code = code_of(table);
  entry.page = read_page(table);
  return entry;
}

Source read_source(TableReader& table) {
  Source source;
  source.name = table.required_string("name");
  source.url = table.string_or("url", "");
  source.checked = table.string_or("checked", "");
  return source;
}

CodeEntry read_code(TableReader& table) {
  CodeEntry entry;
  entry.code = code_of(table);
  entry.title = table.required_string("title");
  entry.kind = table.word<Kind>("kind", parse_kind, kind_words());
  const char class_digit = entry.code.empty() ? 'X' : entry.code[0];
  const bool has_class = class_digit == '2' || class_digit == '4' || class_digit == '5';
  if (has_class && !table.has("kind")) table.report("\"kind\" is missing");
  if (!has_class && table.has("kind")) {
    table.report_at_key("kind", "\"kind\" depends on the class and must be left out here");
  }
  table.required_string("class");
  entry.class_name = one_of(table, "class", class_words(), "");
  table.required_string("actor");
  entry.actor = table.word<Party>("actor", parse_party, party_words()).value_or(Party::kNobody);
  entry.cause = cause_of(table);
  entry.confidence = table.word<Confidence>("confidence", parse_confidence, all_confidence_words())
                         .value_or(Confidence::kCertain);
  table.required_string("origin");
  entry.origin = one_of(table, "origin", origin_words(), "");
  entry.class_allowed = table.boolean_or("class_allowed", true);
  entry.page = read_page(table);
  return entry;
}

CauseEntry read_cause(TableReader& table, const std::string& id) {
  CauseEntry entry;
  entry.id = id;
  if (!is_cause_id(id)) {
    table.report(unknown_word_text("cause", id, Words(kCauseIds.begin(), kCauseIds.end())));
  }
  table.required_string("kind");
  entry.kind = table.word<Kind>("kind", parse_kind, kind_words()).value_or(Kind::kPermanent);
  table.required_string("actor");
  entry.actor = table.word<Party>("actor", parse_party, party_words()).value_or(Party::kSender);
  entry.actor_retrying = table.word<Party>("actor_retrying", parse_party, party_words());
  return entry;
}

Provider read_provider(TableReader& table) {
  Provider provider;
  provider.id = table.required_string("id");
  provider.name = table.required_string("name");
  provider.url = table.string_or("url", "");
  provider.hosts = in_lower_case(table.strings("hosts"));
  return provider;
}

Rule read_rule(TableReader& table) {
  Rule rule;
  rule.id = table.required_string("id");
  rule.provider = table.required_string("provider");
  rule.code = table.string_or("code", "");
  rule.reply_codes = table.integers("reply_codes");
  rule.enhanced = table.strings("enhanced");
  rule.hosts = in_lower_case(table.strings("hosts"));
  rule.diagnostic_types = in_lower_case(table.strings("diagnostic_types"));
  rule.phrases = table.string_lists("phrases");
  rule.max_gap = static_cast<size_t>(std::max(0, table.integer_or("max_gap", 0)));
  rule.priority = table.integer_or("priority", 5);
  rule.scope = one_of(table, "scope", scope_words(), "text");
  rule.cause = cause_of(table);
  rule.kind = table.word<Kind>("kind", parse_kind, kind_words());
  rule.actor = table.word<Party>("actor", parse_party, party_words());
  rule.confidence = table.word<Confidence>("confidence", parse_rule_confidence, confidence_words())
                        .value_or(Confidence::kCertain);
  rule.origin_confidence = one_of(table, "origin_confidence", origin_confidence_words(), "");
  rule.title = table.required_string("title");
  rule.examples = table.strings("examples");
  rule.page = PackedPage(read_page(table));
  check_rule(table, rule);
  return rule;
}

}  // namespace plainbounce
