// What lines of Sendmail say of deliveries.
#include "cli/maillog/delivery_event.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using Kind = DeliveryEventKind;
constexpr auto kNowhere = std::string_view::npos;

bool is_queue_id(std::string_view id) {
  constexpr size_t kShortest = 10;  // "6AUL3nWJ030594"; "iAV3SGX4024234"
  constexpr size_t kLongest = 20;
  if (id.size() < kShortest || id.size() > kLongest) return false;
  for (const char c : id) {
    if (!is_digit(c) && !is_alpha(c)) return false;
  }
  return true;
}

std::string_view field(std::string_view text, std::string_view key, std::string_view ends) {
  const size_t at = text.find(key);
  if (at == kNowhere) return {};
  const std::string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(ends));
}

Kind kind_of(std::string_view stat, std::string_view code) {
  if (stat.starts_with("Sent")) return Kind::kSent;
  if (stat.starts_with("Deferred")) return Kind::kWaiting;
  if (code.starts_with("4.")) return Kind::kWaiting;
  return code.starts_with("5.") ? Kind::kFailed : Kind::kNone;  // "queued", "aborted by sender"
}

// "to=<a@b>,<c@d>, delay=..., relay=mx. [192.0.2.1], dsn=4.0.0, reply=451 words, stat=Deferred:
// ..."
void read_delivery(std::string_view text, DeliveryEvent& event) {
  text.remove_prefix(3);
  event.recipient = take_address(text);
  const size_t list_end = text.find(", ");
  const size_t at = text.find(", stat=");
  if (at == kNowhere || list_end == kNowhere) return;
  event.more = text.substr(0, list_end);
  std::string_view fields = text.substr(0, at);
  const std::string_view stat = text.substr(at + 7);
  event.code = field(fields, ", dsn=", ",");
  event.kind = kind_of(stat, event.code);
  if (event.kind == Kind::kSent || event.kind == Kind::kNone) return;
  event.host = field(fields, ", relay=", " [,");
  while (event.host.ends_with('.')) event.host.remove_suffix(1);
  event.reason = stat;
  const size_t reply = fields.find(", reply=");
  if (reply != kNowhere) event.reply = fields.substr(reply + 8);
}

// "ruleset=check_rcpt, arg1=<a@b>, relay=h [192.0.2.1], reject=550 5.7.1 <a@b>... Relaying denied"
void read_refusal(std::string_view text, DeliveryEvent& event) {
  const size_t at = text.find(", reject=");
  if (at == kNowhere) return;
  event.kind = Kind::kRefused;
  event.reason = text.substr(at + 9);
  event.host = field(text.substr(0, at), ", relay=", " [,");
  const size_t argument = text.find(", arg1=");
  if (text.starts_with("ruleset=check_rcpt") && argument < at) {
    std::string_view rest = text.substr(argument + 7);
    event.recipient = take_address(rest);
  }
}

// "NEWID: DSN: Cannot send message for 5 days"; "DSN" is "sender notify" in older versions.
bool tells_of_expiry(std::string_view text) {
  const size_t at = text.find(": Cannot send message for ");
  return at < 60;  // kNowhere is larger
}

}  // namespace

DeliveryEvent read_sendmail_event(const LogLine& line) {
  DeliveryEvent event;
  const size_t colon = line.message.substr(0, 24).find(": ");
  if (colon == kNowhere || !is_queue_id(line.message.substr(0, colon))) return event;
  const std::string_view text = line.message.substr(colon + 2);
  if (text.starts_with("to=")) {
    read_delivery(text, event);
  } else if (text.starts_with("ruleset=")) {
    read_refusal(text, event);
  } else if (text.starts_with('<')) {  // "<a@b>... User unknown", in the client's session
    std::string_view rest = text;
    event.recipient = take_address(rest);
    if (rest.starts_with("... ")) {
      event.kind = Kind::kRefused;
      event.reason = rest.substr(4);
    }
  } else if (text.starts_with("done; ")) {
    event.kind = Kind::kRemoved;
  } else if (tells_of_expiry(text)) {
    event.kind = Kind::kExpired;
  }
  if (event.kind != Kind::kNone) event.id = line.message.substr(0, colon);
  return event;
}

}  // namespace plainbounce
