#include "core/dsn/sending_event.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/base/json_values.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostValues = 20000;      // a batch of some thousand events
constexpr size_t kMostObjects = 4000;      // of a batch
constexpr size_t kMostShared = 4U << 10U;  // bytes that each recipient of an event gets

// Paths are below the event's object; the first that is there counts.
struct Shape {
  std::string_view event;                                  // where the kind of event stands
  std::string_view failed, delayed, delivered, complaint;  // its words, divided by "|"
  std::string_view address;
  std::string_view reason;  // several, divided by "|"
  std::string_view status;
  std::string_view host;
  std::string_view required;  // paths, divided by "|"; where there are some, one has a value
  std::string_view detail;    // what a failure was in truth stands here, by these words
  std::string_view delayed_details, complaint_details, other_details;
  std::string_view code = {};  // the reply's three digits, where `reason` begins behind them
};

// Mailgun (since 2018, and before), Postmark, SparkPost, Mandrill, Resend, MailerSend, Azure,
// SMTP2GO, then SendGrid, Mailjet and Brevo: the last ones' words alone are words of other
// programs' events, too.
constexpr Shape kShapes[] = {
    {"event-data.event", "failed", "", "delivered", "complained", "event-data.recipient",
     "event-data.delivery-status.message|event-data.delivery-status.description|event-data.reason",
     "event-data.delivery-status.enhanced-code", "event-data.delivery-status.mx-host", "",
     "event-data.severity", "temporary", "", "", "event-data.delivery-status.code"},
    {"event", "bounced|dropped", "", "delivered", "complained", "recipient",
     "error|description|reason", "", "", "domain|token|Message-Id", "", "", "", "", "code"},
    {"RecordType", "Bounce", "", "Delivery", "SpamComplaint", "Email", "Details|Description|Name",
     "", "", "", "Type", "Transient", "SpamComplaint",
     "AutoResponder|Subscribe|Unsubscribe|AddressChange|ChallengeVerification|OpenRelayTest"},
    {"msys.message_event.type", "bounce|out_of_band|policy_rejection", "delay", "delivery",
     "spam_complaint", "msys.message_event.rcpt_to",
     "msys.message_event.raw_reason|msys.message_event.reason", "", "", "", "", "", "", ""},
    {"event", "hard_bounce|soft_bounce|reject|rejected", "deferral", "send", "spam", "msg.email",
     "msg.diag|msg.bounce_description", "", "", "", "", "", "", ""},
    {"type", "email.bounced|email.failed", "email.delivery_delayed", "email.delivered",
     "email.complained", "data.to.0", "data.bounce.message|data.failed.reason", "", "",
     "data.email_id", "", "", "", ""},
    {"type", "activity.hard_bounced|activity.soft_bounced", "activity.deferred",
     "activity.delivered", "activity.spam_complaint", "data.email.recipient.email",
     "data.morph.readable_reason|data.morph.reason", "", "", "", "", "", "", ""},
    {"data.status", "Bounced|Failed|Suppressed|FilteredSpam|Quarantined", "", "Delivered|Expanded",
     "", "data.recipient", "data.deliveryStatusDetails.statusMessage", "",
     "data.deliveryStatusDetails.recipientMailServerHostName", "data.deliveryAttemptTimestamp", "",
     "", "", ""},
    {"event", "bounce|reject", "", "delivered", "spam", "rcpt", "message|reason", "", "",
     "email_id", "", "", "", ""},
    {"event", "bounce|blocked|dropped|hard_bounce|soft_bounce|invalid_email|error", "deferred",
     "delivered|sent", "spamreport|spam|complaint", "email", "reason|response|comment|error",
     "status", "", "sg_event_id|sg_message_id|smtp-id|MessageID|Message_GUID|message-id", "", "",
     "", ""},
    {"event", "bounce|blocked|dropped|hard_bounce|soft_bounce|invalid_email", "deferred", "", "",
     "email", "reason|response", "status", "", "reason|response|status", "", "", "", ""},
};

std::string value_at(const JsonValues& values, std::string_view object, std::string_view path) {
  if (path.empty()) return {};
  const auto found = values.find(std::string(object) + std::string(path));
  return found == values.end() ? std::string() : found->second;
}

