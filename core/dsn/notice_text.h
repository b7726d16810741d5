#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/legacy_format.h"

namespace plainbounce {

// What a notice in running text says itself: without the returned message, and without what is
// quoted of another mail. Borrows the message, which keeps one.
struct NoticeText {
  explicit NoticeText(const LegacyMessage& message);

  size_t copy = 0;  // index of the first line of the returned message, or behind the last line
  std::vector<std::string_view> lines;
  std::string said;  // the lines, as far as a notice says what it is
};

// The lines as one text, cut behind the first 8 KB.
std::string joined_notice_lines(const std::vector<std::string_view>& lines);

}  // namespace plainbounce
