#include "core/dsn/notice_sender.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/other_automata.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

// "Mail Delivery System", also "MDaemon at m.test", but neither "Mail Delivery Systems Weekly" nor
// "Mail Delivery System Monitor".
bool holds_name(std::string_view from, std::string_view name) {
  const size_t at = find_ignoring_case(from, name);
  if (at == std::string_view::npos) return false;
  std::string_view behind = from.substr(at + name.size());
  if (!behind.empty() && is_alpha(behind.front())) return false;
  if (!behind.starts_with(' ')) return true;
  behind = trim(behind);
  if (behind.empty() || !is_alpha(behind.front())) return true;
  for (const std::string_view word : {"at ", "on ", "of ", "for "}) {
    if (starts_with_ignoring_case(behind, word)) return true;
  }
  return false;
}

// Shops have a "Mail Delivery Service", too, and put a name before it.
bool begins_with_name(std::string_view from, std::string_view name) {
  while (!from.empty() && (from.front() == '"' || is_space(from.front()))) from.remove_prefix(1);
  return starts_with_ignoring_case(from, name) && holds_name(from, name);
}

}  // namespace

NoticeSender notice_sender(const HeaderBlock& header) {
  static constexpr std::string_view kPrograms[] = {"mailer-daemon",
                                                   "mailer daemon",
                                                   "mailerdaemon",
                                                   "mail-daemon",
                                                   "mdaemon",
                                                   "post_master",
                                                   "mail delivery subsystem",
                                                   "mail delivery system",
                                                   kExchangeMailbox};
  const auto from = header.value("From");
  if (!from || trim(*from).empty() || trim(*from).ends_with("<>")) return NoticeSender::kProgram;
  const bool program = std::any_of(std::begin(kPrograms), std::end(kPrograms),
                                   [&](std::string_view name) { return holds_name(*from, name); });
  if (program || begins_with_name(*from, "mail delivery service")) return NoticeSender::kProgram;
  return names_mail_system(*from) ? NoticeSender::kPerhaps : NoticeSender::kOther;
}

bool goes_to_list_owner(const HeaderBlock& header) {
  constexpr size_t kLongest = 1000;
  const std::string to = header.value("To").value_or("");
  if (to.size() > kLongest) return false;  // more than one
  const auto addresses = addresses_in(to);
  if (addresses.size() != 1) return false;
  const std::string_view address = addresses.front();
  const std::string_view name = address.substr(0, address.rfind('@'));
  if (starts_with_ignoring_case(name, "owner-")) return true;
  for (const std::string_view end : {"-owner", "-admin", "-bounces"}) {
    if (ends_with_ignoring_case(name, end)) return true;
  }
  return false;
}

bool is_handed_out_by_list(const HeaderBlock& header) {
  if (goes_to_list_owner(header)) return false;
  for (const std::string_view name : {"List-Id", "List-Unsubscribe", "List-Post"}) {
    if (header.find(name) != nullptr) return true;
  }
  return false;
}

bool has_fields_of_other_mail(const HeaderBlock& header) {
  if (sign_of_responder(header)) return true;
  if (notice_sender(header) != NoticeSender::kOther) return false;
  return is_handed_out_by_list(header) || sign_of_auto_reply(header).has_value();
}

}  // namespace plainbounce
