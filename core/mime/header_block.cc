#include "core/mime/header_block.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

constexpr size_t kUsualFields = 12;

// Offset behind the line feed of the line at `at`, or `end`.
size_t next_line(std::string_view message, size_t at, size_t end) {
  const size_t feed = message.substr(0, end).find('\n', at);
  return feed == std::string_view::npos ? end : feed + 1;
}

std::string_view without_line_end(std::string_view line) {
  if (line.empty() || line.back() != '\n') return line;
  line.remove_suffix(1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// The name of the field that begins on this line; nothing when none does (RFC 5322 section 3.6.8).
std::optional<std::string_view> field_name(std::string_view line, size_t colon) {
  if (colon == std::string_view::npos) return std::nullopt;
  std::string_view name = line.substr(0, colon);
  while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
  if (name.empty()) return std::nullopt;
  const bool printable =
      std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
  if (!printable) return std::nullopt;
  return name;
}

// Behind the lines that continue the field whose first line ends at `at`.
size_t end_of_field(std::string_view message, size_t at, size_t end) {
  while (at < end && is_blank(message[at])) at = next_line(message, at, end);
  return at;
}

}  // namespace

std::string HeaderField::value() const {
  std::string unfolded;
  const std::string_view text = value(unfolded);
  if (unfolded.empty()) unfolded = text;
  return unfolded;
}

std::string_view HeaderField::value(std::string& buffer) const {
  std::string_view rest = trim(raw_value);
  size_t feed = rest.find('\n');
  if (feed == std::string_view::npos) return rest;
  buffer.clear();
  buffer.reserve(rest.size());
  for (; feed != std::string_view::npos; feed = rest.find('\n')) {
    buffer += without_line_end(rest.substr(0, feed + 1));
    rest.remove_prefix(feed + 1);
  }
  buffer += rest;
  return buffer;
}

const HeaderField* HeaderBlock::find(std::string_view name) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const HeaderField& field) {
    return equals_ignoring_case(field.name, name);
  });
  return found == fields.end() ? nullptr : &*found;
}

std::optional<std::string> HeaderBlock::value(std::string_view name) const {
  const HeaderField* field = find(name);
  if (field == nullptr) return std::nullopt;
  return field->value();
}

size_t HeaderBlock::count(std::string_view name) const {
  return static_cast<size_t>(std::count_if(
      fields.begin(), fields.end(),
      [&](const HeaderField& field) { return equals_ignoring_case(field.name, name); }));
}

Result<HeaderBlock> parse_header_block(std::string_view message, size_t begin, size_t end,
                                       const Limits& limits) {
  end = std::min(end, message.size());
  begin = std::min(begin, end);
  HeaderBlock block;
  block.fields.reserve(kUsualFields);
  size_t at = begin;
  size_t body_begin = end;
  while (at < end) {
    const size_t line_end = next_line(message, at, end);
    const std::string_view line = without_line_end(slice(message, {at, line_end}));
    if (line.empty()) {
      body_begin = line_end;
      break;
    }
    const size_t colon = line.find(':');
    const auto name = field_name(line, colon);
    if (!name) {
      body_begin = at;
      break;
    }
    const size_t field_end = end_of_field(message, line_end, end);
    if (block.fields.size() == limits.header_fields) {
      return fail("more than " + std::to_string(limits.header_fields) + " header fields");
    }
    if (field_end - begin > limits.header_bytes) {
      return fail("header of more than " + std::to_string(limits.header_bytes) + " bytes");
    }
    const size_t value_begin = at + colon + 1;
    block.fields.push_back(
        {*name, without_line_end(slice(message, {value_begin, field_end})), {at, field_end}});
    at = field_end;
  }
  block.range = {begin, at};
  block.body_begin = body_begin;
  return block;
}

}  // namespace plainbounce
