#include "core/dsn/notice_block.h"

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

// What follows "<address>" and its colon on the line; npos text when the line begins no block.
std::string_view block_start(std::string_view line, std::string_view address) {
  if (line.size() < address.size() + 3 || line.front() != '<') return {};
  if (!equals_ignoring_case(line.substr(1, address.size()), address)) return {};
  std::string_view rest = line.substr(address.size() + 1);
  if (rest.front() != '>') return {};
  rest = rest.substr(1);
  if (rest.substr(0, 15) == " (expanded from") {
    const size_t end = rest.find("):");
    if (end == std::string_view::npos) return {};
    rest = rest.substr(end + 1);
  }
  return !rest.empty() && rest.front() == ':' ? rest : std::string_view();
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
    const std::string_view start = block_start(line, address);
    if (start.empty()) continue;
    inside = true;
    text = trim(start.substr(1));
  }
  return std::string(trim(text));
}

}  // namespace plainbounce
