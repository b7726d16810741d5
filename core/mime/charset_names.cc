#include "core/mime/charset_names.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"

namespace plainbounce {

namespace {

struct CharsetName {
  std::string_view written;  // lower case, without "x-" before and without
                             // "-", "_", ".", ":", quotes and blanks
  std::string_view iconv;
};

// Where the web's practice reads a name as a superset (gb2312 as GB18030, shift_jis as CP932), so
// do we: mail that uses more than the small set would lose characters.
constexpr CharsetName kNames[] = {
    {"646", "US-ASCII"},
    {"ansix341968", "US-ASCII"},
    {"ascii", "US-ASCII"},
    {"iso646us", "US-ASCII"},
    {"usascii", "US-ASCII"},
    {"usacsii", "US-ASCII"},
    {"utf8", "UTF-8"},
    {"utf8mb4", "UTF-8"},
    {"uft8", "UTF-8"},
    {"unicode11utf8", "UTF-8"},
    {"unicode20utf8", "UTF-8"},
    {"utf7", "UTF-7"},
    {"unicode11utf7", "UTF-7"},
    {"unicode20utf7", "UTF-7"},
    {"utf16", "UTF-16"},
    {"utf16be", "UTF-16BE"},
    {"utf16le", "UTF-16LE"},
    {"utf32", "UTF-32"},
    {"utf32be", "UTF-32BE"},
    {"utf32le", "UTF-32LE"},
    {"big5", "BIG5-HKSCS"},
    {"big5hkscs", "BIG5-HKSCS"},
    {"cnbig5", "BIG5-HKSCS"},
    {"cp950", "CP950"},
    {"ms950", "CP950"},
    {"euccn", "GB18030"},
    {"gb2312", "GB18030"},
    {"gb231280", "GB18030"},
    {"gb23121980", "GB18030"},
    {"gb18030", "GB18030"},
    {"gbk", "GB18030"},
    {"cngb", "GB18030"},
    {"cp936", "GB18030"},
    {"ms936", "GB18030"},
    {"windows936", "GB18030"},
    {"eucjp", "EUC-JP-MS"},
    {"eucjpms", "EUC-JP-MS"},
    {"iso2022jp", "ISO-2022-JP"},
    {"iso2022jp1", "ISO-2022-JP-2"},
    {"iso2022jp2", "ISO-2022-JP-2"},
    {"iso2022jp3", "ISO-2022-JP-3"},
    {"iso2022jpms", "ISO-2022-JP"},
    {"cp932", "CP932"},
    {"ms932", "CP932"},
    {"mskanji", "CP932"},
    {"shiftjis", "CP932"},
    {"sjis", "CP932"},
    {"windows31j", "CP932"},
    {"cp949", "CP949"},
    {"ms949", "CP949"},
    {"euckr", "CP949"},
    {"ksc56011987", "CP949"},
    {"ksc5601", "CP949"},
    {"uhc", "CP949"},
    {"iso2022kr", "ISO-2022-KR"},
    {"johab", "JOHAB"},
    {"koi8r", "KOI8-R"},
    {"koi8", "KOI8-R"},
    {"koi8u", "KOI8-U"},
    {"latin1", "ISO-8859-1"},
    {"l1", "ISO-8859-1"},
    {"latin2", "ISO-8859-2"},
    {"l2", "ISO-8859-2"},
    {"latin9", "ISO-8859-15"},
    {"logical", "ISO-8859-8"},
    {"macintosh", "MACINTOSH"},
    {"mac", "MACINTOSH"},
    {"maccyrillic", "MAC-CYRILLIC"},
    {"tis620", "CP874"},
    {"tis6202533", "CP874"},
    {"cp874", "CP874"},
    {"windows874", "CP874"},
    {"tcvn", "TCVN"},
    {"viscii", "VISCII"},
    {"armscii8", "ARMSCII-8"},
};

// "iso88591", "88591", "iso885915e" -> the part of ISO 8859; windows and IBM code pages likewise.
struct NumberedFamily {
  std::string_view prefix;
  std::string_view number;
  std::string_view iconv;
};

constexpr NumberedFamily kNumbered[] = {
    {"iso8859", "1", "ISO-8859-1"},
    {"iso8859", "2", "ISO-8859-2"},
    {"iso8859", "3", "ISO-8859-3"},
    {"iso8859", "4", "ISO-8859-4"},
    {"iso8859", "5", "ISO-8859-5"},
    {"iso8859", "6", "ISO-8859-6"},
    {"iso8859", "7", "ISO-8859-7"},
    {"iso8859", "8", "ISO-8859-8"},
    {"iso8859", "8i", "ISO-8859-8"},
    {"iso8859", "8e", "ISO-8859-8"},
    {"iso8859", "6i", "ISO-8859-6"},
    {"iso8859", "6e", "ISO-8859-6"},
    {"iso8859", "9", "ISO-8859-9"},
    {"iso8859", "10", "ISO-8859-10"},
    {"iso8859", "11", "CP874"},
    {"iso8859", "13", "ISO-8859-13"},
    {"iso8859", "14", "ISO-8859-14"},
    {"iso8859", "15", "ISO-8859-15"},
    {"iso8859", "16", "ISO-8859-16"},
    {"iso8859", "11987", "ISO-8859-1"},
    {"iso8859", "21987", "ISO-8859-2"},
    {"", "1250", "CP1250"},
    {"", "1251", "CP1251"},
    {"", "1252", "CP1252"},
    {"", "1253", "CP1253"},
    {"", "1254", "CP1254"},
    {"", "1255", "CP1255"},
    {"", "1256", "CP1256"},
    {"", "1257", "CP1257"},
    {"", "1258", "CP1258"},
    {"", "437", "CP437"},
    {"", "775", "CP775"},
    {"", "850", "CP850"},
    {"", "852", "CP852"},
    {"", "855", "CP855"},
    {"", "857", "CP857"},
    {"", "858", "CP858"},
    {"", "862", "CP862"},
    {"", "866", "CP866"},
};

std::string squeezed(std::string_view charset) {
  std::string out;
  constexpr std::string_view kIgnored = "-_.:\"' ";
  for (const char c : charset.substr(0, 40)) {
    if (kIgnored.find(c) == std::string_view::npos) out += c;
  }
  if (out.size() > 1 && charset.substr(0, 2) == "x-") out.erase(0, 1);
  return out;
}

std::optional<std::string_view> numbered(std::string_view family, std::string_view number) {
  for (const auto& entry : kNumbered) {
    if (entry.prefix == family && entry.number == number) return entry.iconv;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> iconv_name(std::string_view charset) {
  const std::string name = squeezed(to_lower(trim(charset)));
  const auto* const found =
      std::find_if(std::begin(kNames), std::end(kNames),
                   [&](const CharsetName& entry) { return entry.written == name; });
  if (found != std::end(kNames)) return found->iconv;
  for (const std::string_view prefix : {"iso8859", "8859"}) {
    if (name.compare(0, prefix.size(), prefix) == 0) {
      return numbered("iso8859", std::string_view(name).substr(prefix.size()));
    }
  }
  for (const std::string_view prefix : {"windows", "cp", "ibm", "ansi", "microsoftcp"}) {
    if (name.compare(0, prefix.size(), prefix) == 0) {
      return numbered("", std::string_view(name).substr(prefix.size()));
    }
  }
  return std::nullopt;
}

}  // namespace plainbounce
