#include "core/smtp/reply_code.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {

std::optional<ReplyCode> ReplyCode::from(int value) {
  if (value < 200 || value > 599) return std::nullopt;
  return ReplyCode(value);
}

std::optional<ReplyCode> ReplyCode::parse(std::string_view text) {
  if (text.size() != 3 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  return from((text[0] - '0') * 100 + (text[1] - '0') * 10 + (text[2] - '0'));
}

}  // namespace plainbounce
