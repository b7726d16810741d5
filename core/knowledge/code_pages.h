#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// A code as a page shows it.
struct CodePage {
  CodeEntry entry;         // with every field of its page
  std::string family;      // of a code of one class: the family whose text it has; else empty
  std::string asked;       // what was asked for; differs from entry.code where a parent answers
  std::string substitute;  // then: a sentence that says so; else empty
};

// The pages about codes, put together when they are asked for.
class CodePages {
 public:
  // `knowledge` must outlive this. What its overlay has about a code goes before the built-in page.
  explicit CodePages(const KnowledgeBase& knowledge) : knowledge_(knowledge) {}

  // The page of a code, a family ("X.3.1"), a subject ("X.3.X", or "4.3.X" of one class) or a class
  // ("4.X.X"). An unregistered number is answered by its family, subject or class (RFC 3463 section
  // 2). Nothing for what has no such parent.
  [[nodiscard]] std::optional<CodePage> find(std::string_view asked) const;
  // The page of an entry of the knowledge.
  [[nodiscard]] CodePage page_of(const CodeEntry& entry) const;

 private:
  // Fills what is still empty from what is known of `code`.
  void fill_gaps(PageText& page, const std::string& code) const;
  // Of [page_frame], with its placeholders filled.
  [[nodiscard]] std::string sentence(const std::string& key, const CodeEntry& entry,
                                     std::string_view asked) const;
  // What the class of the entry changes, in the usual words.
  [[nodiscard]] std::string class_sentence(const CodeEntry& entry) const;

  const KnowledgeBase& knowledge_;
};

}  // namespace plainbounce
