#include "core/dsn/notice_block.h"

#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostText = 8U << 10U;  // bytes of one block: many recipients may share it

struct BlockStart {
  std::string_view address;
  std::string_view text;  // behind the colon
};

// "<address>" or "address" at the start of a line; `rest` gets what follows.
std::string_view address_at_start(std::string_view line, std::string_view& rest) {
  if (!line.empty() && line.front() == '<') {
    const size_t close = line.find('>');
    if (close == std::string_view::npos) return {};
    rest = line.substr(close + 1);
    return line.substr(1, close - 1);
  }
  const size_t end = line.find_first_of(": \t");
  if (end == std::string_view::npos) return {};
  rest = line.substr(end);
  const std::string_view address = line.substr(0, end);
  return address.find('@') == std::string_view::npos ? std::string_view() : address;
}

std::optional<BlockStart> block_start(std::string_view line) {
  std::string_view rest;
  const std::string_view address = address_at_start(line, rest);
  if (address.empty()) return std::nullopt;
  constexpr std::string_view kExpanded = " (expanded from";
  if (rest.substr(0, kExpanded.size()) == kExpanded) {
    const size_t end = rest.find("):");
    if (end == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(end + 1);
  }
  if (rest.empty() || rest.front() != ':') return std::nullopt;
  return BlockStart{address, rest.substr(1)};
}

}  // namespace

NoticeBlocks::NoticeBlocks(std::string_view notice) {
  std::string* open = nullptr;
  for (const std::string_view line : split_lines(notice)) {
    if (line.empty()) {
      open = nullptr;
    } else if (is_blank(line.front())) {
      if (open == nullptr) continue;
      if (open->size() >= kMostText) continue;
      if (!open->empty()) *open += ' ';
      *open += cut_utf8(trim(line), kMostText - open->size());
    } else {
      open = nullptr;
      const auto start = block_start(line);
      if (!start) continue;
      const auto [place, is_new] =
          texts_.emplace(to_lower(start->address), cut_utf8(trim(start->text), kMostText));
      if (is_new) open = &place->second;
    }
  }
}

std::string NoticeBlocks::about(std::string_view address) const {
  const auto found = texts_.find(to_lower(address));
  return found == texts_.end() ? std::string() : found->second;
}

}  // namespace plainbounce
