#include "core/base/ascii.h"
#include "core/mime/charset.h"
#include "core/mime/content_type.h"
#include "core/mime/encoded_word.h"
#include "core/mime/message_tree.h"
#include "core/mime/transfer_encoding.h"
#include "tests/differential/reading.h"

namespace plainbounce::differential {

namespace {

Reading read_message(const std::string& bytes) {
  Reading reading;
  const auto tree = split_message(bytes, Limits{});
  if (!tree) return reading;
  for (const MimePart& part : tree->parts) {
    PartReading& out = reading.emplace_back();
    out.depth = part.depth;
    out.type = part.type.type + "/" + part.type.subtype;
    out.has_type = part.has_type;
    for (const HeaderField& field : part.header.fields) {
      out.fields.emplace_back(field.name, field.value());
    }
    if (part.type.is_multipart() || is_message_type(out.type)) continue;
    out.content = tree->bytes(part.body);
  }
  return reading;
}

std::string read_words(const std::string& value) { return decode_encoded_words(value); }

std::string unfold(const std::string& raw_value) {
  HeaderField field;
  field.raw_value = raw_value;
  return field.value();
}

std::string read_type(const std::string& value) {
  const auto type = parse_content_type(value);
  if (!type) return "none";
  std::string out = type->type + "/" + type->subtype;
  for (const auto& [name, text] : type->parameters) out += "\n" + name + "=" + text;
  return out;
}

std::optional<std::string> read_charset(const std::string& bytes, const std::string& charset) {
  auto text = to_utf8(bytes, charset);
  if (text && text->find("\uFFFD") != std::string::npos) return std::nullopt;
  return text;
}

}  // namespace

const Reader kOurs = {
    read_message,
    read_words,
    unfold,
    read_type,
    [](const std::string& text) { return decode_base64(text); },
    [](const std::string& text) { return decode_quoted_printable(text); },
    read_charset,
};

}  // namespace plainbounce::differential
