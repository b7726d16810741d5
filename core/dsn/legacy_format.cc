#include "core/dsn/legacy_format.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

// Offset of the one "@" outside of quotes; npos where there is none, or a second one.
size_t only_at_sign(std::string_view address) {
  size_t found = std::string_view::npos;
  bool quoted = false;
  for (size_t i = 0; i < address.size(); ++i) {
    if (address[i] == '\\' && quoted) {
      ++i;
    } else if (address[i] == '"') {
      quoted = !quoted;
    } else if (address[i] == '@' && !quoted) {
      if (found != std::string_view::npos) return std::string_view::npos;
      found = i;
    }
  }
  return found;
}

}  // namespace

LegacyMessage::LegacyMessage(const HeaderBlock& outer_header, std::string decoded_text,
                             bool has_returned_part)
    : header(outer_header),
      text(std::move(decoded_text)),
      lines(split_lines(text)),
      returned_part(has_returned_part) {}

LegacyMessage::~LegacyMessage() = default;

const NoticeText& LegacyMessage::notice() const {
  if (!notice_) notice_ = std::make_unique<const NoticeText>(*this);
  return *notice_;
}

std::string_view LegacyMessage::before_line(size_t line) const {
  const std::string_view whole = text;
  if (line >= lines.size()) return whole;
  return whole.substr(0, static_cast<size_t>(lines[line].data() - text.data()));
}

std::string_view LegacyMessage::from_line(size_t line) const {
  return std::string_view(text).substr(before_line(line).size());
}

bool names_mail_system(std::string_view from) {
  static constexpr std::string_view kNames[] = {
      "mailer-daemon",   "mailer daemon",  "mailerdaemon",    "postmaster",    "post_master",
      "mail delivery s", "mail deliver s", "mail.delivery.s", "maildelivery",  "mail system",
      "mail-daemon",     "ndr admin",      "mdaemon@",        "system admin",  "delivery system",
      "delivery status", "smtp_gateway",   "smtp gateway",    kExchangeMailbox};
  // "<>": what writes without an address is no person.
  if (trim(from).ends_with("<>")) return true;
  return std::any_of(std::begin(kNames), std::end(kNames), [&](std::string_view name) {
    return find_ignoring_case(from, name) != std::string_view::npos;
  });
}

bool is_from_mail_system(const HeaderBlock& header) {
  const auto from = header.value("From");
  return !from || names_mail_system(*from);
}

size_t find_line(const std::vector<std::string_view>& lines, std::string_view start, size_t from) {
  for (size_t i = from; i < lines.size(); ++i) {
    if (lines[i].substr(0, start.size()) == start) return i;
  }
  return lines.size();
}

std::string bare_address(std::string_view text) {
  text = trim(text);
  if (!text.empty() && text.back() == ':') text.remove_suffix(1);
  text = without_angle_brackets(text);
  const size_t at = only_at_sign(text);
  const bool like_one = at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
                        std::none_of(text.begin(), text.end(), [](char c) {
                          return is_space(c) || c == '<' || c == '>' || c == '(' || c == ',';
                        });
  return like_one ? std::string(text) : std::string();
}

PerRecipientFields legacy_recipient(const std::string& address, Action action) {
  PerRecipientFields recipient;
  if (!address.empty()) recipient.final_recipient = TypedValue{"rfc822", address};
  recipient.action = action;
  if (action != Action::kUnknown) recipient.action_text = std::string(to_string(action));
  return recipient;
}

}  // namespace plainbounce
