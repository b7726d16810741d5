#include "core/knowledge/knowledge_loader.h"

#include <algorithm>
#include <utility>

#include "core/knowledge/cause_ids.h"
#include "core/knowledge/code_name.h"
#include "core/knowledge/entry_reader.h"
#include "core/knowledge/knowledge_packing.h"

namespace plainbounce {

KnowledgeLoader::KnowledgeLoader() : base_(new KnowledgeBase()) {}

KnowledgeLoader::KnowledgeLoader(std::string_view packed) : KnowledgeLoader() {
  KnowledgePacking::unpack(packed, *base_, texts_);
  is_checked_ = true;
}

template <class Read>
void KnowledgeLoader::read_document(const KnowledgeSource& source, const Read& read) {
  is_checked_ = false;
  const Result<TomlValue> parsed = parse_toml(source.name, source.toml);
  if (!parsed) {
    findings_.push_back(parsed.error());
    return;
  }
  ids_in_source_.clear();
  TableReader document(*parsed, source.name, findings_);
  read(document);
  document.finish();
}

void KnowledgeLoader::read(const KnowledgeSource& source) {
  read_document(source, [this](TableReader& document) {
    if (document.has("language")) {
      texts_.read(document);
    } else {
      read_entries(document);
    }
  });
}

void KnowledgeLoader::read_pages(const KnowledgeSource& source) {
  read_document(source, [this](TableReader& document) {
    read_page_list(document);
    read_page_frame(document);
  });
}

void KnowledgeLoader::read_page_list(TableReader& document) {
  for (const TomlValue* value : document.tables("page")) {
    TableReader table = document.sub_reader(*value);
    add_page(table);
    table.finish();
  }
}

void KnowledgeLoader::read_page_frame(TableReader& document) {
  const TomlValue* frame = document.table("page_frame");
  if (frame == nullptr) return;
  TableReader table = document.sub_reader(*frame);
  for (const TomlMember& member : frame->members) {
    base_->page_sentences_[member.key] = table.required_string(member.key);
  }
}

void KnowledgeLoader::read_entries(TableReader& document) {
  for (const TomlValue* value : document.tables("code")) {
    TableReader table = document.sub_reader(*value);
    add_code(table);
    table.finish();
  }
  read_page_list(document);
  for (const TomlValue* value : document.tables("provider")) {
    TableReader table = document.sub_reader(*value);
    add_provider(table);
    table.finish();
  }
  for (const TomlValue* value : document.tables("rule")) {
    TableReader table = document.sub_reader(*value);
    add_rule(table);
    table.finish();
  }
  add_causes(document);
  add_sources(document);
}

bool KnowledgeLoader::first_in_source(TableReader& table, const std::string& kind,
                                      const std::string& id) {
  if (id.empty()) return false;
  const auto [place, added] = ids_in_source_.try_emplace(kind + " " + id, table.place());
  if (!added) {
    table.report(kind + " \"" + id + "\" is here twice, first in line " +
                 std::to_string(place->second.line));
  }
  return added;
}

void KnowledgeLoader::add_code(TableReader& table) {
  CodeEntry entry = read_code(table);
  if (!first_in_source(table, "code", entry.code)) return;
  remember_references(entry.page, table.place());
  const auto [index, added] = base_->code_index_.try_emplace(entry.code, base_->codes_.size());
  if (added) {
    base_->codes_.push_back(std::move(entry));
  } else {
    base_->codes_[index->second] = std::move(entry);
  }
}

void KnowledgeLoader::add_page(TableReader& table) {
  PageEntry entry = read_page_entry(table);
  if (!first_in_source(table, "page", entry.code)) return;
  remember_references(entry.page, table.place());
  paged_.push_back({entry.code, table.place()});
  base_->pages_.insert_or_assign(std::move(entry.code), std::move(entry.page));
}

void KnowledgeLoader::remember_references(const PageText& page, const Place& place) {
  for (const RelatedCode& related : page.related) related_.push_back({related.code, place});
  for (const Source& source : page.sources) {
    if (!source.reference.empty()) cited_.push_back({source.reference, place});
  }
}

void KnowledgeLoader::add_sources(TableReader& document) {
  const TomlValue* sources = document.table("source");
  if (sources == nullptr) return;
  for (const TomlMember& member : sources->members) {
    TableReader table = document.sub_reader(member.value);
    base_->sources_.insert_or_assign(member.key, read_source(table));
    table.finish();
  }
}

void KnowledgeLoader::add_provider(TableReader& table) {
  Provider provider = read_provider(table);
  if (!first_in_source(table, "provider", provider.id)) return;
  std::string id = provider.id;
  base_->providers_.insert_or_assign(std::move(id), std::move(provider));
}

void KnowledgeLoader::add_rule(TableReader& table) {
  Rule rule = read_rule(table);
  if (!first_in_source(table, "rule", rule.id)) return;
  remember_references(rule.page.unpack(), table.place());
  rule_places_[rule.id] = table.place();
  if (rule_index_.empty()) {
    for (size_t i = 0; i < base_->rules_.size(); ++i) rule_index_[base_->rules_[i].id] = i;
  }
  const auto [index, added] = rule_index_.try_emplace(rule.id, base_->rules_.size());
  if (added) {
    base_->rules_.push_back(std::move(rule));
  } else {
    base_->rules_[index->second] = std::move(rule);
  }
}

void KnowledgeLoader::add_causes(TableReader& document) {
  const TomlValue* causes = document.table("cause");
  if (causes == nullptr) return;
  for (const TomlMember& member : causes->members) {
    TableReader table = document.sub_reader(member.value);
    CauseEntry entry = read_cause(table, member.key);
    table.finish();
    base_->causes_.insert_or_assign(member.key, std::move(entry));
  }
}

void KnowledgeLoader::check_references() {
  for (const auto& [code, place] : paged_) {
    if (base_->code_index_.count(code) == 0) {
      findings_.push_back(Error{"there is no code \"" + code + "\" that this page could belong to",
                                place.file, place.line});
    }
  }
  for (const auto& [code, place] : related_) {
    const std::optional<std::string> name = canonical_code(code);
    if (!name || base_->code_index_.count(*name) == 0) {
      findings_.push_back(
          Error{"related code \"" + code + "\" does not exist", place.file, place.line});
    }
  }
  for (const auto& [reference, place] : cited_) {
    Source source;
    source.reference = reference;
    if (base_->resolve(source)) continue;
    findings_.push_back(
        Error{"source \"" + reference + "\" is not among [source]", place.file, place.line});
  }
  check_provider_of_rules();
  for (const std::string_view id : kCauseIds) {
    if (base_->causes_.count(id) == 0) {
      findings_.push_back(Error{"there is no [cause." + std::string(id) + "]", {}, 0});
    }
  }
}

void KnowledgeLoader::check_provider_of_rules() {
  std::vector<std::string_view> provider_ids;
  for (const auto& [id, provider] : base_->providers_) provider_ids.push_back(id);
  for (const Rule& rule : base_->rules_) {
    if (rule.provider.empty() || base_->providers_.count(rule.provider) != 0) continue;
    const Place& place = rule_places_[rule.id];
    findings_.push_back(
        Error{unknown_word_text("provider", rule.provider, provider_ids), place.file, place.line});
  }
}

void KnowledgeLoader::resolve_sources() {
  const auto resolve_in = [this](PageText& page) {
    for (Source& source : page.sources) (void)base_->resolve(source);
  };
  for (CodeEntry& entry : base_->codes_) resolve_in(entry.page);
  for (auto& [code, page] : base_->pages_) resolve_in(page);
}

void KnowledgeLoader::sort_codes() {
  std::stable_sort(
      base_->codes_.begin(), base_->codes_.end(),
      [](const CodeEntry& a, const CodeEntry& b) { return comes_before(a.code, b.code); });
  for (size_t i = 0; i < base_->codes_.size(); ++i) base_->code_index_[base_->codes_[i].code] = i;
}

bool KnowledgeLoader::is_sound() {
  if (is_checked_) return true;
  check_references();
  texts_.check(findings_);
  if (!findings_.empty()) return false;
  sort_codes();
  return true;
}

tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> KnowledgeLoader::finish() {
  if (!is_sound()) return tl::unexpected(std::move(findings_));
  resolve_sources();
  base_->texts_ = texts_.take();
  base_->matcher_ = std::make_unique<RuleMatcher>(base_->rules_, base_->providers_);
  return std::shared_ptr<const KnowledgeBase>(std::move(base_));
}

// An overlay's page may replace another's; of those that are built in, nobody would see it.
void KnowledgeLoader::check_pages_are_there_once() {
  std::set<std::string_view> seen;
  for (const auto& [code, place] : paged_) {
    if (seen.insert(code).second) continue;
    findings_.push_back(Error{"page \"" + code + "\" is here twice", place.file, place.line});
  }
}

tl::expected<std::string, std::vector<Error>> KnowledgeLoader::pack() {
  check_pages_are_there_once();
  if (!is_sound()) return tl::unexpected(std::move(findings_));
  return KnowledgePacking::pack(*base_, texts_);
}

}  // namespace plainbounce
