#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/base/utf8.h"
#include "core/mime/encoded_word.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

constexpr size_t kLineWidth = 76;
constexpr size_t kMaxWord = 75;  // RFC 2047 section 2
constexpr std::string_view kQOpening = "=?UTF-8?Q?";
constexpr std::string_view kBOpening = "=?UTF-8?B?";
constexpr std::string_view kClosing = "?=";
constexpr size_t kFrame = kQOpening.size() + kClosing.size();

bool is_blank_or_control(char32_t point) {
  return point <= 0x20 || (point >= 0x7F && point <= 0x9F);
}

// Walks over the words of a well-formed text, divided by blanks and control characters.
class HeaderWords {
 public:
  // The words borrow `text`.
  explicit HeaderWords(std::string_view text) : rest_(text) {}

  // Empty behind the last one.
  std::string_view next() {
    for (CodePoint point = first(); point.size > 0 && is_blank_or_control(point.value);
         point = first()) {
      rest_.remove_prefix(point.size);
    }
    const std::string_view from = rest_;
    while (!rest_.empty()) {
      rest_.remove_prefix(visible_size(rest_));
      const CodePoint point = first();
      if (point.size == 0 || is_blank_or_control(point.value)) break;
      rest_.remove_prefix(point.size);
    }
    return from.substr(0, from.size() - rest_.size());
  }

 private:
  // Size 0 at the end.
  [[nodiscard]] CodePoint first() const {
    if (rest_.empty()) return {};
    return code_point_at(rest_, 0).value_or(CodePoint{0xFFFD, 1});
  }

  std::string_view rest_;
};

// "=?" in plain text would be taken for an encoded word.
bool is_plain(std::string_view text) {
  return is_ascii(text) && text.find("=?") == std::string_view::npos;
}

// No blank within a line's width.
bool has_long_word(std::string_view text) {
  while (text.size() >= kLineWidth) {
    const size_t blank = text.rfind(' ', kLineWidth - 1);
    if (blank == std::string_view::npos) return true;
    text.remove_prefix(blank + 1);
  }
  return false;
}

// A word longer than a line can be folded only as several encoded ones.
bool needs_encoding(std::string_view word, bool text_is_plain) {
  return word.size() >= kLineWidth || !(text_is_plain || is_plain(word));
}

bool is_q_plain(char c) {
  constexpr std::string_view kPlain = "!*+-/";
  return is_alpha(c) || is_digit(c) || kPlain.find(c) != std::string_view::npos;
}

std::string encode_q(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    if (c == ' ') {
      out += '_';
    } else if (is_q_plain(c)) {
      out += c;
    } else {
      out += '=';
      append_hex_byte(out, c);
    }
  }
  return out;
}

size_t q_size(std::string_view bytes) {
  size_t size = 0;
  for (const char c : bytes) size += c == ' ' || is_q_plain(c) ? 1 : 3;
  return size;
}

size_t base64_size(size_t bytes) { return (bytes + 2) / 3 * 4; }

// Puts words on lines.
class FieldFolder {
 public:
  FieldFolder(size_t column, size_t usual_size) : column_(column) { out_.reserve(usual_size); }

  // Words that are shorter than a line, single blanks between them.
  void add_plain_words(std::string_view words) {
    while (!words.empty()) {
      const size_t size = fitting_words(words);
      if (size == 0) {
        fold();
        continue;
      }
      put(words.substr(0, size));
      words.remove_prefix(std::min(size + 1, words.size()));
    }
  }

  void add_plain(std::string_view word) {
    if (column_ + (line_is_empty_ ? 0 : 1) + word.size() > kLineWidth && !is_fresh()) fold();
    put(word);
  }

  // `run` is one word or several, to be decoded as one text.
  void add_encoded(std::string_view run) {
    const bool q = q_size(run) <= base64_size(run.size());
    while (!run.empty()) {
      const size_t size = fitting(run, q);
      if (size == 0) {
        fold();
        continue;
      }
      put(std::string(q ? kQOpening : kBOpening) +
          (q ? encode_q(run.substr(0, size)) : encode_base64(run.substr(0, size))) +
          std::string(kClosing));
      run.remove_prefix(size);
      if (!run.empty()) fold();
    }
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  // An empty line that a fold began: there is no wider one.
  [[nodiscard]] bool is_fresh() const { return line_is_empty_ && column_ <= 1; }

  // Bytes of the whole words that fit on this line; on a fresh one at least the first.
  [[nodiscard]] size_t fitting_words(std::string_view words) const {
    const size_t used = column_ + (line_is_empty_ ? 0 : 1);
    if (used + words.size() <= kLineWidth) return words.size();
    const size_t blank = used < kLineWidth ? words.rfind(' ', kLineWidth - used) : words.npos;
    if (blank != words.npos) return blank;
    return is_fresh() ? std::min(words.find(' '), words.size()) : 0;
  }

  // Bytes of the whole characters that fit into a word on this line.
  [[nodiscard]] size_t fitting(std::string_view run, bool q) const {
    const size_t used = column_ + (line_is_empty_ ? 0 : 1);
    const size_t width = used < kLineWidth ? std::min(kLineWidth - used, kMaxWord) : 0;
    if (width <= kFrame) return 0;
    size_t size = 0;
    size_t encoded = 0;
    while (size < run.size()) {
      const size_t next = first_character(run.substr(size));
      encoded = q ? encoded + q_size(run.substr(size, next)) : base64_size(size + next);
      if (encoded > width - kFrame) break;
      size += next;
    }
    return size;
  }

  static size_t first_character(std::string_view text) {
    const auto point = code_point_at(text, 0);
    return point ? point->size : 1;
  }

  void fold() {
    out_ += "\n ";
    column_ = 1;
    line_is_empty_ = true;
  }

  void put(std::string_view word) {
    if (!line_is_empty_) {
      out_ += ' ';
      ++column_;
    }
    out_ += word;
    column_ += word.size();
    line_is_empty_ = false;
  }

  std::string out_;
  size_t column_;
  bool line_is_empty_ = true;
};

}  // namespace

std::string encode_header_text(std::string_view text, size_t name_size) {
  std::string buffer;
  if (!is_utf8(text)) text = buffer = well_formed_utf8(text);
  const bool plain = is_plain(text);
  FieldFolder folder(name_size + 2, text.size() + text.size() / kLineWidth * 2 + 2);
  if (plain && is_single_spaced(text) && !has_long_word(text)) {
    folder.add_plain_words(text);
    return folder.take();
  }
  HeaderWords words(text);
  for (std::string_view word = words.next(); !word.empty();) {
    if (!needs_encoding(word, plain)) {
      folder.add_plain(word);
      word = words.next();
      continue;
    }
    // Blanks between adjacent encoded words are dropped by readers, so neighbours become one run.
    std::string run(word);
    for (word = words.next(); !word.empty() && needs_encoding(word, plain); word = words.next()) {
      run.append(" ").append(word);
    }
    folder.add_encoded(run);
  }
  return folder.take();
}

}  // namespace plainbounce
