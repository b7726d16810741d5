#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/milter/mail_transaction.h"

namespace plainbounce::testing {

// A recipient of a sample report.
struct SampleRecipient {
  std::string address = "nouser@far.example";
  std::string action = "failed";
  std::string status = "5.1.1";
  std::string reply = "550 5.1.1 <nouser@far.example>: User unknown";
};

// A report as Postfix writes it, CRLF. `returned_bytes`: size of the returned message's body;
// `extra_header`: whole lines for the outer header.
std::string sample_report(const std::vector<SampleRecipient>& recipients = {SampleRecipient()},
                          size_t returned_bytes = 200, std::string_view extra_header = "",
                          std::string_view original_queue_id = "3ORIGINAL");
// Ordinary mail with a body of that size.
std::string sample_mail(size_t body_bytes);
// What an MTA does with a report of its own bounce service, or with mail from outside.
MailTransaction own_report(std::string message);
MailTransaction from_outside(std::string sender, std::string message);

}  // namespace plainbounce::testing
