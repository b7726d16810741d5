#pragma once

#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"
#include "core/knowledge/texts_reader.h"

namespace plainbounce {

// A whole base as bytes, for the program to begin with. Its pages become the built-in ones.
class KnowledgePacking {
 public:
  static std::string pack(const KnowledgeBase& base, const TextsCollection& texts);
  // Into an empty base and an empty collection, which borrow the bytes.
  static void unpack(std::string_view bytes, KnowledgeBase& base, TextsCollection& texts);
};

}  // namespace plainbounce
