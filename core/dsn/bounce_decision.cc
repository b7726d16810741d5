#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/bounce_verdict.h"
#include "core/mime/content_type.h"

namespace plainbounce {

namespace {

ContentType type_of(const HeaderBlock& header) {
  const auto value = header.value("Content-Type");
  const auto type = value ? parse_content_type(*value) : std::nullopt;
  return type.value_or(ContentType());
}

bool is_encrypted(const ContentType& type) {
  return type.is("multipart", "signed") || type.is("multipart", "encrypted") ||
         type.is("application", "pkcs7-mime") || type.is("application", "x-pkcs7-mime");
}

bool is_null_sender(std::string_view sender) { return sender.empty() || sender == "<>"; }

bool goes_to_machine(const Envelope& envelope, const BounceTrust& trust) {
  return std::any_of(
      envelope.recipients.begin(), envelope.recipients.end(), [&](const std::string& recipient) {
        return std::any_of(trust.machine_recipients.begin(), trust.machine_recipients.end(),
                           [&](const std::string& glob) { return matches_glob(recipient, glob); });
      });
}

// What the outer type alone tells; candidates are looked into later.
std::pair<MessageKind, std::string> kind_of_type(const ContentType& type) {
  if (type.is("multipart", "report")) {
    const std::string report_type = to_lower(type.parameter("report-type").value_or(""));
    if (report_type == "disposition-notification") {
      return {MessageKind::kReceipt, "report-type=disposition-notification"};
    }
    if (report_type == "feedback-report") {
      return {MessageKind::kAbuseReport, "report-type=feedback-report"};
    }
    if (report_type == "tlsrpt") return {MessageKind::kNone, "report-type=tlsrpt"};
    return {MessageKind::kReport, "multipart/report"};
  }
  if (type.is_multipart()) return {MessageKind::kReport, "multipart/" + type.subtype};
  return {MessageKind::kLegacy, type.type + "/" + type.subtype};
}

}  // namespace

BounceVerdict decide_bounce(const Envelope& envelope, const HeaderBlock& header,
                            const BounceTrust& trust) {
  const bool own = is_own_service(envelope, trust);
  if (trust.require_null_sender && !own && !is_null_sender(envelope.sender)) {
    return {MessageKind::kNone, std::nullopt, "the envelope sender is not null"};
  }
  const ContentType type = type_of(header);
  auto [kind, why] = kind_of_type(type);
  BounceVerdict verdict{kind, std::nullopt, std::move(why)};
  if (kind != MessageKind::kReport && kind != MessageKind::kLegacy) return verdict;
  if (header.find("DKIM-Signature") != nullptr || header.find("ARC-Seal") != nullptr) {
    verdict.refusal = Refusal::kSigned;
  } else if (is_encrypted(type)) {
    verdict.refusal = Refusal::kEncrypted;
  } else if (goes_to_machine(envelope, trust)) {
    verdict.refusal = Refusal::kMachine;
  }
  return verdict;
}

}  // namespace plainbounce
