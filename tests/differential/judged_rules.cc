#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "core/mime/charset.h"
#include "core/mime/message_tree.h"
#include "tests/differential/difference.h"
#include "tests/differential/reading.h"
#include "tests/differential/value_grammar.h"

namespace plainbounce::differential {

namespace {

// The first line, with its folds, of the first body that no blank line divides from the header
// before it: what ended that header for us. Empty when there is none.
ByteRange line_that_ended_a_header(const std::string& message) {
  const auto tree = split_message(message, {});
  if (!tree) return {};
  for (const MimePart& part : tree->parts) {
    const bool blank_line = part.header.range.end != part.body.begin;
    if (blank_line || part.body.empty()) continue;
    size_t end = std::min(message.find('\n', part.body.begin), message.size() - 1) + 1;
    while (end < message.size() && is_blank(message[end])) {
      end = std::min(message.find('\n', end), message.size() - 1) + 1;
    }
    return {part.body.begin, end};
  }
  return {};
}

// A type that is none: there we take text/plain, and GMime application/octet-stream.
bool is_same_type(const PartReading& a, const PartReading& b) {
  return a.type == b.type || (!a.has_type && b.type == "application/octet-stream");
}

// A delimiter right behind another, or at the end: for us there is an empty part, not for GMime.
Reading without_empty_parts(Reading reading) {
  reading.erase(std::remove_if(reading.begin(), reading.end(),
                               [](const PartReading& part) {
                                 return part.fields.empty() && part.content.empty() &&
                                        part.depth > 0;
                               }),
                reading.end());
  return reading;
}

// GMime takes names with bytes that RFC 5322 section 2.2 does not allow; for us there the header
// ends.
Reading without_strange_fields(Reading reading) {
  for (PartReading& part : reading) {
    part.fields.erase(std::remove_if(part.fields.begin(), part.fields.end(),
                                     [](const auto& field) { return !is_ascii(field.first); }),
                      part.fields.end());
  }
  return reading;
}

// Of which one part may have two.
Reading without_type_fields(Reading reading) {
  for (PartReading& part : reading) {
    part.fields.erase(std::remove_if(part.fields.begin(), part.fields.end(),
                                     [](const auto& field) {
                                       return field.first == "Content-Type" ||
                                              field.first == "Content-Transfer-Encoding";
                                     }),
                      part.fields.end());
  }
  return reading;
}

// The CR of the line end in front of some delimiters is left to the part by GMime (RFC 2046 section
// 5.1.1 gives it to the delimiter).
bool is_same_content(const std::string& ours, const std::string& theirs) {
  return ours == theirs || ours + "\r" == theirs;
}

// What a comparison sees is the same, but for the four above.
bool is_alike(const std::string& comparison, Reading ours, Reading theirs) {
  ours = without_empty_parts(std::move(ours));
  theirs = without_empty_parts(without_strange_fields(std::move(theirs)));
  return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                    [&](const PartReading& a, const PartReading& b) {
                      if (a.depth != b.depth || !is_same_type(a, b)) return false;
                      if (comparison == "fields") return a.fields == b.fields;
                      return comparison != "contents" || is_same_content(a.content, b.content);
                    });
}

// The first of two Content-Types, or Content-Transfer-Encodings, of one part: we take that one and
// GMime the last (plan_edits leaves such messages alone). Empty when there is none.
ByteRange field_that_comes_again(const std::string& message) {
  const auto tree = split_message(message, {});
  if (!tree) return {};
  for (const MimePart& part : tree->parts) {
    for (const char* name : {"Content-Type", "Content-Transfer-Encoding"}) {
      if (part.header.count(name) > 1) return part.header.find(name)->range;
    }
  }
  return {};
}

bool is_alike_once_mended(const Difference& difference, bool without_doubled_fields) {
  Reading theirs = kGmime.message(difference.input.bytes);
  if (without_doubled_fields) theirs = without_type_fields(std::move(theirs));
  std::string mended = difference.input.bytes;
  for (int lines = 0; lines < 20; ++lines) {
    ByteRange line;
    if (without_doubled_fields) line = field_that_comes_again(mended);
    if (line.empty()) line = line_that_ended_a_header(mended);
    if (line.empty()) return false;
    mended.erase(line.begin, line.size());
    Reading ours = kOurs.message(mended);
    if (without_doubled_fields) ours = without_type_fields(std::move(ours));
    if (is_alike(difference.comparison, std::move(ours), theirs)) return true;
  }
  return false;
}

// With what GMime does not look at taken out, we read the same.
bool is_alike_once_mended(const Difference& difference) {
  return is_alike_once_mended(difference, false) || is_alike_once_mended(difference, true);
}

bool has_no_header(const Difference& difference) {
  const Reading ours = kOurs.message(difference.input.bytes);
  return difference.theirs.empty() && ours.size() == 1 && ours.front().fields.empty();
}

bool is_alike_but_for_stand_ins(const Difference& difference) {
  return is_alike(difference.comparison, kOurs.message(difference.input.bytes),
                  kGmime.message(difference.input.bytes));
}

bool is_base64_digit(char c) { return is_alpha(c) || is_digit(c) || c == '+' || c == '/'; }

// Digits before the first "=", and whether the text is in order: whole groups, padding at the end.
struct Base64Shape {
  size_t whole_bytes = 0;  // of the groups that are whole before any padding
  bool in_order = true;
};
Base64Shape shape_of(std::string_view text) {
  size_t digits = 0;
  size_t padding = 0;
  bool behind = false;
  for (const char c : text) {
    if (c == '=') ++padding;
    if (!is_base64_digit(c)) continue;
    behind = behind || padding > 0;
    if (padding == 0) ++digits;
  }
  return {digits / 4 * 3, !behind && padding <= 2 && (digits + padding) % 4 == 0};
}

// Where base64 is out of order, the groups that are whole before it are read the same.
bool is_base64_out_of_order(const Difference& difference) {
  const Base64Shape shape = shape_of(difference.input.bytes);
  return !shape.in_order && difference.ours.substr(0, shape.whole_bytes) ==
                                difference.theirs.substr(0, shape.whole_bytes);
}

bool strips_blanks(const Difference& difference) {
  std::string line = difference.input.bytes;
  std::string end;
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) {
    end.insert(end.begin(), line.back());
    line.pop_back();
  }
  const size_t size = line.size();
  while (!line.empty() && is_blank(line.back())) line.pop_back();
  return line.size() < size && kGmime.quoted_printable(line + end) == difference.ours;
}

