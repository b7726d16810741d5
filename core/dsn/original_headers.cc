#include "core/dsn/original_headers.h"

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"
#include "core/mime/content_type.h"
#include "core/mime/encoded_word.h"
#include "core/mime/header_block.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

std::string_view without_mbox_line(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  if (text.substr(0, 5) != "From " && text.substr(0, 6) != ">From ") return text;
  const size_t end = text.find('\n');
  return end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
}

// Only whole lines, so that no half field is read.
std::string_view cut_at_line(std::string_view text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  text = text.substr(0, max_bytes);
  return text.substr(0, text.rfind('\n') + 1);
}

std::string plain_value(const HeaderField& field, const Limits& limits) {
  std::string buffer;
  return one_line(field.value(buffer), limits.reply_bytes);
}

std::optional<std::string> plain_value(const HeaderBlock& header, std::string_view name,
                                       const Limits& limits) {
  const HeaderField* field = header.find(name);
  if (field == nullptr) return std::nullopt;
  return plain_value(*field, limits);
}

std::optional<std::string> decoded_value(const HeaderBlock& header, std::string_view name,
                                         const Limits& limits) {
  auto value = plain_value(header, name, limits);
  if (!value || value->find("=?") == std::string::npos) return value;
  return one_line(decode_encoded_words(*value), limits.reply_bytes);
}

bool is_delivery_report(const HeaderBlock& header) {
  const auto type = parse_content_type(header.value("Content-Type").value_or(""));
  return type && type->is("multipart", "report") &&
         equals_ignoring_case(type->parameter("report-type").value_or(""), "delivery-status");
}

}  // namespace

std::optional<OriginalHeaders> read_original_headers(std::string_view text, const Limits& limits) {
  text = cut_at_line(without_mbox_line(text), limits.header_bytes);
  const auto header = parse_header_block(text, 0, text.size(), limits);
  if (!header || header->fields.empty()) return std::nullopt;
  OriginalHeaders original;
  for (const HeaderField& field : header->fields) {
    if (!equals_ignoring_case(field.name, "Received")) continue;
    original.received.push_back(plain_value(field, limits));
  }
  original.message_id = plain_value(*header, "Message-ID", limits);
  original.from = decoded_value(*header, "From", limits);
  original.to = decoded_value(*header, "To", limits);
  original.cc = decoded_value(*header, "Cc", limits);
  original.subject = decoded_value(*header, "Subject", limits);
  original.date = plain_value(*header, "Date", limits);
  original.accept_language = plain_value(*header, "Accept-Language", limits);
  original.content_language = plain_value(*header, "Content-Language", limits);
  original.return_path = plain_value(*header, "Return-Path", limits);
  original.is_delivery_report = is_delivery_report(*header);
  return original;
}

std::optional<OriginalHeaders> read_original_part(const MessageTree& tree, size_t part,
                                                  const Limits& limits) {
  if (part == MimePart::kNoParent) return std::nullopt;
  const MimePart& here = tree.parts[part];
  // Base64 needs four bytes for three, quoted-printable up to three for one.
  const std::string_view body = tree.bytes(here.body).substr(0, limits.header_bytes * 4);
  std::string buffer;
  return read_original_headers(decode_transfer_encoding(body, here.transfer_encoding, buffer),
                               limits);
}

}  // namespace plainbounce
