#include "core/knowledge/table_reader.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/nearest_word.h"

namespace plainbounce {

std::string unknown_word_text(std::string_view what, std::string_view word,
                              const std::vector<std::string_view>& allowed) {
  std::string text = "unknown " + std::string(what) + " \"" + std::string(word) + "\"";
  const std::string_view nearest = nearest_word(word, allowed);
  if (!nearest.empty()) return text + "; did you mean \"" + std::string(nearest) + "\"?";
  text += "; known: ";
  for (size_t i = 0; i < allowed.size(); ++i) {
    if (i > 0) text += ", ";
    text += allowed[i];
  }
  return text;
}

const TomlMember* TableReader::find(std::string_view key) const {
  for (const TomlMember& member : table_.members) {
    if (member.key == key) return &member;
  }
  return nullptr;
}

const TomlMember* TableReader::take(std::string_view key, TomlValue::Type type,
                                    std::string_view type_name) {
  asked_.emplace_back(key);
  const TomlMember* member = find(key);
  if (member == nullptr) return nullptr;
  if (member->value.type != type) {
    report_at(member->line, "\"" + std::string(key) + "\" must be " + std::string(type_name));
    return nullptr;
  }
  return member;
}

std::string TableReader::required_string(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kString, "a string");
  if (member == nullptr) {
    if (find(key) == nullptr) report("\"" + std::string(key) + "\" is missing");
    return {};
  }
  if (member->value.text.empty()) {
    report_at(member->line, "\"" + std::string(key) + "\" must not be empty");
  }
  return member->value.text;
}

std::string TableReader::string_or(std::string_view key, std::string_view fallback) {
  const TomlMember* member = take(key, TomlValue::Type::kString, "a string");
  return member == nullptr ? std::string(fallback) : member->value.text;
}

std::vector<std::string> TableReader::strings(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kArray, "a list of strings");
  std::vector<std::string> out;
  if (member == nullptr) return out;
  for (const TomlValue& item : member->value.items) {
    if (item.type != TomlValue::Type::kString || item.text.empty()) {
      report_at(item.line, "\"" + std::string(key) + "\" must hold strings that are not empty");
      continue;
    }
    out.push_back(item.text);
  }
  return out;
}

std::vector<int> TableReader::integers(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kArray, "a list of numbers");
  std::vector<int> out;
  if (member == nullptr) return out;
  for (const TomlValue& item : member->value.items) {
    if (item.type != TomlValue::Type::kInteger || !std::in_range<int>(item.number)) {
      report_at(item.line, "\"" + std::string(key) + "\" must hold numbers");
      continue;
    }
    out.push_back(static_cast<int>(item.number));
  }
  return out;
}

int TableReader::integer_or(std::string_view key, int fallback) {
  const TomlMember* member = take(key, TomlValue::Type::kInteger, "a number");
  if (member == nullptr) return fallback;
  if (!std::in_range<int>(member->value.number)) {
    report_at(member->line, "\"" + std::string(key) + "\" is out of range");
    return fallback;
  }
  return static_cast<int>(member->value.number);
}

bool TableReader::boolean_or(std::string_view key, bool fallback) {
  const TomlMember* member = take(key, TomlValue::Type::kBoolean, "true or false");
  return member == nullptr ? fallback : member->value.flag;
}

std::vector<std::vector<std::string>> TableReader::string_lists(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kArray, "a list of lists of strings");
  std::vector<std::vector<std::string>> out;
  if (member == nullptr) return out;
  for (const TomlValue& list : member->value.items) {
    const bool whole = list.type == TomlValue::Type::kArray && !list.items.empty() &&
                       std::all_of(list.items.begin(), list.items.end(), [](const TomlValue& v) {
                         return v.type == TomlValue::Type::kString;
                       });
    if (!whole) {
      report_at(list.line, "\"" + std::string(key) + "\" must hold lists of strings");
      continue;
    }
    std::vector<std::string>& strings = out.emplace_back();
    for (const TomlValue& item : list.items) strings.push_back(item.text);
  }
  return out;
}

std::vector<const TomlValue*> TableReader::tables(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kArray, "a list of tables");
  std::vector<const TomlValue*> out;
  if (member == nullptr) return out;
  for (const TomlValue& item : member->value.items) {
    if (item.type != TomlValue::Type::kTable) {
      report_at(item.line, "\"" + std::string(key) + "\" must hold tables");
      continue;
    }
    out.push_back(&item);
  }
  return out;
}

std::vector<const TomlValue*> TableReader::strings_and_tables(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kArray, "a list of strings or tables");
  std::vector<const TomlValue*> out;
  if (member == nullptr) return out;
  for (const TomlValue& item : member->value.items) {
    const bool is_string = item.type == TomlValue::Type::kString && !item.text.empty();
    if (!is_string && item.type != TomlValue::Type::kTable) {
      report_at(item.line, "\"" + std::string(key) + "\" must hold strings or tables");
      continue;
    }
    out.push_back(&item);
  }
  return out;
}

const TomlValue* TableReader::table(std::string_view key) {
  const TomlMember* member = take(key, TomlValue::Type::kTable, "a table");
  return member == nullptr ? nullptr : &member->value;
}

void TableReader::unknown_word(const TomlMember& member,
                               const std::vector<std::string_view>& allowed) {
  report_at(member.line, unknown_word_text(member.key, member.value.text, allowed));
}

void TableReader::finish() {
  for (const TomlMember& member : table_.members) {
    if (std::find(asked_.begin(), asked_.end(), member.key) != asked_.end()) continue;
    report_at(member.line, unknown_word_text("key", member.key, known_keys()));
  }
}

std::vector<std::string_view> TableReader::known_keys() const {
  std::vector<std::string_view> known;
  for (const std::string_view key : asked_) {
    if (std::find(known.begin(), known.end(), key) == known.end()) known.push_back(key);
  }
  return known;
}

size_t TableReader::line_of(std::string_view key) const {
  const TomlMember* member = find(key);
  return member == nullptr ? table_.line : member->line;
}

void TableReader::report_at_key(std::string_view key, const std::string& message) {
  report_at(line_of(key), message);
}

void TableReader::report_at(size_t line, const std::string& message) {
  findings_.push_back(Error{message, std::string(file_), line});
}

}  // namespace plainbounce
