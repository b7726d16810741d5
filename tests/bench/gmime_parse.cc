#include "tests/bench/gmime_parse.h"

#include <gmime/gmime.h>

namespace plainbounce::bench {

size_t parse_with_gmime(const std::string& bytes) {
  static const bool ready = [] {
    g_mime_init();
    return true;
  }();
  if (!ready) return 0;
  GMimeStream* stream = g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size());
  GMimeParser* parser = g_mime_parser_new_with_stream(stream);
  GMimeMessage* message = g_mime_parser_construct_message(parser, nullptr);
  GMimeObject* body = message == nullptr ? nullptr : g_mime_message_get_mime_part(message);
  size_t parts = 0;
  if (GMIME_IS_MULTIPART(body)) {
    parts = static_cast<size_t>(g_mime_multipart_get_count(GMIME_MULTIPART(body)));
  }
  if (message != nullptr) g_object_unref(message);
  g_object_unref(parser);
  g_object_unref(stream);
  return parts;
}

}  // namespace plainbounce::bench
