#include "core/dsn/notice_text.h"

#include "core/base/ascii.h"
#include "core/dsn/returned_message_line.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kLookedAt = 8U << 10U;  // bytes in which a notice says what it is

// ">": somebody's answer to a bounce quotes it. ">>>" is a mark of one gateway.
bool is_quoted(std::string_view line) {
  line = trim(line);
  if (line.substr(0, 1) != ">" || line.substr(0, 3) == ">>>") return false;
  // MDaemon puts the mark before the address that failed.
  return bare_address(line.substr(1)).empty() || line.ends_with(':');
}

}  // namespace

NoticeText::NoticeText(const LegacyMessage& message) {
  while (copy < message.lines.size() && !begins_returned_message(message.lines[copy])) {
    if (!is_quoted(message.lines[copy])) lines.push_back(message.lines[copy]);
    ++copy;
  }
  said = joined_notice_lines(lines);
}

std::string joined_notice_lines(const std::vector<std::string_view>& lines) {
  std::string out;
  for (size_t i = 0; i < lines.size() && out.size() < kLookedAt; ++i) {
    out += cut_utf8(lines[i], kLookedAt - out.size());
    out += '\n';
  }
  return out;
}

}  // namespace plainbounce
