#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace plainbounce::differential {

// What a reader makes of one part of a message.
struct PartReading {
  size_t depth = 0;
  std::string type;      // "text/plain"
  bool has_type = true;  // false: the default, or what stands in for a type that is none
  // In order, values unfolded and trimmed.
  std::vector<std::pair<std::string, std::string>> fields;
  std::string content;  // of a part that is neither multipart nor message: as it stands
};
using Reading = std::vector<PartReading>;

// Two readers of the same things: ours (core/mime) and GMime's. Texts that go through C strings
// must hold no NUL.
struct Reader {
  Reading (*message)(const std::string& bytes);
  std::string (*encoded_words)(const std::string& value);
  std::string (*unfolding)(const std::string& raw_value);
  // "type/subtype", then a line for each parameter: "name=value"; "none" for what is no type.
  std::string (*content_type)(const std::string& value);
  std::string (*base64)(const std::string& text);
  std::string (*quoted_printable)(const std::string& text);
  // As UTF-8; nothing where a byte fits no character, or the charset is not known.
  std::optional<std::string> (*charset)(const std::string& bytes, const std::string& charset);
};
extern const Reader kOurs;
extern const Reader kGmime;

// A reading as lines: depth and type of each part; its fields; its content.
std::string structure_of(const Reading& reading);
std::string fields_of(const Reading& reading);
std::string contents_of(const Reading& reading);

// A returned message: GMime reads it as parts of its own, we never do.
bool is_message_type(const std::string& type);

}  // namespace plainbounce::differential
