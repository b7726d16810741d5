#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "core/explain/frame.h"
#include "web/view.h"

namespace plainbounce {

// The fixed strings of the web pages in one language: web/words/LANGUAGE.ini.
class PageWords {
 public:
  // Throws std::logic_error for a language that has no list, or a list that cannot be read: both
  // are built in.
  explicit PageWords(const std::string& language);

  [[nodiscard]] static bool has(const std::string& language);
  [[nodiscard]] const std::string& language() const { return language_; }
  // An unknown key is a bug: std::logic_error.
  [[nodiscard]] const std::string& text(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key, const Fillings& fillings) const;
  // "prefix" and the word: text_of("kind_", "permanent"). The word itself where there is no key.
  [[nodiscard]] std::string text_of(std::string_view prefix, std::string_view word) const;
  [[nodiscard]] const View& view() const { return view_; }
  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& all() const {
    return texts_;
  }

 private:
  std::string language_;
  std::map<std::string, std::string, std::less<>> texts_;
  View view_;
};

}  // namespace plainbounce
