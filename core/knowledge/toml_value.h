#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

struct TomlMember;

// A TOML value with the line it stands on; owns all it holds. The members of a table are in the
// order of their names.
struct TomlValue {
  enum class Type { kString, kInteger, kBoolean, kArray, kTable, kOther };
  Type type = Type::kOther;
  size_t line = 0;
  std::string text;                 // kString
  int64_t number = 0;               // kInteger
  bool flag = false;                // kBoolean
  std::vector<TomlValue> items;     // kArray
  std::vector<TomlMember> members;  // kTable
};

struct TomlMember {
  std::string key;
  size_t line = 0;
  TomlValue value;
};

// Reads a TOML 1.0 document as a table. Fails on a syntax error, with its line, and on values that
// are nested deeper than our format ever is.
Result<TomlValue> parse_toml(const std::string& name, const std::string& text);

}  // namespace plainbounce
