#include "core/knowledge/knowledge_packing.h"

#include "core/knowledge/packed_entries.h"

namespace plainbounce {

std::string KnowledgePacking::pack(const KnowledgeBase& base, const TextsCollection& texts) {
  std::map<std::string, PackedPage, std::less<>> pages;
  for (const auto& [code, page] : base.pages_) pages.emplace(code, page);
  Packer packer;
  packer(base.codes_, pages, base.page_sentences_, base.sources_, base.causes_, base.providers_,
         base.rules_, texts.languages(), texts.packed_places());
  return packer.bytes();
}

void KnowledgePacking::unpack(std::string_view bytes, KnowledgeBase& base, TextsCollection& texts) {
  std::map<std::string, LanguageTexts, std::less<>> languages;
  std::string_view places;
  Unpacker{bytes}(base.codes_, base.built_in_pages_, base.page_sentences_, base.sources_,
                  base.causes_, base.providers_, base.rules_, languages, places);
  for (size_t i = 0; i < base.codes_.size(); ++i) base.code_index_[base.codes_[i].code] = i;
  texts.begin_with(std::move(languages), places);
}

}  // namespace plainbounce
