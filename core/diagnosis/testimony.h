#pragma once

#include <optional>
#include <string>

#include "core/dsn/delivery_report.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {

// What a report says about one recipient, put in order: one reply and what stands around it.
struct Testimony {
  SmtpReply reply;               // the innermost; empty when nobody said anything
  std::string diagnostic_type;   // of the field that it was read from; empty when from the notice
  std::string host;              // remote MTA, or the server that the reply's wrapper names
  std::string words;             // of a local program, beside an exit code or a bare diagnostic
  std::string source;            // "diagnostic-code", "notice" or empty
  bool is_whole_notice = false;  // the words are a notice's, which need not mean the recipient
  std::optional<EnhancedStatusCode> status;  // the report's own field
};

// Diagnostic-Code first; the notice where the field is missing, cut after its first line, or only
// an aftermath ("503 need RCPT", "554 no valid recipients") of the real refusal.
Testimony collect_testimony(const PerRecipientFields& recipient);

// A line that servers send because of an earlier refusal; it tells nothing about the cause.
bool is_aftermath(const SmtpReply& reply);
// True when a remote server answered: a reply code stands there, and no local program put it.
bool is_remote_reply(const Testimony& testimony);

// Class digit of the reply code, else of its enhanced code, else of Status; 0 when there is none.
int first_digit(const Testimony& testimony);

}  // namespace plainbounce
