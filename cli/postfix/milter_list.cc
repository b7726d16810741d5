#include "cli/postfix/milter_list.h"

#include "cli/postfix/list_words.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

Result<MilterEntry> parse_entry(std::string_view word) {
  MilterEntry entry;
  entry.text = word;
  if (word.front() != '{') {
    entry.address = word;
    return entry;
  }
  const auto pieces = split_postfix_list(without_braces(word));
  if (!pieces) return tl::unexpected<Error>(pieces.error());
  if (pieces->empty()) return fail("there is no address in \"" + entry.text + "\"");
  entry.address = pieces->front();
  for (size_t i = 1; i < pieces->size(); ++i) {
    const std::string_view option = without_braces((*pieces)[i]);
    const size_t equals = option.find('=');
    if (equals == std::string_view::npos || trim(option.substr(0, equals)).empty()) {
      return fail(concat({"\"", option, "\" in \"", word, "\" is no name=value"}));
    }
    entry.options[std::string(trim(option.substr(0, equals)))] = trim(option.substr(equals + 1));
  }
  return entry;
}

}  // namespace

std::string MilterEntry::option(std::string_view name) const {
  const auto found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

Result<std::vector<MilterEntry>> parse_milter_list(std::string_view text) {
  const auto words = split_postfix_list(text);
  if (!words) return tl::unexpected<Error>(words.error());
  std::vector<MilterEntry> entries;
  for (const std::string_view word : *words) {
    auto entry = parse_entry(word);
    if (!entry) return tl::unexpected<Error>(entry.error());
    entries.push_back(std::move(*entry));
  }
  return entries;
}

}  // namespace plainbounce
