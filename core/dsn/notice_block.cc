#include "core/dsn/notice_block.h"

#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// What follows the address on a line that begins with "<address>" or "address"; nothing when the
// line begins otherwise.
std::optional<std::string_view> behind_address(std::string_view line, std::string_view address) {
  const bool bracketed = !line.empty() && line.front() == '<';
  if (bracketed) line.remove_prefix(1);
  if (!starts_with_ignoring_case(line, address)) return std::nullopt;
  line.remove_prefix(address.size());
  if (!bracketed) return line;
  if (line.empty() || line.front() != '>') return std::nullopt;
  return line.substr(1);
}

// The first line of the block's text; nothing when the line begins no block about the address.
std::optional<std::string_view> block_start(std::string_view line, std::string_view address) {
  auto rest = behind_address(line, address);
  if (!rest) return std::nullopt;
  constexpr std::string_view kExpanded = " (expanded from";
  if (rest->substr(0, kExpanded.size()) == kExpanded) {
    const size_t end = rest->find("):");
    if (end == std::string_view::npos) return std::nullopt;
    rest->remove_prefix(end + 1);
  }
  if (rest->empty() || rest->front() != ':') return std::nullopt;
  return rest->substr(1);
}

}  // namespace

std::string notice_block(std::string_view notice, std::string_view address) {
  if (address.empty()) return {};
  std::string text;
  bool inside = false;
  for (const std::string_view line : split_lines(notice)) {
    if (inside && (line.empty() || !is_blank(line.front()))) break;
    if (inside) {
      text += ' ';
      text += trim(line);
      continue;
    }
    const auto start = block_start(line, address);
    if (!start) continue;
    inside = true;
    text = trim(*start);
  }
  return std::string(trim(text));
}

}  // namespace plainbounce
