#pragma once

#include <string>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// Whose message a report is about, as far as the report or the returned message tells.
struct MessageSender {
  enum class Kind {
    kUnknown,
    kSomebody,
    kNotice,    // nobody: a delivery report came back itself (a double bounce)
    kAutomatic  // nobody: another message from the null sender
  };
  Kind kind = Kind::kUnknown;
  std::string address;  // of somebody, cleaned

  // The message failed, and no one could be told so.
  [[nodiscard]] bool is_nobody() const { return kind == Kind::kNotice || kind == Kind::kAutomatic; }
};
// By Postfix's X-Postfix-Sender, else by the returned message's Return-Path. Postfix writes
// MAILER-DAEMON for the null sender in both.
MessageSender sender_of(const DeliveryReport& report);

}  // namespace plainbounce
