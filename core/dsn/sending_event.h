#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// What an event of a large sending service (Amazon SES, also inside an SNS message, SendGrid,
// Mailgun, Postmark, SparkPost, Mailjet, Brevo, Mandrill) says about one recipient.
struct SendingEvent {
  enum class Kind { kFailed, kDelayed, kDelivered, kComplaint };
  Kind kind = Kind::kFailed;
  std::string address;
  std::string status;  // enhanced code; may be empty
  std::string reason;  // the reply or words, possibly with "smtp;" in front; may be empty
  std::string host;    // that answered; may be empty
  std::string reporter;
};

// The events in a JSON text; none when it is no JSON or of no shape that we know, or a service
// calls a bounce what is none, such as the answer of a vacation program.
std::vector<SendingEvent> read_sending_events(std::string_view json, size_t most);

}  // namespace plainbounce
