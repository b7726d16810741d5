#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/dsn/bounce_verdict.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// True when the text begins with header fields of a mail message; else it is pasted text.
bool is_message(std::string_view text);

// The messages of a mailbox file (RFC 4155): divided by a line "From ..." at the start and those
// with a time of day behind empty lines, which are left out, ">From " unquoted. Text that does not
// begin with such a line is one message.
std::vector<std::string> split_mailbox(const std::string& text);

// A message with the line ends of the wire. LF alone becomes CRLF where the header's lines end with
// LF; to_original() takes exactly those out again, so that the rest keeps every byte.
class WireMessage {
 public:
  explicit WireMessage(std::string text);

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::string to_original(const std::string& bytes) const;

 private:
  bool converted_;
  std::string bytes_;
};

// What somebody on the command line says of the envelope; empty: the message itself is asked.
struct EnvelopeOptions {
  bool has_sender = false;
  std::string sender;
  std::vector<std::string> recipients;
  std::string daemon_name;
  std::string client_address;
};
// The sender is null unless the message's first Return-Path or the options say otherwise; the
// recipients are those of the first Delivered-To, X-Original-To or To.
Envelope envelope_of(const HeaderBlock& header, const EnvelopeOptions& options);

}  // namespace plainbounce
