#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/knowledge/entries.h"
#include "core/knowledge/table_reader.h"

namespace plainbounce {

// The texts of all languages while they are read, with the place of each, so that languages can be
// compared once the last source is in.
class TextsCollection {
 public:
  // Begins with texts that need no check any more. `packed_places`, as packed_places() gives them,
  // must outlive this; it is unpacked only when a document is read over them.
  void begin_with(std::map<std::string, LanguageTexts, std::less<>> languages,
                  std::string_view packed_places);
  // A document with a [language] table. A later document of the same language replaces single
  // sentences and keeps the rest.
  void read(TableReader& document);
  // Every language against the first document of English, itself included: the same causes, frame
  // keys and placeholders; every cause of kCauseIds whole; `line` ASCII.
  void check(Findings& findings) const;
  [[nodiscard]] const std::map<std::string, LanguageTexts, std::less<>>& languages() const {
    return languages_;
  }
  // Where each text stands, for findings.
  [[nodiscard]] std::string packed_places() const;
  // Hands the texts over.
  std::map<std::string, LanguageTexts, std::less<>> take() { return std::move(languages_); }

 private:
  void unpack_places();
  void read_frame(TableReader& document, LanguageTexts& language);
  void read_cause(TableReader& table, const std::string& id, LanguageTexts& language);
  void remember(const std::string& language, const std::string& key, Place place);
  [[nodiscard]] Place place_of(const std::string& language, const std::string& key) const;
  void check_against_english(const LanguageTexts& english, const LanguageTexts& other,
                             Findings& findings) const;
  void check_causes(const LanguageTexts& language, Findings& findings) const;

  std::map<std::string, LanguageTexts, std::less<>> languages_;
  LanguageTexts first_english_;                       // without what later documents replace
  std::map<std::string, Place, std::less<>> places_;  // "en/cause.mailbox-full.title"
  std::string_view unread_places_;                    // empty once a document was read
};

// The names in braces, sorted, each once: "{recipient}, {date}" gives date and recipient.
std::vector<std::string> placeholders_in(std::string_view text);

}  // namespace plainbounce
