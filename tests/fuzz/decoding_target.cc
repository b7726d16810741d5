// Charsets and transfer encodings. The first line of an input names a charset, the rest are its
// bytes: what comes out is UTF-8, and what we encode decodes to the same.
#include <algorithm>

#include "core/base/ascii.h"
#include "core/mime/charset.h"
#include "core/mime/transfer_encoding.h"
#include "tests/fuzz/target.h"
#include "tests/support/files.h"

namespace plainbounce::fuzz {

namespace {

void check_charset(std::string_view bytes, std::string_view charset) {
  const auto text = to_utf8(bytes, charset);
  if (text) demand(is_utf8(*text), "converted text is no UTF-8");
  const auto utf8 = to_utf8(bytes, "utf-8");
  demand(utf8.has_value() && is_utf8(*utf8), "UTF-8 is no UTF-8");
  if (is_utf8(bytes)) demand_equal(*utf8, bytes, "UTF-8 stays as it is");
  const std::string guessed = guess_utf8(bytes);
  demand(is_utf8(guessed), "guessed text is no UTF-8");
  if (!is_utf8(bytes)) {
    demand_equal(utf8_to_latin1(guessed).value_or("nothing"), bytes, "Latin-1 there and back");
  }
  demand(is_ascii(transliterate_to_ascii(guessed)), "transliterated text is no ASCII");
  if (is_ascii(bytes)) demand_equal(transliterate_to_ascii(bytes), bytes, "ASCII stays");
}

void check_base64(std::string_view bytes) {
  const std::string encoded = encode_base64(bytes);
  demand_equal(decode_base64(encoded), bytes, "base64 there and back");
  std::string in_lines;
  for (size_t at = 0; at < encoded.size(); at += 61) in_lines += encoded.substr(at, 61) + "\r\n";
  demand_equal(decode_base64(in_lines), bytes, "base64 in lines");
  demand(decode_base64(bytes).size() <= bytes.size(), "base64 that grows");
  std::string buffer;
  demand_equal(decode_transfer_encoding(bytes, "Base64", buffer), decode_base64(bytes),
               "by its name");
}

void check_quoted_printable(std::string_view bytes) {
  const std::string encoded = encode_quoted_printable(bytes);
  size_t column = 0;
  for (size_t i = 0; i < encoded.size(); ++i) {
    const bool line_end = encoded[i] == '\r' && i + 1 < encoded.size() && encoded[i + 1] == '\n';
    if (line_end) {
      demand(i == 0 || !is_blank(encoded[i - 1]), "a blank at a line's end");
      column = 0;
      ++i;
      continue;
    }
    demand(is_printable(encoded[i]) || encoded[i] == '\t', "a byte that is not plain");
    demand(++column <= 76, "a line of more than 76 characters");
  }
  demand_equal(decode_quoted_printable(encoded), testing::with_crlf(std::string(bytes)),
               "quoted-printable there and back");
  demand(decode_quoted_printable(bytes).size() <= bytes.size(), "quoted-printable that grows");
}

void run(std::string_view input) {
  const size_t feed = std::min(input.find('\n'), input.size());
  const std::string_view bytes = input.substr(std::min(feed + 1, input.size()));
  check_charset(bytes, input.substr(0, feed));
  check_base64(bytes);
  check_quoted_printable(bytes);
}

std::vector<Seed> seeds() {
  std::vector<Seed> seeds = {
      {"base64", "us-ascii\nZ29uZQ==Zm9y\r\nZXZlcg"},
      {"quoted-printable", "us-ascii\ng=C3=B6ne=\r\n more= \r\n=ZZ = =\r\n.\r\nFrom x\r\nend  "},
      {"cut-character", "utf-8\na\xE2\x82"},
      {"utf-16-surrogates", std::string("utf-16le\n\x3D\xD8\x00\xDE\x3D\xD8", 15)},
      {"utf-7", "unicode-1-1-utf-7\n+AOQ-+ZeVnLA-+"},
      {"japanese-shift-states", "iso-2022-jp\n\x1B$B%(%i!<\x1B(B \x1B$B%"},
      {"korean-shift-states", "iso-2022-kr\n\x1B$)C\x0E!!\x0F"},
      {"language-behind-the-charset", "utf-8*de\ngr\xC3\xBC\xC3\x9F"},
  };
  for (const char* charset :
       {"iso-8859-1", "iso-8859-15", "windows-1252", "koi8-r", "windows-1251", "shift_jis",
        "euc-jp", "gb2312", "gb18030", "big5", "euc-kr", "ks_c_5601-1987", "utf-16", "utf-32",
        "us-ascii", "uft-8", "utf-8", "x-unknown", ""}) {
    seeds.push_back({std::string("bytes-as-") + charset,
                     std::string(charset) + "\nplain \x80\x85\x93\xA4\xA1\xE4\xFC\xC3\xA4\xFF z"});
  }
  return seeds;
}

std::vector<std::string> words() {
  return {"iso-8859-1\n", "windows-1252\n", "koi8-r\n",      "shift_jis\n",   "euc-jp\n",
          "gb18030\n",    "big5\n",         "euc-kr\n",      "utf-16\n",      "utf-16be\n",
          "utf-32\n",     "utf-7\n",        "iso-2022-jp\n", "iso-2022-kr\n", "hz-gb-2312\n",
          "utf-8\n",      "\x1B$B",         "\x1B(B",        "=\r\n",         "=\n",
          "=C3=A4",       "\r\n",           " \r\n",         "From ",         "\n.\n",
          "====",         "\xEF\xBB\xBF",   "\xFF\xFE",      "\xED\xA0\x80",  "\xF4\x90\x80\x80"};
}

}  // namespace

const Target kDecodingTarget = {"decoding", 4096, run, seeds, words};

}  // namespace plainbounce::fuzz
