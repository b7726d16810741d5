#include "core/knowledge/toml_value.h"

// What toml++ asserts does not hold for every text ("[,"): an assertion would end the program, and
// a release build relies on it. Without it, the parser's own error branch answers.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace plainbounce {
namespace {

// document > code > related > entry > why: five; more is not in our format.
constexpr size_t kMaxDepth = 8;

size_t line_of(const toml::source_region& region) { return region.begin.line; }

// Bounded by kMaxDepth. False when the value is nested too deeply.
bool convert(const toml::node& node, size_t depth, TomlValue& out) {
  out.line = line_of(node.source());
  if (depth > kMaxDepth) return false;
  if (const auto* text = node.as_string()) {
    out.type = TomlValue::Type::kString;
    out.text = text->get();
  } else if (const auto* number = node.as_integer()) {
    out.type = TomlValue::Type::kInteger;
    out.number = number->get();
  } else if (const auto* flag = node.as_boolean()) {
    out.type = TomlValue::Type::kBoolean;
    out.flag = flag->get();
  } else if (const auto* array = node.as_array()) {
    out.type = TomlValue::Type::kArray;
    for (const toml::node& item : *array) {
      if (!convert(item, depth + 1, out.items.emplace_back())) return false;
    }
  } else if (const auto* table = node.as_table()) {
    out.type = TomlValue::Type::kTable;
    for (const auto& [key, value] : *table) {
      TomlMember& member = out.members.emplace_back();
      member.key = std::string(key.str());
      member.line = line_of(key.source());
      if (!convert(value, depth + 1, member.value)) return false;
    }
  }
  return true;
}

}  // namespace

Result<TomlValue> parse_toml(const std::string& name, const std::string& text) {
  const toml::parse_result parsed = toml::parse(text, name);
  if (!parsed) {
    return fail(std::string(parsed.error().description()), name, line_of(parsed.error().source()));
  }
  TomlValue document;
  if (!convert(parsed.table(), 0, document)) {
    return fail("values are nested too deeply", name);
  }
  return document;
}

}  // namespace plainbounce
