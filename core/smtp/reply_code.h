#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// The three digits at the start of an SMTP reply (RFC 5321 section 4.2): 200 to 599.
class ReplyCode {
 public:
  static std::optional<ReplyCode> from(int value);
  // Exactly three digits and nothing else.
  static std::optional<ReplyCode> parse(std::string_view text);

  [[nodiscard]] int value() const { return value_; }
  // 2 success, 3 intermediate, 4 temporary, 5 permanent.
  [[nodiscard]] int first_digit() const { return value_ / 100; }
  [[nodiscard]] std::string to_string() const { return std::to_string(value_); }
  friend bool operator==(ReplyCode, ReplyCode) = default;

 private:
  explicit ReplyCode(int value) : value_(value) {}
  int value_;
};

}  // namespace plainbounce
