#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// A code as a page shows it.
struct CodePage {
  CodeEntry entry;         // with every field of its page
  std::string family;      // of a code of one class: the family whose text it has; else empty
  std::string asked;       // what was asked for; differs from entry.code where a parent answers
  std::string substitute;  // then: a sentence that says so; else empty
};

// The pages about codes. Pages are many and long, and the daemon needs none of them, so that a file
// of them is parsed only when one of its pages is asked for. Not to be shared between threads.
class CodePages {
 public:
  // `knowledge` must outlive this. What it has about a code goes before the built-in pages.
  explicit CodePages(const KnowledgeBase& knowledge);
  CodePages(const KnowledgeBase& knowledge, std::vector<KnowledgeSource> pages);

  // The page of a code, a family ("X.3.1"), a subject ("X.3.X", or "4.3.X" of one class) or a class
  // ("4.X.X"). An unregistered number is answered by its family, subject or class (RFC 3463 section
  // 2). Nothing for what has no such parent. Fails when a built-in page has mistakes.
  Result<std::optional<CodePage>> find(std::string_view asked);
  // The page of an entry of the knowledge.
  Result<CodePage> page_of(const CodeEntry& entry);

 private:
  Result<void> parse_files_with(const std::string& code);
  Result<void> parse(const KnowledgeSource& source);
  // Fills what is still empty from what is known of `code`.
  Result<void> fill_gaps(PageText& page, const std::string& code);
  Result<std::string> sentence(const std::string& key, const CodeEntry& entry,
                               std::string_view asked);
  // What the class of the entry changes, in the usual words.
  Result<std::string> class_sentence(const CodeEntry& entry);

  const KnowledgeBase& knowledge_;
  std::vector<KnowledgeSource> unparsed_;
  std::map<std::string, PageText, std::less<>> pages_;
  std::map<std::string, std::string, std::less<>> sentences_;  // of [page_frame]
};

}  // namespace plainbounce
