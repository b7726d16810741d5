#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/knowledge_base.h"
#include "core/knowledge/table_reader.h"
#include "core/knowledge/texts_reader.h"

namespace plainbounce {

// Puts a KnowledgeBase together out of sources: read() each in order, then finish() or pack() once.
class KnowledgeLoader {
 public:
  KnowledgeLoader();
  // Begins with what pack() gave, which needs no checks any more and must outlive the base.
  explicit KnowledgeLoader(std::string_view packed);
  // Merges one source over what is there.
  void read(const KnowledgeSource& source);
  // A source of [[page]]s that are built in, and of the [page_frame] that they share.
  void read_pages(const KnowledgeSource& source);
  // Checks what only the whole can show, and hands the result or all findings over.
  tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> finish();
  // The same as bytes for the program to begin with.
  tl::expected<std::string, std::vector<Error>> pack();

 private:
  struct Reference {
    std::string id;
    Place place;
  };

  // Calls `read` with the document's reader, unless it is no TOML.
  template <class Read>
  void read_document(const KnowledgeSource& source, const Read& read);
  void read_entries(TableReader& document);
  void read_page_list(TableReader& document);
  void read_page_frame(TableReader& document);
  void add_code(TableReader& table);
  void add_page(TableReader& table);
  void add_rule(TableReader& table);
  void add_provider(TableReader& table);
  void add_causes(TableReader& document);
  void add_sources(TableReader& document);
  void remember_references(const PageText& page, const Place& place);
  // True when the id was not yet seen in this source.
  bool first_in_source(TableReader& table, const std::string& kind, const std::string& id);
  // Finishes what is read; false when there are findings.
  bool is_sound();
  void check_references();
  void check_provider_of_rules();
  void check_pages_are_there_once();
  void sort_codes();
  void resolve_sources();

  std::shared_ptr<KnowledgeBase> base_;
  TextsCollection texts_;
  Findings findings_;
  bool is_checked_ = false;  // all that is there was packed
  std::map<std::string, size_t> rule_index_;
  std::map<std::string, Place> ids_in_source_;
  std::map<std::string, Place> rule_places_;
  std::vector<Reference> related_;  // codes that entries, pages and rules point to
  std::vector<Reference> cited_;    // sources that they name
  std::vector<Reference> paged_;    // codes of [[page]]
};

}  // namespace plainbounce
