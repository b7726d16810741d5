#include "core/rewrite/inline_text.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"
#include "core/mime/charset.h"

namespace plainbounce {

namespace {

enum class Charset { kAscii, kUtf8, kLatin1, kOther };

Charset charset_of(const MimePart& part) {
  const std::string name = to_lower(part.type.parameter("charset").value_or("us-ascii"));
  constexpr std::array<std::string_view, 4> kAsciiNames = {"us-ascii", "ascii", "ansi_x3.4-1968",
                                                           ""};
  constexpr std::array<std::string_view, 4> kLatin1Names = {"iso-8859-1", "iso-8859-15",
                                                            "windows-1252", "latin1"};
  const auto is_one_of = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_one_of(kAsciiNames)) return Charset::kAscii;
  if (name == "utf-8" || name == "utf8") return Charset::kUtf8;
  return is_one_of(kLatin1Names) ? Charset::kLatin1 : Charset::kOther;
}

// The three Latin charsets agree from 0xA0 on but for eight places where ISO-8859-15 has letters;
// 0x80 to 0x9F are controls in one and letters in another.
bool same_in_all_latin(std::string_view latin1) {
  return std::none_of(latin1.begin(), latin1.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x80U && byte < 0xA0U) ||
           std::string_view("\xA4\xA6\xA8\xB4\xB8\xBC\xBD\xBE").find(c) != std::string_view::npos;
  });
}

// An address in other letters is another address.
bool has_address_beyond_ascii(std::string_view text) {
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(" \r\n"), text.size());
    const std::string_view word = text.substr(0, end);
    if (word.find('@') != std::string_view::npos && !is_ascii(word)) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

}  // namespace

std::optional<std::string> text_for_part(const MessageTree& tree, const MimePart& part,
                                         std::string_view text) {
  const std::string& encoding = part.transfer_encoding;
  // The message must be declared 8bit, or hold 8-bit bytes there already: ours are not to be the
  // first.
  const bool eight_bit = encoding == "8bit" && (tree.root().transfer_encoding == "8bit" ||
                                                !is_ascii(tree.bytes(part.body)));
  const Charset charset = charset_of(part);
  const bool takes_lines = encoding.empty() || encoding == "7bit" || encoding == "8bit";
  const bool plain = !part.has_type || part.type.is("text", "plain");
  if (!plain || !takes_lines || charset == Charset::kOther) return std::nullopt;
  if (is_ascii(text) || (eight_bit && charset == Charset::kUtf8)) return std::string(text);
  if (eight_bit && charset == Charset::kLatin1) {
    auto latin1 = utf8_to_latin1(text);
    if (latin1 && same_in_all_latin(*latin1)) return latin1;
  }
  if (has_address_beyond_ascii(text)) return std::nullopt;
  std::string ascii = transliterate_to_ascii(text);
  const auto lost =
      std::count(ascii.begin(), ascii.end(), '?') - std::count(text.begin(), text.end(), '?');
  if (lost > 0) return std::nullopt;
  return ascii;
}

}  // namespace plainbounce
