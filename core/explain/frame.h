#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/knowledge/entries.h"

namespace plainbounce {

// Values for the placeholders of a sentence, by name.
using Fillings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// The sentence with "{name}" replaced; what a value holds is not looked at again, and a placeholder
// without a value stays.
std::string fill(std::string_view sentence, const Fillings& fillings);

// The fixed strings of one language, which must outlive it.
class Frame {
 public:
  explicit Frame(const LanguageTexts& texts) : texts_(texts) {}

  // Empty when there is no such key.
  [[nodiscard]] const std::string& text(std::string_view key) const;
  [[nodiscard]] std::string text(std::string_view key, const Fillings& fillings) const;
  // Of the key that the pieces make together ("outlook_", "final", "_we").
  [[nodiscard]] const std::string& text_of(std::initializer_list<std::string_view> pieces) const;

 private:
  const LanguageTexts& texts_;
};

// What a cause is called, and what stands behind "because", to an administrator, who is not the
// sender.
const std::string& title_for_admin(const CauseTexts& texts);
const std::string& reason_for_admin(const CauseTexts& texts, bool many);

}  // namespace plainbounce
