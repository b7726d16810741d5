#include <algorithm>
#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/bounce_verdict.h"
#include "core/dsn/other_automata.h"
#include "core/mime/content_type.h"

namespace plainbounce {

namespace {

constexpr size_t kUsualReason = 100;  // bytes, with what the later looks add

ContentType type_of(const HeaderBlock& header) {
  const HeaderField* field = header.find("Content-Type");
  if (field == nullptr) return {};
  std::string buffer;
  return parse_content_type(field->value(buffer)).value_or(ContentType());
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
MessageKind kind_of_type(const HeaderBlock& header, const ContentType& type, std::string& why) {
  if (type.is("multipart", "report")) {
    const std::string report_type = to_lower(type.parameter("report-type").value_or(""));
    const bool receipt = report_type == "disposition-notification" && !says_rejected(header);
    const auto kind = receipt                            ? MessageKind::kReceipt
                      : report_type == "feedback-report" ? MessageKind::kAbuseReport
                      : report_type == "tlsrpt"          ? MessageKind::kNone
                                                         : MessageKind::kReport;
    why += "multipart/report";
    if (kind != MessageKind::kReport) why = "report-type=" + report_type;
    return kind;
  }
  why.append(type.type).append("/").append(type.subtype);
  return type.is_multipart() ? MessageKind::kReport : MessageKind::kLegacy;
}

}  // namespace

BounceVerdict decide_bounce(const Envelope& envelope, const HeaderBlock& header,
                            const BounceTrust& trust) {
  const bool own = is_own_service(envelope, trust);
  if (trust.require_null_sender && !own && !is_null_sender(envelope.sender)) {
    return {MessageKind::kNone, std::nullopt, "the envelope sender is not null"};
  }
  const ContentType type = type_of(header);
  BounceVerdict verdict;
  verdict.why.reserve(kUsualReason);
  verdict.kind = kind_of_type(header, type, verdict.why);
  const bool candidate =
      verdict.kind == MessageKind::kReport || verdict.kind == MessageKind::kLegacy;
  if (!candidate) return verdict;
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
