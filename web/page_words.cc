#include "web/page_words.h"

#include <stdexcept>
#include <vector>

#include "config/ini_document.h"
#include "web/embedded_files.h"

namespace plainbounce {
namespace {

std::string file_of(const std::string& language) { return "words/" + language + ".ini"; }

}  // namespace

PageWords::PageWords(const std::string& language) : language_(language) {
  std::vector<Error> errors;
  const IniDocument document =
      parse_ini(embedded_file(file_of(language)), "web/" + file_of(language), errors);
  for (const IniSection& section : document.sections) {
    for (const IniEntry& entry : section.entries) {
      const auto text = unquote(entry.value);
      if (!text) throw std::logic_error(document.file + ": " + text.error().message);
      texts_[entry.key] = *text;
      view_.set(entry.key, *text);
    }
  }
  if (!errors.empty()) throw std::logic_error(to_string(errors.front()));
  if (texts_.empty()) throw std::logic_error("no words in " + language);
}

bool PageWords::has(const std::string& language) {
  return !embedded_file(file_of(language)).empty();
}

const std::string& PageWords::text(std::string_view key) const {
  const auto found = texts_.find(key);
  if (found == texts_.end()) throw std::logic_error("no words for " + std::string(key));
  return found->second;
}

std::string PageWords::text(std::string_view key, const Fillings& fillings) const {
  return fill(text(key), fillings);
}

std::string PageWords::text_of(std::string_view prefix, std::string_view word) const {
  const auto found = texts_.find(std::string(prefix).append(word));
  return found == texts_.end() ? std::string(word) : found->second;
}

}  // namespace plainbounce
