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
  // Nothing built in. Parses, merges in order (a later entry with the same key replaces the earlier
  // one) and checks: unknown keys and words, missing fields, causes and texts without each other,
  // related codes that do not exist, phrases that are empty. All findings come back, each with file
  // and line.
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
  [[nodiscard]] const PageText* find_page(std::string_view code) const;
  // What the built-in page says, unpacked now; nothing when there is none.
  [[nodiscard]] std::optional<PageText> built_in_page(std::string_view code) const;
  // A sentence of [page_frame], which pages of many codes share; empty when there is none.
  [[nodiscard]] std::string page_sentence(std::string_view key) const;
  // What a rule says for admins, unpacked now.
  [[nodiscard]] PageText page_of(const Rule& rule) const;
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
  friend class KnowledgePacking;
  KnowledgeBase() = default;
  [[nodiscard]] PageText unpacked(const PackedPage& page) const;
  std::vector<CodeEntry> codes_;
  std::map<std::string, size_t, std::less<>> code_index_;
  std::map<std::string, PageText, std::less<>> pages_;
  std::map<std::string_view, PackedPage, std::less<>> built_in_pages_;
  std::map<std::string, std::string, std::less<>> page_sentences_;
  std::map<std::string, Source, std::less<>> sources_;
  std::map<std::string, CauseEntry, std::less<>> causes_;
  std::map<std::string, Provider, std::less<>> providers_;
  std::map<std::string, LanguageTexts, std::less<>> texts_;
  std::vector<Rule> rules_;
  std::unique_ptr<RuleMatcher> matcher_;
};

// The *.toml files of a directory in name order. A missing directory is no error: no sources.
Result<std::vector<KnowledgeSource>> read_overlay(const std::string& directory);
// What is built into the program, and the overlay (when its name is not empty) read over it.
tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load_knowledge(
    const std::string& overlay_directory);
// The same with the sources of an overlay.
tl::expected<std::shared_ptr<const KnowledgeBase>, std::vector<Error>> load_knowledge_with(
    const std::vector<KnowledgeSource>& overlay);

}  // namespace plainbounce
