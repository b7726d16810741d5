#include "core/dsn/postmaster_copy.h"

#include "core/base/ascii.h"
#include "core/mime/content_type.h"

namespace plainbounce {

namespace {

constexpr std::string_view kSendmailMark = "auto-generated (postmaster-notification)";

}  // namespace

bool is_postmaster_copy(const Envelope& envelope, const HeaderBlock& header) {
  const std::string_view sender = envelope.sender;
  if (equals_ignoring_case(sender.substr(0, sender.rfind('@')), "double-bounce")) return true;
  return equals_ignoring_case(trim(header.value("Auto-Submitted").value_or("")), kSendmailMark);
}

bool has_marks_of_postmaster_copy(const HeaderBlock& header) {
  const auto type = parse_content_type(header.value("Content-Type").value_or(""));
  const std::string from = header.value("From").value_or("");
  const std::string subject = header.value("Subject").value_or("");
  return type && type->is("multipart", "report") &&
         equals_ignoring_case(trim(header.value("Auto-Submitted").value_or("")),
                              "auto-generated") &&
         find_ignoring_case(from, "MAILER-DAEMON@") != std::string_view::npos &&
         starts_with_ignoring_case(subject, "Postmaster ");
}

}  // namespace plainbounce