template <class Use>
void each_of(std::string_view list, Use use) {
  while (!list.empty()) {
    const size_t end = std::min(list.find('|'), list.size());
    use(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

std::string first_at(const JsonValues& values, std::string_view object, std::string_view paths) {
  std::string found;
  each_of(paths, [&](std::string_view path) {
    if (found.empty()) found = value_at(values, object, path);
  });
  return found;
}

bool is_one_of(std::string_view word, std::string_view list) {
  bool found = false;
  each_of(list, [&](std::string_view one) { found = found || equals_ignoring_case(one, word); });
  return found;
}

// What a failure was in truth; nothing where it was none.
std::optional<SendingEvent::Kind> kind_of_failure(const Shape& shape, std::string_view detail) {
  using Kind = SendingEvent::Kind;
  if (is_one_of(detail, shape.delayed_details)) return Kind::kDelayed;
  if (is_one_of(detail, shape.complaint_details)) return Kind::kComplaint;
  if (is_one_of(detail, shape.other_details)) return std::nullopt;
  return Kind::kFailed;
}

std::optional<SendingEvent::Kind> kind_of(const Shape& shape, std::string_view event,
                                          std::string_view detail) {
  using Kind = SendingEvent::Kind;
  if (is_one_of(event, shape.failed)) return kind_of_failure(shape, detail);
  if (is_one_of(event, shape.delayed)) return Kind::kDelayed;
  if (is_one_of(event, shape.delivered)) return Kind::kDelivered;
  if (is_one_of(event, shape.complaint)) return Kind::kComplaint;
  return std::nullopt;
}

// Services have numbers of their own, too, such as 498 and 605: no reply has them (RFC 5321 section
// 4.2.1).
void add_code(const std::string& code, std::string& reason) {
  if (reason.empty() || code.size() != 3 || code[1] > '5') return;
  if (begins_with_failure_code(code) && !begins_with_failure_code(reason)) {
    reason.insert(0, code + ' ');
  }
}

std::optional<SendingEvent> event_at(const JsonValues& values, std::string_view object) {
  for (const Shape& shape : kShapes) {
    const std::string event_word = value_at(values, object, shape.event);
    if (event_word.empty()) continue;
    const auto kind = kind_of(shape, event_word, value_at(values, object, shape.detail));
    if (!kind) continue;
    if (!shape.required.empty() && first_at(values, object, shape.required).empty()) continue;
    SendingEvent event;
    event.kind = *kind;
    event.address = value_at(values, object, shape.address);
    event.status = value_at(values, object, shape.status);
    event.reason = first_at(values, object, shape.reason);
    add_code(value_at(values, object, shape.code), event.reason);
    event.host = value_at(values, object, shape.host);
    if (!event.address.empty()) return event;
  }
  return std::nullopt;
}

// Amazon SES: one object about several recipients.
struct SesList {
  std::string_view type;
  SendingEvent::Kind kind;
  std::string_view object;      // "bounce"
  std::string_view recipients;  // its list; of objects with emailAddress, or of addresses
};

constexpr SesList kSesLists[] = {
    {"Bounce", SendingEvent::Kind::kFailed, "bounce", "bouncedRecipients"},
    {"DeliveryDelay", SendingEvent::Kind::kDelayed, "deliveryDelay", "delayedRecipients"},
    {"Delivery", SendingEvent::Kind::kDelivered, "delivery", "recipients"},
    {"Complaint", SendingEvent::Kind::kComplaint, "complaint", "complainedRecipients"},
};

std::vector<SendingEvent> ses_events(const JsonValues& values, size_t most) {
  std::vector<SendingEvent> events;
  const std::string type = first_at(values, "", "notificationType|eventType");
  for (const SesList& list : kSesLists) {
    if (type != list.type) continue;
    const std::string object = std::string(list.object) + '.';
    const std::string response(cut_utf8(value_at(values, object, "smtpResponse"), kMostShared));
    const std::string reporter(cut_utf8(value_at(values, object, "reportingMTA"), kMostShared));
    for (size_t i = 0; events.size() < most; ++i) {
      const std::string place = object + std::string(list.recipients) + '.' + std::to_string(i);
      SendingEvent event;
      event.kind = list.kind;
      event.address = first_at(values, place, ".emailAddress");
      if (event.address.empty()) event.address = value_at(values, "", place);
      if (event.address.empty()) break;
      event.status = value_at(values, place, ".status");
      event.reason = value_at(values, place, ".diagnosticCode");
      if (event.reason.empty()) event.reason = response;
      event.reporter = reporter;
      events.push_back(std::move(event));
    }
  }
  return events;
}

}  // namespace

std::vector<SendingEvent> read_sending_events(std::string_view json, size_t most) {
  JsonValues values = read_json_values(json, kMostValues);
  // An SNS message holds the notification as a string.
  const auto inner = values.find("Message");
  if (inner != values.end() && values.count("TopicArn") > 0) {
    values = read_json_values(std::string(inner->second), kMostValues);
  }
  std::vector<SendingEvent> events = ses_events(values, most);
  if (!events.empty()) return events;
  if (auto event = event_at(values, "")) return {std::move(*event)};
  for (size_t i = 0; events.size() < most && i < kMostObjects; ++i) {
    const std::string object = std::to_string(i) + '.';
    const auto first = values.lower_bound(object);
    if (first == values.end() || first->first.compare(0, object.size(), object) != 0) break;
    if (auto event = event_at(values, object)) events.push_back(std::move(*event));
  }
  return events;
}

}  // namespace plainbounce
