#include "core/dsn/postmaster_copy.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

HeaderBlock header_of(const std::string& bytes) {
  return *parse_header_block(bytes, 0, bytes.size(), Limits());
}

TEST(PostmasterCopy, ByTheSenderOrSendmailsMark) {
  struct Case {
    const char* label;
    const char* sender;
    std::string header;
    bool copy;
  };
  const Case cases[] = {
      {"Postfix's sender", "double-bounce@mx.box.example", "Subject: x\n\n", true},
      {"in any case", "Double-Bounce@mx.box.example", "Subject: x\n\n", true},
      {"a sender like it", "double-bounces@mx.box.example", "Subject: x\n\n", false},
      {"Sendmail's mark", "", "Auto-Submitted: auto-generated (postmaster-notification)\n\n", true},
      {"Sendmail's report for a sender", "", "Auto-Submitted: auto-generated (failure)\n\n", false},
      {"nothing", "", "Subject: Postmaster Copy: Undelivered Mail\n\n", false},
  };
  for (const Case& c : cases) {
    Envelope envelope;
    envelope.sender = c.sender;
    EXPECT_EQ(is_postmaster_copy(envelope, header_of(c.header)), c.copy) << c.label;
  }
}

TEST(PostmasterCopy, ByTheHeaderAlone) {
  const std::string whole =
      "From: Mail Delivery System <MAILER-DAEMON@mx.box.example>\n"
      "Subject: Postmaster Copy: Undelivered Mail\nAuto-Submitted: auto-generated\n"
      "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n";
  struct Case {
    const char* label;
    std::string from;
    std::string to;
    bool copy;
  };
  const Case cases[] = {
      {"as Postfix writes it", "", "", true},
      {"a delay", "Copy: Undelivered Mail", "Warning: Delayed Mail", true},
      {"for a sender", "auto-generated", "auto-replied", false},
      {"from a person", "MAILER-DAEMON", "bob", false},
      {"another Subject", "Postmaster Copy", "Copy", false},
      {"no report", "multipart/report", "multipart/mixed", false},
  };
  for (const Case& c : cases) {
    std::string bytes = whole;
    if (!c.from.empty()) bytes.replace(bytes.find(c.from), c.from.size(), c.to);
    EXPECT_EQ(has_marks_of_postmaster_copy(header_of(bytes)), c.copy) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
