#include "core/dsn/mail_log_line.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr auto kNowhere = std::string_view::npos;

// The text behind `key`, up to `end` or the end of the line; nothing when the key is not there.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key,
                                         std::string_view end) {
  const size_t at = line.find(key);
  if (at == kNowhere) return std::nullopt;
  const std::string_view rest = line.substr(at + key.size());
  return rest.substr(0, rest.find_first_of(end));
}

std::string address_of(std::string_view line) {
  const auto address = value_of(line, " to=<", ">");
  if (address) return bare_address(*address);
  const auto bare = value_of(line, " to=", ", ");
  return bare ? bare_address(*bare) : std::string();
}

void set_host(std::string_view name, PerRecipientFields& recipient) {
  name = trim(name);
  while (!name.empty() && name.back() == '.') name.remove_suffix(1);
  if (name.find('.') == kNowhere) return;
  recipient.remote_mta = TypedValue{"dns", std::string(name)};
}

// A reply, or the words of the program that wrote the log.
void set_reason(std::string_view reason, std::string_view program, PerRecipientFields& recipient) {
  reason = trim(reason);
  if (reason.empty()) return;
  const std::string type = begins_with_failure_code(reason) ? "smtp" : std::string(program);
  recipient.diagnostic_code = TypedValue{type, std::string(reason)};
}

std::optional<Action> postfix_action(std::string_view status) {
  if (status == "bounced" || status == "expired" || status == "undeliverable") {
    return Action::kFailed;
  }
  if (status == "deferred") return Action::kDelayed;
  if (status == "sent") return Action::kDelivered;
  return std::nullopt;
}

std::optional<PerRecipientFields> read_postfix(std::string_view line) {
  const auto status = value_of(line, ", status=", " ");
  const std::string address = address_of(line);
  const auto action = status ? postfix_action(*status) : std::nullopt;
  if (!action || address.empty()) return std::nullopt;
  PerRecipientFields recipient = legacy_recipient(address, *action);
  if (const auto dsn = value_of(line, ", dsn=", ", ")) recipient.status = std::string(*dsn);
  if (const auto relay = value_of(line, ", relay=", "[,")) set_host(*relay, recipient);
  const size_t open = line.find(" (", line.find(", status="));
  if (open != kNowhere && *action != Action::kDelivered) {
    std::string_view reason = trim(line.substr(open + 2));
    if (reason.ends_with(')')) reason.remove_suffix(1);
    set_reason(reason, "x-postfix", recipient);
  }
  return recipient;
}

// smtpd(8): "NOQUEUE: reject: RCPT from h[ip]: 550 5.1.1 <a@b>: ...; from=<> to=<a@b> proto=ESMTP".
std::optional<PerRecipientFields> read_postfix_reject(std::string_view line) {
  const size_t reject = line.find("reject: ");
  const size_t reply = reject == kNowhere ? kNowhere : line.find("]: ", reject);
  const std::string address = address_of(line);
  if (reply == kNowhere || address.empty()) return std::nullopt;
  std::string_view reason = line.substr(reply + 3);
  if (!begins_with_failure_code(reason)) return std::nullopt;
  reason = reason.substr(0, reason.find("; from=<"));
  PerRecipientFields recipient =
      legacy_recipient(address, reason.front() == '4' ? Action::kDelayed : Action::kFailed);
  set_reason(reason, "smtp", recipient);
  return recipient;
}

std::optional<PerRecipientFields> read_sendmail(std::string_view line) {
  const size_t at = line.find(", stat=");
  const std::string address = address_of(line);
  if (at == kNowhere || address.empty()) return std::nullopt;
  const std::string_view stat = line.substr(at + 7);
  const bool sent = stat.substr(0, 4) == "Sent";
  const auto dsn = value_of(line, ", dsn=", ", ");
  const bool deferred = stat.substr(0, 8) == "Deferred" || stat.substr(0, 6) == "queued" ||
                        (dsn && dsn->substr(0, 2) == "4.");
  PerRecipientFields recipient = legacy_recipient(address, sent       ? Action::kDelivered
                                                           : deferred ? Action::kDelayed
                                                                      : Action::kFailed);
  if (dsn) recipient.status = std::string(*dsn);
  if (const auto relay = value_of(line, ", relay=", " [,")) set_host(*relay, recipient);
  if (!sent) set_reason(stat, "x-sendmail", recipient);
  return recipient;
}