// An "=" with neither two hexadecimal digits nor a line end behind it.
bool holds_no_escape(const Difference& difference) {
  const std::string& line = difference.input.bytes;
  for (size_t at = line.find('='); at != std::string::npos; at = line.find('=', at + 1)) {
    const std::string_view behind = std::string_view(line).substr(at + 1);
    if (!hex_byte(line, at + 1) && behind != "\r\n" && behind != "\n" && !behind.empty())
      return true;
  }
  return false;
}

bool is_no_type(const Difference& difference) {
  return difference.ours == "none" && difference.theirs == "application/octet-stream";
}

bool breaks_the_grammar(const Difference& difference) {
  return !is_content_type(difference.input.bytes);
}

// Runs of "?" and of U+FFFD as one "?".
std::string with_one_mark(std::string_view text) {
  constexpr std::string_view kReplacement = "\uFFFD";
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const bool replaced = text.substr(at, kReplacement.size()) == kReplacement;
    const bool mark = replaced || text[at] == '?';
    if (!mark || out.empty() || out.back() != '?') out += mark ? '?' : text[at];
    at += replaced ? kReplacement.size() : 1;
  }
  return out;
}

bool marks_broken_characters_differently(const Difference& difference) {
  return difference.ours.find("\uFFFD") != std::string::npos &&
         with_one_mark(difference.ours) == with_one_mark(difference.theirs);
}

// Word by word, as ours stand: UTF-8 where it is, else Latin-1.
std::string guessed_word_by_word(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find_first_of(" \t", at), text.size() - 1) + 1;
    out += guess_utf8(std::string_view(text).substr(at, end - at));
    at = end;
  }
  return out;
}

