#include "core/mime/transfer_encoding.h"

#include "core/base/ascii.h"

namespace plainbounce {

std::string_view decode_transfer_encoding(std::string_view text, std::string_view encoding,
                                          std::string& buffer) {
  const std::string_view name = trim(encoding);
  if (equals_ignoring_case(name, "quoted-printable")) return buffer = decode_quoted_printable(text);
  if (equals_ignoring_case(name, "base64")) return buffer = decode_base64(text);
  return text;
}

}  // namespace plainbounce
