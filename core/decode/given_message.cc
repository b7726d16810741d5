#include "core/decode/given_message.h"

#include "core/base/ascii.h"
#include "core/dsn/postmaster_copy.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

constexpr std::string_view kFromLine = "From ";

// Offset behind the end of the line that begins at `at`.
size_t behind_line(std::string_view text, size_t at) {
  const size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

std::string_view line_at(std::string_view text, size_t at) {
  std::string_view line = text.substr(at, behind_line(text, at) - at);
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

// The line that a mailbox file puts before each message: "From SENDER Mon Nov 30 03:28:06 2026". A
// sentence that begins so has no time of day behind a number.
bool is_from_line(std::string_view line) {
  if (line.substr(0, kFromLine.size()) != kFromLine) return false;
  for (size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    if (colon >= 4 && colon + 2 < line.size() && is_digit(line[colon - 4]) &&
        line[colon - 3] == ' ' && is_digit(line[colon - 2]) && is_digit(line[colon - 1]) &&
        is_digit(line[colon + 1]) && is_digit(line[colon + 2])) {
      return true;
    }
  }
  return false;
}

// ">From " and ">>From ": the quoting of mailbox files.
bool is_quoted_from(std::string_view line) {
  const size_t marks = line.find_first_not_of('>');
  return marks != 0 && marks != std::string_view::npos &&
         line.substr(marks, kFromLine.size()) == kFromLine;
}

}  // namespace

bool is_message(std::string_view text) {
  constexpr std::string_view kUsualFields[] = {
      "Return-Path", "Received",      "From",          "To",           "Date",
      "Subject",     "Message-ID",    "MIME-Version",  "Content-Type", "Delivered-To",
      "Reply-To",    "X-Original-To", "Auto-Submitted"};
  const auto header = parse_header_block(text, 0, text.size(), Limits{});
  if (!header) return true;  // beyond the limits of a message, which says more than pasted text
  for (const std::string_view name : kUsualFields) {
    if (header->find(name) != nullptr) return true;
  }
  return false;
}

std::vector<std::string> split_mailbox(const std::string& text) {
  if (text.compare(0, kFromLine.size(), kFromLine) != 0) return {text};
  std::vector<std::string> messages;
  bool after_empty_line = false;
  for (size_t at = 0; at < text.size();) {
    const size_t next = behind_line(text, at);
    const std::string_view line = line_at(text, at);
    if (at == 0 || (after_empty_line && is_from_line(line))) {
      messages.emplace_back();
    } else {
      messages.back().append(text, is_quoted_from(line) ? at + 1 : at,
                             next - (is_quoted_from(line) ? at + 1 : at));
    }
    after_empty_line = line.empty();
    at = next;
  }
  return messages;
}

WireMessage::WireMessage(std::string text) : converted_(false) {
  const size_t end = text.find('\n');
  converted_ = end != std::string::npos && (end == 0 || text[end - 1] != '\r');
  if (!converted_) {
    bytes_ = std::move(text);
    return;
  }
  bytes_.reserve(text.size() + text.size() / 32);
  for (const char c : text) {
    if (c == '\n') bytes_ += '\r';
    bytes_ += c;
  }
}

std::string WireMessage::to_original(const std::string& bytes) const {
  if (!converted_) return bytes;
  std::string out;
  out.reserve(bytes.size());
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\r' && i + 1 < bytes.size() && bytes[i + 1] == '\n') continue;
    out += bytes[i];
  }
  return out;
}

Envelope envelope_of(const HeaderBlock& header, const EnvelopeOptions& options) {
  Envelope envelope;
  envelope.daemon_name = options.daemon_name;
  envelope.client_address = options.client_address;
  if (options.has_sender) {
    envelope.sender = std::string(without_angle_brackets(options.sender));
  } else if (const auto path = header.value("Return-Path")) {
    envelope.sender = std::string(without_angle_brackets(*path));
  } else if (!options.daemon_name.empty() && has_marks_of_postmaster_copy(header)) {
    // As Postfix's own service hands it over.
    const auto from = addresses_in(header.value("From").value_or(""));
    envelope.sender = "double-bounce@" + (from.empty() ? "" : domain_of(from.front()));
  }
  for (const std::string& recipient : options.recipients) {
    envelope.recipients.emplace_back(without_angle_brackets(recipient));
  }
  for (const std::string_view name : {"Delivered-To", "X-Original-To", "To"}) {
    if (!envelope.recipients.empty()) break;
    if (const auto value = header.value(name)) envelope.recipients = addresses_in(*value);
  }
  return envelope;
}

}  // namespace plainbounce