bool guesses_unencoded_bytes(const Difference& difference) {
  return !is_utf8(difference.input.bytes) &&
         (guess_utf8(difference.ours) == difference.theirs ||
          guessed_word_by_word(difference.ours) == difference.theirs);
}

bool ends_at_nul(const Difference& difference) {
  const size_t nul = difference.ours.find('\0');
  return nul != std::string::npos && difference.ours.substr(0, nul) == difference.theirs;
}

bool breaks_the_word_grammar(const Difference& difference) {
  return !holds_whole_encoded_words(difference.input.bytes);
}

bool decodes_words_in_parameters(const Difference& difference) {
  return kOurs.encoded_words(difference.ours) == difference.theirs;
}

std::string without_cr(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != '\r') out += c;
  }
  return out;
}

bool drops_bare_cr(const Difference& difference) {
  return difference.ours.find('\r') != std::string::npos &&
         without_cr(difference.ours) == difference.theirs;
}

std::string wider_charset(const std::string& charset) {
  if (charset == "shift_jis") return "cp932";
  if (charset == "euc-kr") return "cp949";
  if (charset == "gb2312") return "gb18030";
  return charset == "big5" ? "big5-hkscs" : "";
}

// The input's name ends in " CHARSET".
bool is_read_as_the_wider_charset(const Difference& difference) {
  const std::string& name = difference.input.name;
  const std::string wider = wider_charset(name.substr(name.rfind(' ') + 1));
  if (wider.empty()) return false;
  return kGmime.charset(difference.input.bytes, wider).value_or("none") == difference.ours;
}

}  // namespace

const std::vector<Rule>& judged_rules() {
  static const std::vector<Rule> rules = {
      {"structure", "broken or doubled lines in a header",
       "a broken line ends the header for us, as it does for MTAs, and GMime skips it; of two "
       "types "
       "we take the first",
       is_alike_once_mended},
      {"fields", "broken or doubled lines in a header, fields", "the same", is_alike_once_mended},
      {"contents", "broken or doubled lines in a header, contents", "the same",
       is_alike_once_mended},
      {"structure", "empty parts or no type",
       "between two delimiters we see a part without bytes, GMime none; RFC 2045 section 5.2 makes "
       "a type that is none text/plain, GMime application/octet-stream",
       is_alike_but_for_stand_ins},
      {"contents", "CR in front of a delimiter", "GMime leaves it to the part",
       is_alike_but_for_stand_ins},
      {"structure", "no header at all", "GMime takes it for no message", has_no_header},
      {"unfolding", "bare CR in a value", "we keep the byte, GMime drops it", drops_bare_cr},
      {"words", "broken characters", "we write U+FFFD, GMime a question mark",
       marks_broken_characters_differently},
      {"words", "bytes beside encoded words",
       "we leave them to the caller, GMime guesses a charset", guesses_unencoded_bytes},
      {"words", "NUL in encoded words", "GMime's text ends there", ends_at_nul, true},
      {"words", "outside the grammar of RFC 2047", "no reader is right", breaks_the_word_grammar},
      {"type", "no type at all", "GMime puts application/octet-stream in its place", is_no_type},
      {"type", "encoded words in parameters",
       "RFC 2047 section 5 forbids them there; GMime decodes them", decodes_words_in_parameters,
       true},
      {"type", "outside the grammar of RFC 2045", "no reader is right", breaks_the_grammar},
      {"base64", "base64 out of order",
       "we go on behind padding and give bytes that are whole, GMime does not",
       is_base64_out_of_order},
      {"quoted-printable", "blanks at the end of a line",
       "RFC 2045 section 6.7 rule 3 wants them deleted; GMime keeps them", strips_blanks},
      {"quoted-printable", "no escape", "RFC 2045 leaves open what a broken one means",
       holds_no_escape},
      {"charset", "a wider charset", "mail says the narrow name and means the wide one",
       is_read_as_the_wider_charset},
  };
  return rules;
}

}  // namespace plainbounce::differential
