#include "core/mime/addresses.h"

#include <algorithm>

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

// Behind the quoted string that begins at `at`.
size_t skip_quoted(std::string_view value, size_t at) {
  for (++at; at < value.size(); ++at) {
    if (value[at] == '\\') {
      ++at;
    } else if (value[at] == '"') {
      return at + 1;
    }
  }
  return value.size();
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
    } else if (c == '"') {
      const size_t end = std::min(skip_quoted(value_, at_), value_.size());
      text() += value_.substr(at_, end - at_);
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
    } else if (!in_brackets_ && c == ':' && plain_.find('@') == std::string::npos) {
      plain_.clear();  // what stood before was a group's name
    } else if (!in_brackets_ && (c == ',' || c == ';')) {
      finish();
    } else if (!is_space(c)) {
      text() += c;
    } else if (!in_brackets_) {
      end_plain_word();
    }
  }

  // "Bob Miller bob@example.org" without brackets: only the word with the "@" is an address, but
  // "bob @ example.org" is one address.
  void end_plain_word() {
    const size_t next = value_.find_first_not_of(" \t\r\n", at_);
    const bool before_at = next != std::string_view::npos && value_[next] == '@';
    if (plain_.empty() || before_at || plain_.back() == '@') return;
    if (plain_.find('@') == std::string::npos) plain_.clear();
    if (!plain_.empty()) word_done_ = true;
  }

  std::string& text() {
    if (in_brackets_) return bracketed_;
    if (word_done_) return ignored_;
    return plain_;
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
    ignored_.clear();
    in_brackets_ = false;
    word_done_ = false;
  }

  std::string_view value_;
  size_t at_ = 0;
  std::string plain_;      // outside of angle brackets
  std::string bracketed_;  // inside of them
  std::string ignored_;    // words behind a plain address
  bool in_brackets_ = false;
  bool word_done_ = false;
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
