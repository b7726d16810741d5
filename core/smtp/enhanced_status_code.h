#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// class.subject.detail of RFC 3463 section 2: class 2, 4 or 5; subject and detail 0 to 999, written
// without leading zeros.
class EnhancedStatusCode {
 public:
  static std::optional<EnhancedStatusCode> from(int class_digit, int subject, int detail);
  // The whole text must be one code.
  static std::optional<EnhancedStatusCode> parse(std::string_view text);
  // The first code in running text that touches no other digit or dot, so that no IPv4 address,
  // version or size is taken for one. `end`, when given, gets the offset behind it.
  static std::optional<EnhancedStatusCode> find(std::string_view text, size_t* end = nullptr);

  [[nodiscard]] int class_digit() const { return class_digit_; }
  [[nodiscard]] int subject() const { return subject_; }
  [[nodiscard]] int detail() const { return detail_; }
  [[nodiscard]] std::string to_string() const;
  // "X.2.2"
  [[nodiscard]] std::string family() const;
  friend bool operator==(EnhancedStatusCode, EnhancedStatusCode) = default;

 private:
  EnhancedStatusCode(int class_digit, int subject, int detail)
      : class_digit_(class_digit), subject_(subject), detail_(detail) {}
  int class_digit_;
  int subject_;
  int detail_;
};

}  // namespace plainbounce
