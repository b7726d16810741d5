#include "cli/maillog/log_consumer.h"

#include <cstring>

namespace plainbounce {

void LineConsumer::take(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.size() > longest_) {
    take_overlong_line();
  } else {
    take_line(line);
  }
}

void LineConsumer::keep(std::string_view part) {
  if (too_long_) return;
  if (begun_.size() + part.size() <= longest_) {
    begun_ += part;
    return;
  }
  too_long_ = true;
  begun_.clear();
}

void LineConsumer::feed(std::string_view piece) {
  while (!piece.empty()) {
    const void* const found = std::memchr(piece.data(), '\n', piece.size());
    if (found == nullptr) return keep(piece);
    const auto size = static_cast<size_t>(static_cast<const char*>(found) - piece.data());
    const std::string_view part = piece.substr(0, size);
    piece.remove_prefix(size + 1);
    if (begun_.empty() && !too_long_) {
      take(part);
      continue;
    }
    keep(part);
    if (too_long_) {
      take_overlong_line();
    } else {
      take(begun_);
    }
    begun_.clear();
    too_long_ = false;
  }
}

void LineConsumer::finish() {
  if (too_long_) take_overlong_line();
  if (!begun_.empty()) take(begun_);
  begun_.clear();
  too_long_ = false;
}

}  // namespace plainbounce
