#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/session_transcript.h"

namespace plainbounce {

// "type; value" of RFC 3464 section 2.1.2 (address, MTA name, diagnostic). The type is in lower
// case and empty when the field had none; the value is unfolded, trimmed, in UTF-8.
struct TypedValue {
  std::string type;
  std::string value;
  bool operator==(const TypedValue&) const = default;
};

// A field that has no member of its own here.
struct ReportField {
  std::string name;
  std::string value;
};

// RFC 3464 section 2.2. Every field may be missing.
struct PerMessageFields {
  std::optional<std::string> original_envelope_id;
  std::optional<TypedValue> reporting_mta;
  std::optional<TypedValue> dsn_gateway;
  std::optional<TypedValue> received_from_mta;
  std::optional<std::string> arrival_date;
  std::vector<ReportField> other;  // X-Postfix-Queue-ID and all unknown ones, in order
};

// RFC 3464 section 2.3.3. kUnknown also stands for a missing field and for Postfix's "deliverable"
// and "undeliverable" of an address probe.
enum class Action { kFailed, kDelayed, kDelivered, kRelayed, kExpanded, kUnknown };
// "failed", "delayed", ..., "unknown"
std::string_view to_string(Action action);

// RFC 3464 section 2.3 and RFC 6533 section 4. Every field may be missing.
struct PerRecipientFields {
  std::optional<TypedValue> original_recipient;
  std::optional<TypedValue> final_recipient;
  Action action = Action::kUnknown;
  std::string action_text;            // as written, with comments
  std::optional<std::string> status;  // as written, without comments
  std::optional<TypedValue> remote_mta;
  std::optional<TypedValue> diagnostic_code;
  std::optional<std::string> last_attempt_date;
  std::optional<std::string> final_log_id;
  std::optional<std::string> will_retry_until;
  std::vector<ReportField> other;
  // What the human-readable part or a transcript says about this recipient, where the fields lack
  // it.
  std::string notice_text;
  // The words behind it, or of the diagnostic code, are all that a short notice says, and not what
  // it says of this recipient.
  bool has_words_of_whole_notice = false;
};

// What the returned message's header fields tell (text/rfc822-headers, message/rfc822,
// message/global, message/global-headers). Values are unfolded; `subject` and addresses are
// decoded.
struct OriginalHeaders {
  std::vector<std::string> received;
  std::optional<std::string> message_id;
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::optional<std::string> cc;
  std::optional<std::string> subject;
  std::optional<std::string> date;
  std::optional<std::string> accept_language;
  std::optional<std::string> content_language;
  std::optional<std::string> return_path;
  bool is_delivery_report = false;  // by Content-Type: multipart/report with delivery-status
};

// A delivery status notification, decoded. Owns all its text, UTF-8 and without NUL.
struct DeliveryReport {
  PerMessageFields message;
  std::vector<PerRecipientFields> recipients;
  std::optional<OriginalHeaders> original;
  std::string notice;             // the human-readable part as text, cut at Limits::notice_bytes
  bool machine_readable = false;  // it came from a delivery-status part, not from running text
  // The postmaster's notice about a session: then each recipient stands for a reply in it, and may
  // have no address.
  std::optional<SessionTranscript> session;
};

}  // namespace plainbounce
