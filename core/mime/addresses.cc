#include "core/mime/addresses.h"

#include <optional>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

// Behind the comment that begins at `at`, nested ones included; the end when it is never closed.
size_t skip_comment(std::string_view value, size_t at) {
  size_t depth = 0;
  for (; at < value.size(); ++at) {
    if (value[at] == '\\') {
      ++at;
    } else if (value[at] == '(') {
      ++depth;
    } else if (value[at] == ')' && --depth == 0) {
      return at + 1;
    }
  }
  return value.size();
}

// Behind the quoted string that begins at `at`; nothing when it is never closed.
std::optional<size_t> skip_quoted(std::string_view value, size_t at) {
  for (++at; at < value.size(); ++at) {
    if (value[at] == '\\') {
      ++at;
    } else if (value[at] == '"') {
      return at + 1;
    }
  }
  return std::nullopt;
}

// A source route ("@a,@b:user@c", RFC 5322 section 4.4) says nothing about the address.
std::string_view without_route(std::string_view address) {
  if (address.empty() || address.front() != '@') return address;
  const size_t colon = address.find(':');
  return colon == std::string_view::npos ? address : address.substr(colon + 1);
}

// Collects one mailbox after the other while the value is read.
class MailboxReader {
 public:
  explicit MailboxReader(std::string_view value) : value_(value) {}

  std::vector<std::string> read() {
    while (at_ < value_.size()) step();
    finish();
    return std::move(addresses_);
  }

 private:
  void step() {
    const char c = value_[at_];
    if (c == '(') {
      at_ = skip_comment(value_, at_);
      blank_before_ = true;
    } else if (c == '"') {
      const size_t end = skip_quoted(value_, at_).value_or(value_.size() + 1);
      if (end <= value_.size()) add(value_.substr(at_, end - at_));
      at_ = end;
    } else {
      ++at_;
      take(c);
    }
  }

  void take(char c) {
    if (c == '<') {
      in_brackets_ = true;
      bracketed_.clear();
    } else if (c == '>') {
      in_brackets_ = false;
    } else if (!in_brackets_ && c == ':' && !has_sign_) {
      plain_.clear();  // what stood before was a group's name
    } else if (!in_brackets_ && (c == ',' || c == ';')) {
      finish();
    } else if (is_space(c)) {
      blank_before_ = true;
    } else {
      add({&c, 1});
    }
  }

  void add(std::string_view piece) {
    if (in_brackets_) {
      bracketed_ += piece;
      return;
    }
    if (blank_before_) begin_word(piece.front());
    blank_before_ = false;
    if (address_done_) return;
    plain_ += piece;
    has_sign_ = has_sign_ || piece.find('@') != std::string_view::npos;
  }

  // "Bob Miller bob@example.org more" without brackets: only the word with the "@" is an address,
  // but "bob @ example.org" is one address.
  void begin_word(char first) {
    if (plain_.empty() || first == '@' || plain_.back() == '@') return;
    if (has_sign_) {
      address_done_ = true;
    } else {
      plain_.clear();
    }
  }

  void finish() {
    const std::string_view address =
        without_route(bracketed_.empty() ? std::string_view(plain_) : std::string_view(bracketed_));
    const size_t sign = address.rfind('@');
    if (sign != std::string_view::npos && sign > 0 && sign + 1 < address.size()) {
      addresses_.emplace_back(address);
    }
    plain_.clear();
    bracketed_.clear();
    has_sign_ = false;
    in_brackets_ = false;
    blank_before_ = false;
    address_done_ = false;
  }

  std::string_view value_;
  size_t at_ = 0;
  std::string plain_;      // outside of angle brackets
  std::string bracketed_;  // inside of them
  bool has_sign_ = false;  // plain_ has an "@"
  bool in_brackets_ = false;
  bool blank_before_ = false;
  bool address_done_ = false;  // words behind a plain address are none of it
  std::vector<std::string> addresses_;
};

}  // namespace

std::vector<std::string> addresses_in(std::string_view value) {
  return MailboxReader(value).read();
}

std::string_view without_angle_brackets(std::string_view path) {
  const std::string_view trimmed = trim(path);
  if (trimmed.size() >= 2 && trimmed.front() == '<' && trimmed.back() == '>') {
    return trim(trimmed.substr(1, trimmed.size() - 2));
  }
  return trimmed;
}

std::string domain_of(std::string_view address) {
  const size_t sign = address.rfind('@');
  return sign == std::string_view::npos ? std::string() : to_lower(trim(address.substr(sign + 1)));
}

}  // namespace plainbounce