// "** a@b <orig@b> R=dnslookup T=remote_smtp H=mx [ip]: reason", "== a@b R=... defer (-44):
// reason".
std::optional<PerRecipientFields> read_exim(std::string_view line) {
  for (const std::string_view mark : {" ** ", " == "}) {
    const size_t at = line.find(mark);
    if (at == kNowhere) continue;
    const std::string_view rest = line.substr(at + mark.size());
    const std::string address = bare_address(rest.substr(0, rest.find_first_of(" :")));
    const size_t colon = rest.find(": ");
    if (address.empty() || colon == kNowhere) continue;
    const bool failed = mark == " ** ";
    if (!failed && rest.find(" defer (") == kNowhere) continue;
    PerRecipientFields recipient =
        legacy_recipient(address, failed ? Action::kFailed : Action::kDelayed);
    if (const auto host = value_of(rest.substr(0, colon), " H=", " :")) {
      set_host(*host, recipient);
    }
    set_reason(rest.substr(colon + 2), "x-exim", recipient);
    return recipient;
  }
  return std::nullopt;
}

std::optional<PerRecipientFields> read_opensmtpd(std::string_view line) {
  const auto result = value_of(line, " result=\"", "\"");
  const auto result_bare = result ? result : value_of(line, " result=", " ");
  const std::string address = address_of(line);
  if (!result_bare || address.empty()) return std::nullopt;
  const bool ok = result_bare->substr(0, 2) == "Ok";
  const bool failed = result_bare->substr(0, 8) == "PermFail";
  PerRecipientFields recipient = legacy_recipient(address, ok       ? Action::kDelivered
                                                           : failed ? Action::kFailed
                                                                    : Action::kDelayed);
  const size_t stat = line.find(" stat=");
  if (stat == kNowhere) return std::nullopt;
  std::string_view reason = trim(line.substr(stat + 6));
  if (reason.starts_with('"')) reason = reason.substr(1, reason.rfind('"') - 1);
  if (!ok) set_reason(reason, "x-opensmtpd", recipient);
  return recipient;
}

// qmail-send: "delivery 7: failure: 192.0.2.1_does_not_like_recipient./Remote_host_said:_550_no/".
// Whom it concerns stands on another line.
std::optional<PerRecipientFields> read_qmail(std::string_view line) {
  const size_t at = line.find("delivery ");
  if (at == kNowhere || at + 9 >= line.size() || !is_digit(line[at + 9])) return std::nullopt;
  for (const std::string_view mark : {": failure: ", ": deferral: "}) {
    const size_t words = line.find(mark, at);
    if (words == kNowhere) continue;
    std::string reason(trim(line.substr(words + mark.size())));
    std::replace(reason.begin(), reason.end(), '_', ' ');
    std::replace(reason.begin(), reason.end(), '/', ' ');
    PerRecipientFields recipient =
        legacy_recipient("", mark == ": failure: " ? Action::kFailed : Action::kDelayed);
    constexpr std::string_view kSaid = "Remote host said: ";
    const size_t said = reason.find(kSaid);
    set_reason(said == std::string::npos ? reason : reason.substr(said + kSaid.size()), "x-qmail",
               recipient);
    return recipient;
  }
  return std::nullopt;
}

}  // namespace

std::optional<PerRecipientFields> read_mail_log_line(std::string_view line) {
  for (const auto read :
       {read_postfix, read_postfix_reject, read_sendmail, read_exim, read_opensmtpd, read_qmail}) {
    if (auto recipient = read(line)) return recipient;
  }
  return std::nullopt;
}

}  // namespace plainbounce
