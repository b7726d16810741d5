#include "core/knowledge/built_in_knowledge.h"

#include "core/knowledge/knowledge_loader.h"

namespace plainbounce {

tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load_knowledge_with(
    const std::vector<KnowledgeSource>& overlay) {
  KnowledgeLoader loader(packed_built_in_knowledge());
  for (const KnowledgeSource& source : overlay) loader.read(source);
  return loader.finish();
}

tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load_knowledge(
    const std::string& overlay_directory) {
  if (overlay_directory.empty()) return load_knowledge_with({});
  const Result<std::vector<KnowledgeSource>> overlay = read_overlay(overlay_directory);
  if (!overlay) return tl::unexpected(std::vector<Error>{overlay.error()});
  return load_knowledge_with(*overlay);
}

}  // namespace plainbounce
