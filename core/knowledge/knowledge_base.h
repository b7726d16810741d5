#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/knowledge/entries.h"
#include "core/knowledge/matcher.h"

namespace plainbounce {

// A TOML document and the name by which errors call it.
struct KnowledgeSource {
  std::string name;
  std::string toml;
};

// Everything that is known, immutable once loaded; safe to share between threads.
class KnowledgeBase {
 public:
  // Parses, merges in order (a later entry with the same key replaces the earlier one) and checks:
  // unknown keys and words, missing fields, causes and texts without each other, related codes that
  // do not exist, phrases that are empty. All findings come back, each with file and line.
  static tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load(
      const std::vector<KnowledgeSource>& sources);

  // "5.2.2", "452", "X.2.2", "X.2.X", "5.X.X" (x in any case); null when there is no such entry.
  [[nodiscard]] const CodeEntry* find_code(std::string_view code) const;
  // find_code, then family, subject, class (RFC 3463 section 2: what a reader does with a number it
  // does not know); for basic codes the code alone.
  [[nodiscard]] const CodeEntry* find_code_or_parent(std::string_view code) const;
  // Up to `count` known codes that look most like it.
  [[nodiscard]] std::vector<std::string> nearest_codes(std::string_view code, size_t count) const;
  // What the sources that were loaded say about a code by a [[page]]; null when they say nothing.
  // The built-in pages are not among them: CodePages has those.
  [[nodiscard]] const PageText* find_page(std::string_view code) const;
  // Puts name, address and date into a source that is a reference. False when there is no such one.
  [[nodiscard]] bool resolve(Source& source) const;
  [[nodiscard]] const CauseEntry* find_cause(std::string_view id) const;
  [[nodiscard]] const Provider* find_provider(std::string_view id) const;
  [[nodiscard]] const LanguageTexts* texts(std::string_view language) const;

  [[nodiscard]] const std::vector<CodeEntry>& codes() const { return codes_; }  // in page order
  [[nodiscard]] const std::map<std::string, Source, std::less<>>& sources() const {
    return sources_;
  }
  [[nodiscard]] const std::vector<Rule>& rules() const { return rules_; }
  [[nodiscard]] std::vector<std::string> languages() const;
  [[nodiscard]] const RuleMatcher& matcher() const { return *matcher_; }

 private:
  friend class KnowledgeLoader;
  KnowledgeBase() = default;
  std::vector<CodeEntry> codes_;
  std::map<std::string, size_t, std::less<>> code_index_;
  std::map<std::string, PageText, std::less<>> pages_;
  std::map<std::string, Source, std::less<>> sources_;
  std::map<std::string, CauseEntry, std::less<>> causes_;
  std::map<std::string, Provider, std::less<>> providers_;
  std::map<std::string, LanguageTexts, std::less<>> texts_;
  std::vector<Rule> rules_;
  std::unique_ptr<RuleMatcher> matcher_;
};

// The knowledge that is built into the program, one source a TOML file.
std::vector<KnowledgeSource> embedded_knowledge();
// The built-in pages about codes, for CodePages.
std::vector<KnowledgeSource> embedded_pages();
// The *.toml files of a directory in name order. A missing directory is no error: no sources.
Result<std::vector<KnowledgeSource>> read_overlay(const std::string& directory);
// embedded_knowledge() and the overlay (when its name is not empty), loaded.
tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load_knowledge(
    const std::string& overlay_directory);

}  // namespace plainbounce
