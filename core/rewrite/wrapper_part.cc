#include "core/rewrite/wrapper_part.h"

#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/base/own_marks.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

constexpr size_t kFrameBytes = 1000;  // what stands around the texts, with room

void append_multipart_type(std::string& out, std::string_view subtype, std::string_view boundary) {
  out += "Content-Type: multipart/";
  out += subtype;
  out += ";\r\n\tboundary=\"";
  out += boundary;
  out += "\"\r\n";
}

void append_delimiter(std::string& out, std::string_view boundary) {
  out += "\r\n--";
  out += boundary;
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

void append_text_part(std::string& out, std::string_view text, std::string_view subtype) {
  const bool ascii = is_ascii(text);
  out += "Content-Type: text/";
  out += subtype;
  out += "; charset=utf-8\r\n";
  out += ascii ? "Content-Transfer-Encoding: 7bit\r\n"
               : "Content-Transfer-Encoding: quoted-printable\r\n";
  out += "Content-Description: ";
  out += kExplanationPart;
  out += "\r\n\r\n";
  if (ascii) {
    out += text;
  } else {
    out += encode_quoted_printable(text);
  }
}

void append_note_part(std::string& out, const NoteTexts& texts, std::string_view boundary,
                      std::string_view description) {
  if (texts.html.empty()) return append_text_part(out, texts.text, "plain");
  append_multipart_type(out, "alternative", boundary);
  if (!description.empty()) {
    out += "Content-Description: ";
    out += description;
    out += "\r\n";
  }
  append_delimiter(out, boundary);
  out += "\r\n";
  append_text_part(out, texts.text, "plain");
  append_delimiter(out, boundary);
  out += "\r\n";
  append_text_part(out, texts.html, "html");
  append_delimiter(out, boundary);
  out += "--\r\n";
}

size_t usual_size(const NoteTexts& texts) {
  return texts.text.size() + texts.html.size() + kFrameBytes;
}

}  // namespace

std::string note_part(const NoteTexts& texts, std::string_view boundary,
                      std::string_view description) {
  std::string part;
  part.reserve(usual_size(texts));
  append_note_part(part, texts, boundary, description);
  return part;
}

std::string wrapper_before(const MessageTree& tree, const MimePart& original,
                           const NoteTexts& texts, std::string_view mixed_boundary,
                           std::string_view alternative_boundary) {
  std::string head;
  head.reserve(usual_size(texts));
  append_multipart_type(head, "mixed", mixed_boundary);
  // RFC 2045 section 6.4: a multipart declares what its parts need and no more.
  if (original.transfer_encoding == "binary") {
    head += "Content-Transfer-Encoding: binary\r\n";
  } else if (!is_ascii(tree.bytes(original.whole))) {
    head += "Content-Transfer-Encoding: 8bit\r\n";
  }
  head += "Content-Description: Notification\r\n";
  append_delimiter(head, mixed_boundary);
  head += "\r\n";
  append_note_part(head, texts, alternative_boundary, {});
  append_delimiter(head, mixed_boundary);
  head += "\r\n";
  head += missing_type(tree, original);
  return head;
}

std::string wrapper_behind(std::string_view mixed_boundary) {
  return concat({"\r\n--", mixed_boundary, "--\r\n"});
}

}  // namespace plainbounce
