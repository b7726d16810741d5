#include "core/mime/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/mime/charset_names.h"

namespace plainbounce {

namespace {

// Owns a conversion descriptor. Each call of to_utf8 opens its own: descriptors hold shift states
// and are not to be shared between threads.
class Converter {
 public:
  explicit Converter(std::string_view from)
      : descriptor_(iconv_open("UTF-8", std::string(from).c_str())), unit_(unit_of(from)) {}
  ~Converter() {
    if (is_open()) iconv_close(descriptor_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  [[nodiscard]] bool is_open() const {
    return reinterpret_cast<intptr_t>(descriptor_) != -1;  // what iconv_open answers for a failure
  }

  std::string convert(std::string_view bytes) {
    // iconv takes char* for its input but does not write there (POSIX iconv, RATIONALE).
    char* in = const_cast<char*>(bytes.data());
    size_t in_left = bytes.size();
    while (in_left > 0) {
      if (run(&in, &in_left)) break;
      if (errno == E2BIG) continue;
      out_ += "\uFFFD";
      if (errno == EINVAL) break;  // the text ends inside a character
      const size_t skipped = std::min(unit_, in_left);
      in += skipped;
      in_left -= skipped;
    }
    while (!run(nullptr, nullptr) && errno == E2BIG) {
    }
    return std::move(out_);
  }

 private:
  // Bytes to skip behind what does not fit, so that the rest is still read in step.
  static size_t unit_of(std::string_view charset) {
    if (charset.substr(0, 6) == "UTF-16") return 2;
    return charset.substr(0, 6) == "UTF-32" ? 4 : 1;
  }

  // One call; true when the whole input is through.
  bool run(char** in, size_t* in_left) {
    char* to = buffer_.data();
    size_t to_left = buffer_.size();
    const size_t result = iconv(descriptor_, in, in_left, &to, &to_left);
    const int error = errno;
    out_.append(buffer_.data(), buffer_.size() - to_left);
    errno = error;
    return result != static_cast<size_t>(-1);
  }

  iconv_t descriptor_;
  size_t unit_;
  std::array<char, 4096> buffer_{};
  std::string out_;
};

// RFC 2231 section 5: a language may follow the charset.
std::optional<std::string_view> charset_name(std::string_view charset) {
  return iconv_name(charset.substr(0, charset.find('*')));
}

std::string latin1_to_utf8(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) append_utf8(out, static_cast<uint8_t>(c));
  return out;
}

}  // namespace

bool is_utf8_already(std::string_view bytes, std::string_view charset) {
  const auto name = charset_name(charset);
  return (name == "UTF-8" && is_utf8(bytes)) || (name == "US-ASCII" && is_ascii(bytes));
}

std::optional<std::string> to_utf8(std::string_view bytes, std::string_view charset) {
  const auto name = charset_name(charset);
  if (!name) return std::nullopt;
  if (*name == "UTF-8" || *name == "US-ASCII") {
    if (*name == "UTF-8" || is_ascii(bytes)) return well_formed_utf8(bytes);
    std::string out;
    for (const char c : bytes) {
      if (static_cast<uint8_t>(c) < 0x80) {
        out += c;
      } else {
        out += "\uFFFD";
      }
    }
    return out;
  }
  Converter converter(*name);
  if (!converter.is_open()) return std::nullopt;
  return well_formed_utf8(converter.convert(bytes));
}

std::string guess_utf8(std::string_view bytes) {
  return is_utf8(bytes) ? std::string(bytes) : latin1_to_utf8(bytes);
}

std::optional<std::string> utf8_to_latin1(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    if (!point || point->value > 0xFF) return std::nullopt;
    out += static_cast<char>(static_cast<uint8_t>(point->value));
    at += point->size;
  }
  return out;
}

}  // namespace plainbounce
