#pragma once

#include <algorithm>
#include <string>

#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/legacy_bounce.h"
#include "tests/support/judged_message.h"

// Notices in running text, and what is read of them.
namespace plainbounce::testing {

inline constexpr const char* kCopy =
    "\nReceived: by m.test; Mon, 2 Mar 2026 10:00:00 +0000\nFrom: anna@example.net\n"
    "To: bob@x.test\nSubject: Hi\n\nbody\n";

// "address action host type;diagnostic | ...; Subject", or "not recognised".
inline std::string read(const std::string& message) {
  const auto tree = split_message(message, Limits());
  if (!tree) return "not split";
  if (!recognise_legacy_bounce(*tree, PlainText::kNo)) return "not recognised";
  const auto report = parse_legacy_bounce(*tree, Limits());
  if (!report) return report.error().message;
  std::string out;
  for (const PerRecipientFields& r : report->recipients) {
    out += (r.final_recipient ? r.final_recipient->value : "-") + ' ' +
           std::string(to_string(r.action)) + ' ' + (r.remote_mta ? r.remote_mta->value : "-") +
           ' ';
    if (r.diagnostic_code) out += r.diagnostic_code->type + ';' + r.diagnostic_code->value;
    if (!r.notice_text.empty()) out += "(" + r.notice_text + ')';
    out += " |";
  }
  if (report->original) out += ' ' + report->original->subject.value_or("no subject");
  return out;
}

inline std::string from_daemon(const std::string& text) {
  return "From: Mailer Daemon <MAILER-DAEMON@m.test>\nSubject: failure notice\n\n" + text;
}

}  // namespace plainbounce::testing
