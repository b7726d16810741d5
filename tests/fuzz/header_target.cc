// Header fields, encoded words, Content-Type and addresses: fields cover the bytes, what is UTF-8
// stays UTF-8, and what we encode or put together is read back.
#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/mime/addresses.h"
#include "core/mime/content_type.h"
#include "core/mime/encoded_word.h"
#include "core/mime/header_block.h"
#include "tests/fuzz/seed_messages.h"

namespace plainbounce::fuzz {

namespace {

void check_block(std::string_view input) {
  const auto block = parse_header_block(input, 0, input.size(), {});
  if (!block) {
    demand(!block.error().message.empty(), "a failure without words");
    return;
  }
  size_t at = 0;
  for (const HeaderField& field : block->fields) {
    demand(field.range.begin == at, "a gap between fields");
    demand(!field.name.empty(), "a field without a name");
    demand(field.value().find('\n') == std::string::npos, "a value that is not unfolded");
    at = field.range.end;
  }
  demand(at == block->range.end, "fields do not fill the header");
  const std::string_view blank = input.substr(at, block->body_begin - at);
  demand(blank.empty() || blank == "\n" || blank == "\r\n", "bytes between header and body");
}

// Control characters and blanks as one blank each run, none at the ends.
std::string squeezed(std::string_view text) {
  std::string out;
  bool blank_due = false;
  for (size_t at = 0; at < text.size();) {
    const auto point = code_point_at(text, at);
    const size_t size = point ? point->size : 1;
    const char32_t value = point ? point->value : 0xFFFD;
    at += size;
    if (value <= 0x20 || (value >= 0x7F && value <= 0x9F)) {
      blank_due = !out.empty();
      continue;
    }
    if (blank_due) out += ' ';
    blank_due = false;
    append_utf8(out, value);
  }
  return out;
}

void check_encoding(std::string_view input) {
  for (const size_t name_size : {size_t{2}, size_t{20}}) {
    const std::string encoded = encode_header_text(input, name_size);
    std::string unfolded;
    size_t column = name_size + 2;
    for (size_t i = 0; i < encoded.size(); ++i) {
      const char c = encoded[i];
      if (c == '\n') {
        demand(i + 1 < encoded.size() && encoded[i + 1] == ' ', "a broken fold");
        column = 0;
        continue;
      }
      demand(is_printable(c), "a header value that is not plain");
      demand(++column <= 76, "a line of more than 76 characters");
      unfolded += c;
    }
    demand_equal(decode_encoded_words(trim(unfolded)), squeezed(input), "header text and back");
  }
}

void check_words(std::string_view input) {
  const std::string decoded = decode_encoded_words(input);
  if (is_utf8(input)) demand(is_utf8(decoded), "decoded words are no UTF-8");
  if (input.find("=?") == std::string_view::npos) demand_equal(decoded, input, "no words");
}

std::string written(const ContentType& type) {
  std::string out = type.type + "/" + type.subtype;
  for (const auto& [name, value] : type.parameters) out += "; " + name + "=" + quoted(value);
  return out;
}

void check_content_type(std::string_view input) {
  const auto type = parse_content_type(input);
  if (!type) return;
  const auto again = parse_content_type(written(*type));
  demand(again.has_value(), "a type that cannot be read again: " + written(*type));
  demand_equal(written(*again), written(*type), "a type and back");
}

void check_addresses(std::string_view input) {
  size_t size = 0;
  for (const std::string& address : addresses_in(input)) {
    demand(!address.empty(), "an empty address");
    size += address.size();
  }
  demand(size <= input.size(), "more addresses than there were");
}

void run(std::string_view input) {
  check_block(input);
  check_words(input);
  check_encoding(input.substr(0, 1000));
  check_content_type(input);
  check_addresses(input);
}

std::vector<Seed> seeds() {
  return {
      {"two-fields", "Subject: one\r\nTo: a\r\n\tb\r\n\r\nbody"},
      {"line-feeds", "Subject: one\nTo:\n a\n\nbody"},
      {"no-field", "no field at all\r\nTo: a\r\n"},
      {"blank-before-colon", "Subject : x\n"},
      {"encoded-words", "=?utf-8?Q?Sch=C3=B6n_da?= =?UTF-8?B?U2Now7Zu?= =?iso-8859-1?q?=E4?= b"},
      {"a-character-cut-in-two-words", "=?utf-8?Q?=C3?= =?utf-8?Q?=A4?="},
      {"shift-state", "=?iso-2022-jp?B?GyRCJSglaSE8GyhC?="},
      {"almost-words", "=?utf-8?X?b?= =??Q?a?= =?utf-8?Q?a =?utf-8?Q?a b?="},
      {"unknown-charset", "=?x-none?Q?a?= =?x-none?Q?b?="},
      {"text-like-an-encoded-word", "a =?utf-8?Q?b?= \xC3\xA4 =?"},
      {"long-word", std::string(200, 'x') + " y " + std::string(75, 'z')},
      {"words-of-many-scripts",
       "\xE6\x97\xA5\xE6\x9C\xAC \xD0\x9F\xD0\xBE \xC3\xA4 plain "
       "\xF0\x9F\x98\x80\xF0\x9F\x98\x80 and more plain words here"},
      {"type-with-boundary",
       "multipart/report; report-type=delivery-status; boundary=\"a \\\" b\""},
      {"sectioned-parameter", "text/plain; name*0*=utf-8''%E2%82; name*1*=%AC; name=x"},
      {"comments", "text (a (b) \\) ) / plain ; charset (c) = utf-8 (d)"},
      {"broken-parameters", "text/plain; =x; a; \"b\"=c; d=\"never closed"},
      {"addresses", "Alice <alice@box.example>, \"B, b\" <b@c> (x), <@r:d@e>, g: h@i, j@k;"},
      {"null-path", "<>"},
  };
}

std::vector<std::string> words() {
  std::vector<std::string> words = message_words();
  for (const char* word :
       {"=?utf-8?Q?", "=?utf-8?B?", "?=",  "=?",      "=C3=A4", "=?iso-2022-jp?B?",
        "GyRC",       "*0*=",       "*1=", "utf-8''", "%C3%A4", "\\\"",
        "(",          ")",          "<",   ">",       "@",      ";",
        ",",          ":"}) {
    words.emplace_back(word);
  }
  return words;
}

}  // namespace

const Target kHeaderTarget = {"header", 4096, run, seeds, words};

}  // namespace plainbounce::fuzz
