#include "cli/maillog/reply_key.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/base/ascii.h"
#include "core/base/hex.h"

namespace plainbounce {
namespace {

// What stands in place of a word. Control characters, which no reply has.
constexpr char kRecipient = '\1';
constexpr char kAddress = '\2';
constexpr char kRecipientsDomain = '\3';
constexpr char kIpAddress = '\4';
constexpr char kNumber = '\5';

// What a byte may be: part of a word, and then one that asks for a closer look at it.
enum ByteClass : uint8_t { kOutside = 0, kWord = 1, kTelling = 2 };

constexpr std::array<uint8_t, 256> byte_classes() {
  std::array<uint8_t, 256> classes{};
  for (size_t i = 0; i < classes.size(); ++i) {
    const char c = static_cast<char>(i);
    const bool telling = is_digit(c) || c == '@';
    if (telling || is_alpha(c) || c == '.' || c == '-' || c == '_' || c == '+' || i >= 128) {
      classes[i] = static_cast<uint8_t>(kWord | (telling ? kTelling : 0));
    }
  }
  return classes;
}
constexpr std::array<uint8_t, 256> kByteClasses = byte_classes();

uint8_t class_of(char c) { return kByteClasses[static_cast<unsigned char>(c)]; }

std::string_view domain_in(std::string_view address) {
  const size_t at = address.rfind('@');
  return at == std::string_view::npos ? std::string_view() : address.substr(at + 1);
}

struct Shape {
  size_t digits = 0;
  size_t letters = 0;
  size_t dots = 0;
  size_t digit_run = 0;  // the longest
  bool has_at = false;
};

Shape shape_of(std::string_view word) {
  Shape shape;
  size_t run = 0;
  for (const char c : word) {
    run = is_digit(c) ? run + 1 : 0;
    shape.digit_run = std::max(shape.digit_run, run);
    shape.digits += is_digit(c) ? 1 : 0;
    shape.letters += is_alpha(c) ? 1 : 0;
    shape.dots += c == '.' ? 1 : 0;
    shape.has_at = shape.has_at || c == '@';
  }
  return shape;
}

bool is_ipv4(const Shape& shape) {
  return shape.dots >= 3 && shape.letters == 0 && shape.digits >= 4 && shape.digit_run <= 3;
}

// "d2e1a72fcca58-7aae1f2si1234567b3a.12", "1764536400": of no use but to one log. A provider's own
// code
// ("BL000010", "S3150", "LPN007_510", "XGEMAIL_0001") is shorter.
bool is_number_of_something(const Shape& shape) {
  constexpr size_t kLongestCode = 15;
  constexpr size_t kLongestNumber = 8;
  const size_t size = shape.digits + shape.letters;
  if (shape.letters == 0) return shape.dots <= 1 && size > kLongestNumber;
  if (size <= kLongestCode) return false;
  return shape.digit_run >= 5 || (shape.digits >= 3 && shape.dots <= 1 && shape.digits * 5 >= size);
}

// "[2001:db8::1]": where it ends; 0 when it is none.
size_t ipv6_size(std::string_view text) {
  constexpr size_t kLongest = 48;
  const size_t close = text.substr(0, kLongest).find(']');
  if (close == std::string_view::npos) return 0;
  std::string_view inner = text.substr(1, close - 1);
  if (starts_with_ignoring_case(inner, "ipv6:")) inner.remove_prefix(5);
  const bool is_one = std::count(inner.begin(), inner.end(), ':') >= 2 &&
                      std::all_of(inner.begin(), inner.end(), [](char c) {
                        return c == ':' || c == '.' || hex_digit(c).has_value();
                      });
  return is_one ? close + 1 : 0;
}

void append_word(std::string& key, std::string_view word, char before, char behind,
                 std::string_view recipient) {
  const Shape shape = shape_of(word);
  if (shape.has_at) {
    if (equals_ignoring_case(word, recipient)) {
      key += kRecipient;
    } else {
      key += kAddress;
      key += domain_in(word);
    }
  } else if (behind == '[') {
    append_host_key(key, word);
  } else if (before == '=' && equals_ignoring_case(word, domain_in(recipient))) {
    key += kRecipientsDomain;
  } else if (is_ipv4(shape)) {
    // The answers of block lists are addresses, too.
    if (word.starts_with("127.")) {
      key += word;
    } else {
      key += kIpAddress;
    }
  } else if (is_number_of_something(shape)) {
    key += kNumber;
  } else {
    key += word;
  }
}

}  // namespace

void append_host_key(std::string& key, std::string_view host) {
  if (std::count(host.begin(), host.end(), '.') >= 3) host.remove_prefix(host.find('.') + 1);
  bool in_number = false;
  for (const char c : host) {
    if (!is_digit(c)) {
      key += to_lower(c);
    } else if (!in_number) {
      key += '#';
    }
    in_number = is_digit(c);
  }
}

void append_reply_key(std::string& key, std::string_view reply, std::string_view recipient) {
  constexpr size_t kMost = 1000;
  reply = reply.substr(0, kMost);
  size_t at = 0;
  while (at < reply.size()) {
    const char c = reply[at];
    if (class_of(c) == kOutside) {
      const size_t ipv6 = c == '[' ? ipv6_size(reply.substr(at)) : 0;
      key += ipv6 > 0 ? kIpAddress : c;
      at += std::max(ipv6, size_t{1});
      continue;
    }
    uint8_t classes = class_of(c);
    size_t end = at + 1;
    while (end < reply.size() && class_of(reply[end]) != kOutside)
      classes |= class_of(reply[end++]);
    const std::string_view word = reply.substr(at, end - at);
    const char before = at > 0 ? reply[at - 1] : ' ';
    const char behind = end < reply.size() ? reply[end] : ' ';
    if ((classes & kTelling) == 0 && before != '=' && behind != '[') {
      key += word;
    } else {
      append_word(key, word, before, behind, recipient);
    }
    at = end;
  }
}

}  // namespace plainbounce
