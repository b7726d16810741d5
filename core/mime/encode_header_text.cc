#include <algorithm>
#include <vector>

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

// Words of a well-formed text, divided by blanks and control characters.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  words.reserve(text.size() / 5);  // more than most languages have
  size_t begin = 0;
  const auto end_at = [&](size_t at) {
    if (at > begin) words.push_back(text.substr(begin, at - begin));
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at).value_or(CodePoint{0xFFFD, 1});
    if (is_blank_or_control(point.value)) {
      end_at(at);
      begin = at + point.size;
    }
    at += point.size;
  }
  end_at(text.size());
  return words;
}

// "=?" in plain text would be taken for an encoded word; a word longer than a line can be folded
// only as several encoded ones.
bool needs_encoding(std::string_view word) {
  return !is_ascii(word) || word.size() >= kLineWidth || word.find("=?") != std::string_view::npos;
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
  const std::string clean = well_formed_utf8(text);
  const std::vector<std::string_view> words = words_of(clean);
  FieldFolder folder(name_size + 2, clean.size() + clean.size() / kLineWidth * 2);
  for (size_t i = 0; i < words.size();) {
    if (!needs_encoding(words[i])) {
      folder.add_plain(words[i++]);
      continue;
    }
    // Blanks between adjacent encoded words are dropped by readers, so neighbours become one run.
    std::string run(words[i++]);
    while (i < words.size() && needs_encoding(words[i])) run.append(" ").append(words[i++]);
    folder.add_encoded(run);
  }
  return folder.take();
}

}  // namespace plainbounce
