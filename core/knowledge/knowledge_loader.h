#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/knowledge/knowledge_base.h"
#include "core/knowledge/table_reader.h"
#include "core/knowledge/texts_reader.h"

namespace plainbounce {

// Puts a KnowledgeBase together out of sources: read() each in order, then finish() once.
class KnowledgeLoader {
 public:
  KnowledgeLoader();
  // Merges one source over what is there.
  void read(const KnowledgeSource& source);
  // Checks what only the whole can show, and hands the result or all findings over.
  tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> finish();

 private:
  struct Reference {
    std::string id;
    Place place;
  };

  void read_entries(TableReader& document);
  void add_code(TableReader& table);
  void add_page(TableReader& table);
  void add_rule(TableReader& table);
  void add_provider(TableReader& table);
  void add_causes(TableReader& document);
  void add_sources(TableReader& document);
  void remember_references(const PageText& page, const Place& place);
  // True when the id was not yet seen in this source.
  bool first_in_source(TableReader& table, const std::string& kind, const std::string& id);
  void check_references();
  void resolve_sources();

  std::shared_ptr<KnowledgeBase> base_;
  TextsCollection texts_;
  Findings findings_;
  std::map<std::string, size_t> rule_index_;
  std::map<std::string, Place> ids_in_source_;
  std::map<std::string, Place> rule_places_;
  std::vector<Reference> related_;  // codes that entries, pages and rules point to
  std::vector<Reference> cited_;    // sources that they name
  std::vector<Reference> paged_;    // codes of [[page]]
};

}  // namespace plainbounce
