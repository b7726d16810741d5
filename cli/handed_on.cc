#include "cli/handed_on.h"

#include <algorithm>
#include <map>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::string_view kLineEnd = "\r\n";

bool is_removed(const std::vector<HeaderRemoval>& removals, const std::string& name, size_t index) {
  return std::any_of(removals.begin(), removals.end(), [&](const HeaderRemoval& removal) {
    return removal.index == index && equals_ignoring_case(removal.name, name);
  });
}

std::string kept_fields(const RawMessage& message, const HeaderBlock& header,
                        const BounceOutcome& outcome) {
  std::string out;
  std::map<std::string, size_t> seen;
  for (const HeaderField& field : header.fields) {
    const std::string name = to_lower(field.name);
    if (is_removed(outcome.remove, name, ++seen[name])) continue;
    out += slice(message.bytes, field.range);
  }
  return out;
}

// A folded value has LF at its folds; the MTA writes the wire's line ends.
std::string field_text(const HeaderValue& field) {
  std::string out = field.name + ": ";
  for (const char c : field.value) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out + std::string(kLineEnd);
}

}  // namespace

std::string handed_on(const RawMessage& message, const HeaderBlock& header,
                      const BounceOutcome& outcome) {
  if (!outcome.changes_anything()) return message.bytes;
  std::string out = kept_fields(message, header, outcome);
  if (!out.empty() && out.back() != '\n') out += kLineEnd;
  for (const HeaderValue& field : outcome.add) out += field_text(field);
  const std::string_view blank_line = slice(message.bytes, {header.range.end, header.body_begin});
  out += blank_line.empty() ? kLineEnd : blank_line;
  if (outcome.new_body) return out + *outcome.new_body;
  return out + message.bytes.substr(std::min(header.body_begin, message.bytes.size()));
}

}  // namespace plainbounce
