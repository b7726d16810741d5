#include "milter/socketmap_input.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr size_t kMaxDigits = 7;
// A buffer that has become larger is given back when it is empty: most clients are idle.
constexpr size_t kUsualBuffer = 1024;

}  // namespace

void SocketmapInput::append(std::string_view bytes) {
  if (complaint_ != nullptr) return;
  buffer_.erase(0, begin_);
  begin_ = 0;
  if (buffer_.empty() && buffer_.capacity() > kUsualBuffer) std::string().swap(buffer_);
  buffer_ += bytes;
}

SocketmapInput::State SocketmapInput::next(std::string_view& request) {
  if (complaint_ != nullptr) return State::kBroken;
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  if (skipping_ > 0) return skip(rest);
  size_t length = 0;
  size_t digits = 0;
  for (; digits < rest.size() && is_digit(rest[digits]); ++digits) {
    if (digits == kMaxDigits) return broken("a length of too many digits");
    if (digits == 1 && rest[0] == '0') return broken("a length with a zero in front");
    length = length * 10 + static_cast<size_t>(rest[digits] - '0');
  }
  if (digits == rest.size()) return State::kIncomplete;
  if (digits == 0 || rest[digits] != ':') return broken("no length");
  const std::string_view bytes = rest.substr(digits + 1);
  if (length > kMaxRequest) {
    begin_ += digits + 1;
    skipping_ = length + 1;
    return skip(bytes);
  }
  if (bytes.size() <= length) return State::kIncomplete;
  if (bytes[length] != ',') return broken("no comma behind the request");
  request = bytes.substr(0, length);
  begin_ += digits + 1 + length + 1;
  return State::kRequest;
}

SocketmapInput::State SocketmapInput::skip(std::string_view rest) {
  const size_t there = std::min(rest.size(), skipping_);
  begin_ += there;
  skipping_ -= there;
  if (skipping_ > 0) return State::kIncomplete;
  return rest[there - 1] == ',' ? State::kTooLong : broken("no comma behind the request");
}

SocketmapInput::State SocketmapInput::broken(const char* complaint) {
  complaint_ = complaint;
  std::string().swap(buffer_);
  begin_ = 0;
  return State::kBroken;
}

void append_netstring(std::string& out, std::string_view bytes) {
  out += std::to_string(bytes.size());
  out += ':';
  out += bytes;
  out += ',';
}

}  // namespace plainbounce
