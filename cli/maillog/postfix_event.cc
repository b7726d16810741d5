// What lines of Postfix's programs say of deliveries.
#include <algorithm>

#include "cli/maillog/delivery_event.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using Kind = DeliveryEventKind;
constexpr auto kNowhere = std::string_view::npos;

bool is_queue_id(std::string_view id) {
  constexpr size_t kShortest = 5;
  constexpr size_t kLongest = 30;
  return id.size() >= kShortest && id.size() <= kLongest &&
         std::all_of(id.begin(), id.end(), [](char c) { return is_digit(c) || is_alpha(c); });
}

Kind kind_of_status(std::string_view status) {
  if (status.starts_with("sent")) return Kind::kSent;
  if (status.starts_with("deferred") || status.starts_with("SOFTBOUNCE")) return Kind::kWaiting;
  if (status.starts_with("bounced")) return Kind::kFailed;
  return Kind::kNone;  // also of an address that was only checked: "undeliverable"
}

std::string_view field(std::string_view text, std::string_view key, std::string_view ends) {
  const size_t at = text.find(key);
  if (at == kNowhere) return {};
  const std::string_view rest = text.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(ends));
}

// "to=<a@b>, relay=mx[192.0.2.1]:25, delay=1, ..., dsn=4.0.0, status=deferred (words)"
void read_delivery(std::string_view text, DeliveryEvent& event) {
  text.remove_prefix(3);
  event.recipient = take_address(text);
  const size_t at = text.find(", status=");
  if (at == kNowhere) return;
  const std::string_view status = text.substr(at + 9);
  const Kind kind = kind_of_status(status);
  if (kind == Kind::kNone) return;
  event.kind = kind;
  if (kind == Kind::kSent) return;
  const std::string_view fields = text.substr(0, at);
  event.host = field(fields, ", relay=", "[,:");
  if (event.host == "none") event.host = {};
  event.code = field(fields, ", dsn=", ",");
  const size_t open = status.find(" (");
  if (open == kNowhere) return;
  event.reason = status.substr(open + 2);
  if (event.reason.ends_with(')')) event.reason.remove_suffix(1);
}

// "reject: RCPT from h[192.0.2.1]: 550 5.1.1 <a@b>: ...; from=<> to=<a@b> proto=ESMTP", and of a
// milter "milter-reject: END-OF-MESSAGE from h[192.0.2.1]: 5.7.1 words; from=<> to=<a@b>".
void read_refusal(std::string_view text, DeliveryEvent& event) {
  const size_t from = text.find(" from ");
  const size_t reply = from == kNowhere ? kNowhere : text.find(": ", from);
  if (reply == kNowhere) return;
  event.kind = Kind::kRefused;
  const size_t name = from + 6;
  event.host = text.substr(name, text.find('[', name) - name);
  event.reason = text.substr(reply + 2);
  const size_t envelope = event.reason.find("; from=<");
  if (envelope == kNowhere) return;
  std::string_view rest = event.reason.substr(envelope);
  event.reason = event.reason.substr(0, envelope);
  const size_t to = rest.find(" to=<");
  if (to == kNowhere) return;
  rest.remove_prefix(to + 4);
  event.recipient = take_address(rest);
}

// "from=<a@b>, status=expired, returned to sender", or "status=force-expired, ...".
void read_expiry(std::string_view text, DeliveryEvent& event) {
  if (text.ends_with("expired, returned to sender")) event.kind = Kind::kExpired;
}

}  // namespace

std::string_view take_address(std::string_view& list) {
  while (!list.empty() && (list.front() == ',' || list.front() == ' ')) list.remove_prefix(1);
  const bool in_brackets = list.starts_with('<');
  if (in_brackets) list.remove_prefix(1);
  size_t end = 0;
  bool quoted = false;  // "a>b"@c
  for (; end < list.size(); ++end) {
    const char c = list[end];
    if (c == '"' && (quoted || end == 0)) quoted = !quoted;
    if (c == '\\' && quoted) ++end;
    if (!quoted && (in_brackets ? c == '>' : c == ',' || c == ' ')) break;
  }
  end = std::min(end, list.size());
  const std::string_view address = list.substr(0, end);
  list.remove_prefix(in_brackets && end < list.size() ? end + 1 : end);
  return address;
}

DeliveryEvent read_postfix_event(const LogLine& line) {
  DeliveryEvent event;
  constexpr size_t kLooked = 32;
  const size_t blank = line.message.substr(0, kLooked).find(' ');
  if (blank == kNowhere || blank == 0 || line.message[blank - 1] != ':') return event;
  const std::string_view id = line.message.substr(0, blank - 1);
  const std::string_view text = line.message.substr(blank + 1);
  if (text.empty()) return event;
  switch (text.front()) {  // most lines begin otherwise
    case 't':
      if (text.starts_with("to=<")) read_delivery(text, event);
      break;
    case 'f':
      if (text.starts_with("from=<")) read_expiry(text, event);
      break;
    case 'r':
    case 'm':
      if (text == "removed") {
        event.kind = Kind::kRemoved;
      } else if (text.starts_with("reject: ") || text.starts_with("milter-reject: ")) {
        read_refusal(text, event);
      }
      break;
    default:
      break;
  }
  if (event.kind == Kind::kNone) return event;
  if (!is_queue_id(id)) return {};
  if (id != "NOQUEUE") event.id = id;
  return event;
}

}  // namespace plainbounce
