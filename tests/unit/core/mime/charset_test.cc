#include "core/mime/charset.h"

#include <gtest/gtest.h>

#include <thread>

#include "core/base/ascii.h"
#include "core/mime/charset_names.h"

namespace plainbounce {
namespace {

struct Case {
  const char* charset;
  std::string bytes;
  std::string expected;
};

TEST(CharsetTest, ConvertsToUtf8) {
  const Case cases[] = {
      {"utf-8", "a\u00E4\u20AC", "a\u00E4\u20AC"},
      {"utf-8", "a\xFFz", "a\uFFFDz"},
      {"us-ascii", "abc", "abc"},
      {"us-ascii", "a\xE4z", "a\uFFFDz"},
      {"iso-8859-1", "\xE4\xDF", "\u00E4\u00DF"},
      {"iso-8859-2", "\xB9", "\u0161"},
      {"iso-8859-15", "\xA4", "\u20AC"},
      {"windows-1252", "\x93\x80\x94", "\u201C\u20AC\u201D"},
      {"windows-1252", "a\x81z", "a\uFFFDz"},
      {"windows-1251", "\xCF\xF0", "\u041F\u0440"},
      {"koi8-r", "\xF0\xD2", "\u041F\u0440"},
      {"iso-2022-jp", "\x1B$B%(%i!<\x1B(B x", "\u30A8\u30E9\u30FC x"},
      {"shift_jis", "\x83G\x83\x89\x81[", "\u30A8\u30E9\u30FC"},
      {"shift_jis", "\x87\x40", "\u2460"},
      {"euc-jp", "\xA5\xA8\xA5\xE9", "\u30A8\u30E9"},
      {"gb2312", "\xD3\xCA\xCF\xE4", "\u90AE\u7BB1"},
      {"gbk", "\xD3\xCA\x81\x40", "\u90AE\u4E02"},
      {"big5", "\xB6l\xB1H", "\u90F5\u5BC4"},
      {"euc-kr", "\xB8\xDE\xC0\xCF", "\uBA54\uC77C"},
      {"ks_c_5601-1987", "\xB8\xDE\xC0\xCF", "\uBA54\uC77C"},
      {"utf-7", "a+AOQ-z", "a\u00E4z"},
      {"utf-16be", std::string("\0a\x20\xAC", 4), "a\u20AC"},
      {"utf-16le", std::string("a\0\xAC\x20", 4), "a\u20AC"},
      {"utf-16be", std::string("\xD8\0\0a", 4), "\uFFFDa"},
      {"gb2312", "ab\xD3", "ab\uFFFD"},
      {"shift_jis", "\x83\x10z", "\uFFFD\x10z"},
      {"iso-8859-1", "", ""},
      {"iso-2022-jp", "", ""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(to_utf8(c.bytes, c.charset), c.expected) << c.charset << " " << c.expected;
  }
}

TEST(CharsetTest, KnowsWhatNeedsNoConversion) {
  EXPECT_TRUE(is_utf8_already("a\u00E4", "UTF-8"));
  EXPECT_TRUE(is_utf8_already("abc", "us-ascii"));
  EXPECT_FALSE(is_utf8_already("a\xFF", "utf-8"));
  EXPECT_FALSE(is_utf8_already("a\u00E4", "us-ascii"));
  EXPECT_FALSE(is_utf8_already("abc", "utf-16"));
  EXPECT_FALSE(is_utf8_already("abc", "nobody-knows"));
}

TEST(CharsetTest, PutsMisspeltNamesRight) {
  const std::pair<const char*, const char*> cases[] = {
      {"uft-8", "UTF-8"},
      {"utf8", "UTF-8"},
      {"UTF_8", "UTF-8"},
      {" utf-8 ", "UTF-8"},
      {"\"utf-8\"", "UTF-8"},
      {"unicode-1-1-utf-7", "UTF-7"},
      {"unicode-1-1-utf-8", "UTF-8"},
      {"ASCII", "US-ASCII"},
      {"us_ascii", "US-ASCII"},
      {"ANSI_X3.4-1968", "US-ASCII"},
      {"iso8859-1", "ISO-8859-1"},
      {"ISO_8859-1:1987", "ISO-8859-1"},
      {"iso 8859-1", "ISO-8859-1"},
      {"8859-15", "ISO-8859-15"},
      {"latin1", "ISO-8859-1"},
      {"iso-8859-8-i", "ISO-8859-8"},
      {"cp1252", "CP1252"},
      {"cp-1252", "CP1252"},
      {"windows1252", "CP1252"},
      {"x-sjis", "CP932"},
      {"X-SJIS", "CP932"},
      {"Shift-JIS", "CP932"},
      {"gb_2312-80", "GB18030"},
      {"x-gbk", "GB18030"},
      {"x-euc-jp", "EUC-JP-MS"},
      {"ibm850", "CP850"},
  };
  for (const auto& [written, expected] : cases) {
    EXPECT_EQ(iconv_name(written), std::string_view(expected)) << written;
  }
}

TEST(CharsetTest, OpensNoOtherConverters) {
  for (const char* name : {"", "unknown-8bit", "x-unknown", "default", "iso-2022-cn-ext",
                           "ISO-2022-CN-EXT", "ebcdic-us", "utf-8//TRANSLIT", "utf-8//IGNORE",
                           "../../tmp/x", "iso-8859-99", "cp0", "windows-", "x-"}) {
    EXPECT_EQ(iconv_name(name), std::nullopt) << name;
    EXPECT_EQ(to_utf8("abc", name), std::nullopt) << name;
  }
  EXPECT_EQ(to_utf8("a", std::string(100000, 'x')), std::nullopt);
  EXPECT_EQ(to_utf8("a", std::string_view("utf-8\0x", 7)), std::nullopt);
  EXPECT_EQ(to_utf8("\xE4", "iso-8859-1*de"), "\u00E4");
}

TEST(CharsetTest, EveryNameThatWeReadOpens) {
  for (const char* name :
       {"utf-16",       "utf-32",       "utf-32be",       "utf-32le",      "big5-hkscs",
        "cp950",        "gb18030",      "iso-2022-jp-1",  "iso-2022-jp-2", "iso-2022-jp-3",
        "cp949",        "iso-2022-kr",  "johab",          "koi8-u",        "latin2",
        "latin9",       "macintosh",    "x-mac-cyrillic", "tis-620",       "tcvn",
        "viscii",       "armscii-8",    "iso-8859-3",     "iso-8859-4",    "iso-8859-5",
        "iso-8859-6",   "iso-8859-7",   "iso-8859-8",     "iso-8859-9",    "iso-8859-10",
        "iso-8859-11",  "iso-8859-13",  "iso-8859-14",    "iso-8859-16",   "windows-1250",
        "windows-1253", "windows-1254", "windows-1255",   "windows-1256",  "windows-1257",
        "windows-1258", "cp437",        "cp775",          "cp850",         "cp852",
        "cp855",        "cp857",        "cp858",          "cp862",         "cp866",
        "cp874"}) {
    EXPECT_TRUE(to_utf8("", name).has_value()) << name;
  }
}

TEST(CharsetTest, AnyBytesBecomeUtf8) {
  std::string bytes;
  for (int round = 0; round < 3; ++round) {
    for (int i = 255; i >= 0; --i)
      bytes += static_cast<char>(static_cast<uint8_t>(i * (round + 1)));
  }
  for (const char* name :
       {"utf-8", "us-ascii", "utf-7", "utf-16", "utf-32", "iso-2022-jp", "iso-2022-kr", "shift_jis",
        "euc-jp", "gb2312", "big5", "koi8-r", "johab", "iso-8859-8", "viscii"}) {
    const auto text = to_utf8(bytes, name);
    ASSERT_TRUE(text.has_value()) << name;
    EXPECT_TRUE(is_utf8(*text)) << name;
    EXPECT_LE(text->size(), bytes.size() * 4) << name;
  }
}

TEST(CharsetTest, ConvertsMoreThanOneBufferful) {
  std::string bytes;
  std::string expected;
  for (int i = 0; i < 10000; ++i) {
    bytes += "\xE4\xFF";
    expected += "\u03B4\uFFFD";
  }
  EXPECT_EQ(to_utf8(bytes, "iso-8859-7"), expected);
}

TEST(CharsetTest, ConvertsInSeveralThreadsAtOnce) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 200; ++i) {
        if (to_utf8("\x1B$B%(%i!<\x1B(B", "iso-2022-jp") != "\u30A8\u30E9\u30FC") ++wrong[t];
        if (to_utf8("\xF0\xD2", "koi8-r") != "\u041F\u0440") ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

TEST(CharsetTest, GuessesForTextWithoutCharset) {
  EXPECT_EQ(guess_utf8("a\u00E4"), "a\u00E4");
  EXPECT_EQ(guess_utf8("a\xE4z"), "a\u00E4z");
  EXPECT_EQ(guess_utf8(std::string_view("\0\x80", 2)), std::string("\0\xC2\x80", 3));
  EXPECT_EQ(guess_utf8(""), "");
}

TEST(CharsetTest, WritesLatin1WhereItFits) {
  EXPECT_EQ(utf8_to_latin1("a\u00E4\u00FF"), "a\xE4\xFF");
  EXPECT_EQ(utf8_to_latin1("\u20AC"), std::nullopt);
  EXPECT_EQ(utf8_to_latin1("\xE4"), std::nullopt);
  EXPECT_EQ(utf8_to_latin1(""), "");
}

TEST(TransliterateTest, WritesAsAReaderWould) {
  const std::pair<std::string, std::string> cases[] = {
      {"Sch\u00F6ne Gr\u00FC\u00DFe, \u00C4rger, \u00D6l, \u00DCbung",
       "Schoene Gruesse, Aerger, "
       "Oel, Uebung"},
      {"u\u0308 o\u0308 A\u0308 e\u0301 n\u0303 e\u0308", "ue oe Ae e n e"},
      {"d\u00E9j\u00E0 vu, \u00E7a, na\u00EFve", "deja vu, ca, naive"},
      {"S\u00E3o Paulo, Espa\u00F1a", "Sao Paulo, Espana"},
      {"\u0141\u00F3d\u017A, \u010De\u0161tina, \u0151", "Lodz, cestina, o"},
      {"\u00C6\u00D8\u00C5 \u00E6\u00F8\u00E5", "AEOeA aeoea"},
      {"\u0130stanbul \u0131", "Istanbul i"},
      {"\u201Equoted\u201C \u2018x\u2019 \u00ABy\u00BB", "\"quoted\" 'x' \"y\""},
      {"a \u2013 b \u2014 c\u2026", "a - b - c..."},
      {"\u00A0\u2022 5 \u20AC", " * 5 EUR"},
      {"\u65E5\u672C \U0001F600", "?? ?"},
      {"a\xFFz", "a?z"},
      {"zero\u200Bwidth\u00AD", "zerowidth"},
      {"plain", "plain"},
      {"", ""},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(transliterate_to_ascii(text), expected);
}

TEST(TransliterateTest, GivesAsciiForEveryCharacter) {
  for (char32_t point = 0; point < 0x3100; ++point) {
    std::string text;
    text += static_cast<char>(0xE0U | (point >> 12U));
    text += static_cast<char>(0x80U | ((point >> 6U) & 0x3FU));
    text += static_cast<char>(0x80U | (point & 0x3FU));
    EXPECT_TRUE(is_ascii(transliterate_to_ascii(text)));
  }
}

}  // namespace
}  // namespace plainbounce
