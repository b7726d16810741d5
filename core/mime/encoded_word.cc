#include "core/mime/encoded_word.h"

#include <optional>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/mime/charset.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

constexpr size_t kMaxCharsetName = 80;

// "=?charset?Q?text?=" at some place of a value.
struct EncodedWord {
  std::string_view written;
  std::string_view charset;
  char encoding = 'q';
  std::string_view text;
};

std::optional<EncodedWord> word_at(std::string_view value, size_t at) {
  if (value.substr(at, 2) != "=?") return std::nullopt;
  const size_t charset_end = value.substr(0, at + 2 + kMaxCharsetName).find('?', at + 2);
  if (charset_end == std::string_view::npos || charset_end == at + 2) return std::nullopt;
  const std::string_view charset = value.substr(at + 2, charset_end - at - 2);
  if (charset.find_first_of(" \t=") != std::string_view::npos) return std::nullopt;
  if (charset_end + 2 >= value.size() || value[charset_end + 2] != '?') return std::nullopt;
  const char encoding = to_lower(value[charset_end + 1]);
  if (encoding != 'q' && encoding != 'b') return std::nullopt;
  const size_t text_begin = charset_end + 3;
  const size_t text_end = value.find("?=", text_begin);
  if (text_end == std::string_view::npos) return std::nullopt;
  return EncodedWord{value.substr(at, text_end + 2 - at), charset, encoding,
                     value.substr(text_begin, text_end - text_begin)};
}

std::string decode_q(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '=' ? hex_byte(text, i + 1) : std::nullopt;
    if (byte) {
      out += *byte;
      i += 2;
    } else {
      out += text[i] == '_' ? ' ' : text[i];
    }
  }
  return out;
}

// Gathers the bytes of adjacent words in one charset, because some programs cut a character in two
// words, and converts them when another charset or plain text follows.
class WordJoiner {
 public:
  explicit WordJoiner(std::string& out) : out_(out) {}

  void add(const EncodedWord& word) {
    if (!open_ || !equals_ignoring_case(word.charset, charset_)) flush();
    charset_ = word.charset;
    open_ = true;
    bytes_ += word.encoding == 'q' ? decode_q(word.text) : decode_base64(word.text);
    written_ += std::string(written_.empty() ? "" : " ").append(word.written);
  }

  void flush() {
    if (!open_) return;
    out_ += to_utf8(bytes_, charset_).value_or(written_);
    bytes_.clear();
    written_.clear();
    open_ = false;
  }

  [[nodiscard]] bool is_open() const { return open_; }

 private:
  std::string& out_;
  bool open_ = false;
  std::string_view charset_;
  std::string bytes_;
  std::string written_;  // kept for an unknown charset
};

}  // namespace

std::string decode_encoded_words(std::string_view value) {
  std::string out;
  WordJoiner joiner(out);
  const size_t last_end = value.rfind("?=");  // behind it no word can end
  size_t at = 0;
  while (at < value.size()) {
    size_t begin = value.find("=?", at);
    std::optional<EncodedWord> word;
    while (begin != std::string_view::npos && last_end != std::string_view::npos &&
           begin < last_end && !(word = word_at(value, begin))) {
      begin = value.find("=?", begin + 2);
    }
    if (!word) break;
    const std::string_view between = value.substr(at, begin - at);
    if (!joiner.is_open() || !trim(between).empty()) {
      joiner.flush();
      out += between;
    }
    joiner.add(*word);
    at = begin + word->written.size();
  }
  joiner.flush();
  out += value.substr(at);
  return out;
}

}  // namespace plainbounce
