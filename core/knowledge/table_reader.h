#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/knowledge/toml_value.h"

namespace plainbounce {

// Where entries were written, for findings that only show once everything is merged.
struct Place {
  std::string file;
  size_t line = 0;
};

// What is wrong in the sources, in order.
using Findings = std::vector<Error>;

// Takes the members of one table out by name and type. Whatever does not fit becomes a finding; the
// value returned then is the empty one. Borrows the table, the file's name and the findings.
class TableReader {
 public:
  TableReader(const TomlValue& table, std::string_view file, Findings& findings)
      : table_(table), file_(file), findings_(findings) {}

  // Required: a missing or empty one is a finding.
  std::string required_string(std::string_view key);
  std::string string_or(std::string_view key, std::string_view fallback);
  std::vector<std::string> strings(std::string_view key);
  std::vector<int> integers(std::string_view key);
  int integer_or(std::string_view key, int fallback);
  bool boolean_or(std::string_view key, bool fallback);
  // [["a", "b"], ["c"]]
  std::vector<std::vector<std::string>> string_lists(std::string_view key);
  // [[key]] or key = [{...}]: the tables in it.
  std::vector<const TomlValue*> tables(std::string_view key);
  // ["a", {...}]: strings that are not empty, and tables.
  std::vector<const TomlValue*> strings_and_tables(std::string_view key);
  // [key]: the table, or null when it is missing.
  const TomlValue* table(std::string_view key);
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }

  // A word of a closed set, read by `parse`; `allowed` names the set in the finding. Nothing when
  // the key is missing.
  template <class Term>
  std::optional<Term> word(std::string_view key, std::optional<Term> (*parse)(std::string_view),
                           const std::vector<std::string_view>& allowed) {
    const TomlMember* member = take(key, TomlValue::Type::kString, "a string");
    if (member == nullptr) return std::nullopt;
    std::optional<Term> term = parse(member->value.text);
    if (!term) unknown_word(*member, allowed);
    return term;
  }

  // Reports every member that nothing asked for, with the nearest name that was.
  void finish();

  // Reports at the table's own line, or at a member's.
  void report(const std::string& message) { report_at(table_.line, message); }
  void report_at_key(std::string_view key, const std::string& message);
  // A reader of a table inside this one.
  [[nodiscard]] TableReader sub_reader(const TomlValue& table) const {
    return TableReader(table, file_, findings_);
  }
  [[nodiscard]] Place place() const { return {std::string(file_), table_.line}; }
  [[nodiscard]] size_t line_of(std::string_view key) const;

 private:
  [[nodiscard]] const TomlMember* find(std::string_view key) const;
  const TomlMember* take(std::string_view key, TomlValue::Type type, std::string_view type_name);
  // Each key that was asked for once, in the order of first asking.
  [[nodiscard]] std::vector<std::string_view> known_keys() const;
  void unknown_word(const TomlMember& member, const std::vector<std::string_view>& allowed);
  void report_at(size_t line, const std::string& message);

  const TomlValue& table_;
  std::string_view file_;
  Findings& findings_;
  std::vector<std::string> asked_;
};

// "known: a, b, c" with "did you mean" before it when one is near.
std::string unknown_word_text(std::string_view what, std::string_view word,
                              const std::vector<std::string_view>& allowed);

}  // namespace plainbounce
