#include "core/explain/message_sender.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

constexpr size_t kAddressBytes = 254;  // RFC 5321 section 4.5.3.1.3, without brackets

// "rfc822; alice@box.example" of X-Postfix-Sender; a site may have another name than Postfix.
std::optional<std::string_view> reported_sender(const DeliveryReport& report) {
  const auto& other = report.message.other;
  const auto field = std::find_if(other.begin(), other.end(), [](const ReportField& one) {
    return starts_with_ignoring_case(one.name, "X-") &&
           ends_with_ignoring_case(one.name, "-Sender");
  });
  if (field == other.end()) return std::nullopt;
  const std::string_view value = field->value;
  const size_t semicolon = value.find(';');
  if (semicolon == std::string_view::npos) return std::nullopt;
  return without_angle_brackets(trim(value.substr(semicolon + 1)));
}

bool is_null(std::string_view address) {
  return address.empty() || address == "<>" || equals_ignoring_case(address, "MAILER-DAEMON") ||
         starts_with_ignoring_case(address, "MAILER-DAEMON@");
}

}  // namespace

MessageSender sender_of(const DeliveryReport& report) {
  const auto& original = report.original;
  std::optional<std::string_view> address = reported_sender(report);
  if (!address && original && original->return_path) {
    address = without_angle_brackets(*original->return_path);
  }
  if (!address) return {};
  if (is_null(*address)) {
    const bool notice = original && original->is_delivery_report;
    return {notice ? MessageSender::Kind::kNotice : MessageSender::Kind::kAutomatic, {}};
  }
  return {MessageSender::Kind::kSomebody, clean_text(*address, kAddressBytes)};
}

}  // namespace plainbounce
