#include "core/rewrite/wrapper_part.h"

#include "core/base/ascii.h"
#include "core/base/own_marks.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

std::string multipart_type(std::string_view subtype, const std::string& boundary) {
  return "Content-Type: multipart/" + std::string(subtype) + ";\r\n\tboundary=\"" + boundary +
         "\"\r\n";
}

// The declaration that the original part lacks; inside a multipart/mixed the default type would be
// the same, but parsers want to see it.
std::string missing_type(const MessageTree& tree, const MimePart& original) {
  if (original.header.find("Content-Type") != nullptr) return {};
  const std::string_view body = tree.bytes(original.body);
  const bool declare_utf8 = !is_ascii(body) && is_utf8(body) && original.transfer_encoding.empty();
  std::string header = declare_utf8 ? "Content-Type: text/plain; charset=utf-8\r\n"
                                      "Content-Transfer-Encoding: 8bit\r\n"
                                    : "Content-Type: text/plain\r\n";
  // Without fields and without a blank line the first line of text would become a field.
  const bool has_blank_line = original.body.begin > original.header.range.end;
  if (original.header.fields.empty() && !has_blank_line) header += "\r\n";
  return header;
}

}  // namespace

std::string text_part(std::string_view text, std::string_view subtype) {
  const bool ascii = is_ascii(text);
  std::string part = "Content-Type: text/" + std::string(subtype) + "; charset=utf-8\r\n";
  part += ascii ? "Content-Transfer-Encoding: 7bit\r\n"
                : "Content-Transfer-Encoding: quoted-printable\r\n";
  part += "Content-Description: " + std::string(kExplanationPart) + "\r\n\r\n";
  part += ascii ? std::string(text) : encode_quoted_printable(text);
  return part;
}

std::string note_part(const NoteTexts& texts, const std::string& boundary,
                      std::string_view description) {
  if (texts.html.empty()) return text_part(texts.text, "plain");
  std::string part = multipart_type("alternative", boundary);
  if (!description.empty()) part += "Content-Description: " + std::string(description) + "\r\n";
  part += "\r\n--" + boundary + "\r\n";
  part += text_part(texts.text, "plain");
  part += "\r\n--" + boundary + "\r\n";
  part += text_part(texts.html, "html");
  part += "\r\n--" + boundary + "--\r\n";
  return part;
}

std::string wrapper_before(const MessageTree& tree, const MimePart& original,
                           const NoteTexts& texts, const std::string& mixed_boundary,
                           const std::string& alternative_boundary) {
  std::string head = multipart_type("mixed", mixed_boundary);
  // RFC 2045 section 6.4: a multipart declares what its parts need and no more.
  if (original.transfer_encoding == "binary") {
    head += "Content-Transfer-Encoding: binary\r\n";
  } else if (!is_ascii(tree.bytes(original.whole))) {
    head += "Content-Transfer-Encoding: 8bit\r\n";
  }
  head += "Content-Description: Notification\r\n\r\n--" + mixed_boundary + "\r\n";
  head += note_part(texts, alternative_boundary, {});
  head += "\r\n--" + mixed_boundary + "\r\n";
  return head + missing_type(tree, original);
}

std::string wrapper_behind(const std::string& mixed_boundary) {
  return "\r\n--" + mixed_boundary + "--\r\n";
}

}  // namespace plainbounce
