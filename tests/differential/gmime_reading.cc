#include <gmime/gmime.h>

#include <algorithm>
#include <memory>

#include "core/base/ascii.h"
#include "tests/differential/reading.h"

namespace plainbounce::differential {

namespace {

struct Unref {
  void operator()(void* object) const { g_object_unref(object); }
};
template <class T>
using Owned = std::unique_ptr<T, Unref>;

struct Free {
  void operator()(char* text) const { g_free(text); }
};
using OwnedText = std::unique_ptr<char, Free>;

// GMime is set up once, before its first use.
void set_up() {
  static const bool done = [] {
    g_mime_init();
    return true;
  }();
  static_cast<void>(done);
}

std::string text_of(const char* text) { return text == nullptr ? std::string() : text; }

std::string unfold(const std::string& raw_value) {
  set_up();
  const OwnedText text(g_mime_utils_header_unfold(raw_value.c_str()));
  return std::string(trim(text_of(text.get())));
}

std::string content_of(GMimePart* part) {
  GMimeDataWrapper* content = g_mime_part_get_content(part);
  if (content == nullptr) return "";
  const Owned<GMimeStream> stream(g_mime_stream_mem_new());
  GMimeStream* raw = g_mime_data_wrapper_get_stream(content);
  g_mime_stream_reset(raw);
  g_mime_stream_write_to_stream(raw, stream.get());
  GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
  return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

struct FieldAt {
  gint64 offset;
  std::string name;
  std::string value;
};

void add_fields(GMimeObject* object, std::vector<FieldAt>& fields) {
  GMimeHeaderList* list = g_mime_object_get_header_list(object);
  for (int i = 0; i < g_mime_header_list_get_count(list); ++i) {
    GMimeHeader* header = g_mime_header_list_get_header_at(list, i);
    fields.push_back({g_mime_header_get_offset(header), text_of(g_mime_header_get_raw_name(header)),
                      unfold(text_of(g_mime_header_get_raw_value(header)))});
  }
}

// In the order of the message: GMime keeps the fields of a message and of its content apart.
void put_in_order(std::vector<FieldAt>& fields, PartReading& part) {
  std::stable_sort(fields.begin(), fields.end(),
                   [](const FieldAt& a, const FieldAt& b) { return a.offset < b.offset; });
  for (const FieldAt& field : fields) {
    std::string name = field.name;
    while (!name.empty() && is_blank(name.back())) name.pop_back();
    part.fields.emplace_back(std::move(name), field.value);
  }
}

struct Node {
  GMimeObject* object;
  size_t depth;
};

Reading read_message(const std::string& bytes) {
  set_up();
  const Owned<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
  Reading reading;
  if (!message) return reading;
  std::vector<Node> open = {{g_mime_message_get_mime_part(message.get()), 0}};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (node.object == nullptr) continue;
    PartReading& part = reading.emplace_back();
    part.depth = node.depth;
    GMimeContentType* type = g_mime_object_get_content_type(node.object);
    part.type = to_lower(text_of(g_mime_content_type_get_media_type(type)) + "/" +
                         text_of(g_mime_content_type_get_media_subtype(type)));
    std::vector<FieldAt> fields;
    if (node.depth == 0) add_fields(GMIME_OBJECT(message.get()), fields);
    add_fields(node.object, fields);
    put_in_order(fields, part);
    if (GMIME_IS_MULTIPART(node.object)) {
      GMimeMultipart* multipart = GMIME_MULTIPART(node.object);
      for (int i = g_mime_multipart_get_count(multipart); i-- > 0;) {
        open.push_back({g_mime_multipart_get_part(multipart, i), node.depth + 1});
      }
    } else if (GMIME_IS_PART(node.object) && !is_message_type(part.type)) {
      part.content = content_of(GMIME_PART(node.object));
    }
  }
  return reading;
}

std::string read_words(const std::string& value) {
  set_up();
  const OwnedText text(g_mime_utils_header_decode_text(nullptr, value.c_str()));
  return text_of(text.get());
}

std::string read_type(const std::string& value) {
  set_up();
  const Owned<GMimeContentType> type(g_mime_content_type_parse(nullptr, value.c_str()));
  std::string out = to_lower(text_of(g_mime_content_type_get_media_type(type.get())) + "/" +
                             text_of(g_mime_content_type_get_media_subtype(type.get())));
  GMimeParamList* parameters = g_mime_content_type_get_parameters(type.get());
  for (int i = 0; i < g_mime_param_list_length(parameters); ++i) {
    GMimeParam* parameter = g_mime_param_list_get_parameter_at(parameters, i);
    out += "\n" + to_lower(text_of(g_mime_param_get_name(parameter))) + "=" +
           text_of(g_mime_param_get_value(parameter));
  }
  return out;
}

std::string decode(const std::string& text, GMimeContentEncoding encoding) {
  GMimeEncoding state;
  g_mime_encoding_init_decode(&state, encoding);
  std::string out(g_mime_encoding_outlen(&state, text.size()) + 8, '\0');
  const size_t size = g_mime_encoding_flush(&state, text.data(), text.size(), out.data());
  out.resize(size);
  return out;
}

std::optional<std::string> read_charset(const std::string& bytes, const std::string& charset) {
  set_up();
  const iconv_t converter = g_mime_iconv_open("UTF-8", charset.c_str());
  if (reinterpret_cast<intptr_t>(converter) == -1) return std::nullopt;
  std::string text(bytes.size() * 6 + 16, '\0');
  char* in = const_cast<char*>(bytes.data());  // iconv does not write there
  size_t in_left = bytes.size();
  char* out = text.data();
  size_t out_left = text.size();
  const bool whole = g_mime_iconv(converter, &in, &in_left, &out, &out_left) == 0 &&
                     g_mime_iconv(converter, nullptr, nullptr, &out, &out_left) == 0;
  g_mime_iconv_close(converter);
  if (!whole) return std::nullopt;
  text.resize(text.size() - out_left);
  return text;
}

}  // namespace

const Reader kGmime = {
    read_message,
    read_words,
    unfold,
    read_type,
    [](const std::string& text) { return decode(text, GMIME_CONTENT_ENCODING_BASE64); },
    [](const std::string& text) { return decode(text, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE); },
    read_charset,
};

}  // namespace plainbounce::differential
