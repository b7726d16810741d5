#include "core/dsn/legacy_bounce.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/failure_subject.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/human_text.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/mail_about_bounces.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/program_words.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"
#include "core/mime/charset.h"
#include "core/mime/encoded_word.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

// Asked in this order: what is marked best first, running text last.
constexpr std::array<const LegacyFormat*, 12> kFormats = {
    &kQmailFormat,      &kEximFormat,      &kSendmailFormat, &kEventFormat,
    &kStatusTextFormat, &kRejectionFormat, &kAolFormat,      &kQueueFormat,
    &kLogFormat,        &kExchangeFormat,  &kNoticeFormat,   &kPlainTextFormat};

// What a person reads; of a message whose parts do not divide all that stands there.
std::string text_of(const MessageTree& tree, size_t max_bytes) {
  std::string text = human_text(tree, 0, max_bytes);
  if (!trim(text).empty()) return text;
  text = clean_lines(guess_utf8(tree.bytes(tree.root().body).substr(0, max_bytes)));
  text.resize(cut_utf8(text, max_bytes).size());
  return text;
}

// The fields of a receipt part; empty where there is none.
std::string receipt_fields(const MessageTree& tree, size_t max_bytes) {
  const MimePart& root = tree.root();
  const auto found = std::find_if(root.children.begin(), root.children.end(), [&](size_t part) {
    const ContentType& type = tree.parts[part].type;
    return type.is("message", "disposition-notification") ||
           type.is("message", "global-disposition-notification");
  });
  if (found == root.children.end()) return {};
  const MimePart& part = tree.parts[*found];
  std::string buffer;
  return std::string(decode_transfer_encoding(tree.bytes(part.body).substr(0, max_bytes),
                                              part.transfer_encoding, buffer));
}

// A Received field says that the message was for somebody else (RFC 5321 section 4.4).
bool went_to_another(const OriginalHeaders& original, std::string_view address) {
  constexpr std::string_view kFor = " for <";
  for (const std::string& received : original.received) {
    const size_t at = received.find(kFor);
    if (at == std::string::npos) continue;
    const std::string_view rest = std::string_view(received).substr(at + kFor.size());
    if (!equals_ignoring_case(rest.substr(0, rest.find('>')), address)) return true;
  }
  return false;
}

// Where a notice names nobody: the only one whom the returned message went to.
void name_only_recipient(const HeaderBlock& header, DeliveryReport& report) {
  if (report.recipients.size() != 1 || report.recipients.front().final_recipient) return;
  if (!report.original || report.original->cc) return;
  // The mail of a list went to many, and its To names the list.
  if (goes_to_list_owner(header)) return;
  // A bounce came back: whom it went to is not who did not get the mail.
  if (report.original->from && names_mail_system(*report.original->from)) return;
  const auto addresses = addresses_in(report.original->to.value_or(""));
  if (addresses.size() != 1 || went_to_another(*report.original, addresses.front())) return;
  report.recipients.front().final_recipient = TypedValue{"rfc822", addresses.front()};
}

// A notice around another system's report: a gateway handed the report on. One level deep.
std::optional<DeliveryReport> read_wrapped_report(const MessageTree& tree, size_t returned,
                                                  const Limits& limits) {
  if (returned == MimePart::kNoParent || !tree.parts[returned].type.is("message", "rfc822")) {
    return std::nullopt;
  }
  const auto inner = split_message(tree.bytes(tree.parts[returned].body), limits);
  if (!inner || find_report_parts(*inner).status == MimePart::kNoParent) return std::nullopt;
  auto report = parse_delivery_report(*inner, limits);
  if (!report) return std::nullopt;
  report->machine_readable = false;
  return std::move(*report);
}

// A mail system's Subject of a failure, maybe without a word of text.
bool is_returned_by_system(const LegacyMessage& message) {
  return message.returned_part && is_from_mail_system(message.header) &&
         is_failure_subject(decode_encoded_words(message.header.value("Subject").value_or("")));
}

size_t count_messages(const MessageTree& tree) {
  return static_cast<size_t>(
      std::count_if(tree.parts.begin(), tree.parts.end(),
                    [](const MimePart& part) { return part.type.is("message", "rfc822"); }));
}

// Whether what came back is somebody's mail and no bounce itself.
bool returns_mail(const std::optional<OriginalHeaders>& original) {
  return original && !(original->from && names_mail_system(*original->from));
}

// What a format's reader finds, if that is a bounce: somebody is named. Who asks about a notice may
// have blacked out its addresses.
std::optional<DeliveryReport> read_format(const LegacyFormat& format, const LegacyMessage& message,
                                          PlainText plain_text, const Limits& limits) {
  DeliveryReport report = format.read(message, limits);
  if (!report.original) report.original = message.original;
  name_only_recipient(message.header, report);
  // A notice that names nobody and returns nothing may be about anything.
  const bool about_nobody =
      format.marked && report.recipients.size() == 1 &&
      !report.recipients.front().final_recipient && !returns_mail(report.original) &&
      !(plain_text == PlainText::kYes && opens_as_notice_of_program(message.text));
  if (report.recipients.empty() || about_nobody) return std::nullopt;
  return report;
}

// A person, too, attaches a bounce that somebody should look at, and a digest holds several.
std::optional<DeliveryReport> read_handed_on(const MessageTree& tree, size_t returned,
                                             const LegacyMessage& message, const Limits& limits) {
  if (!is_from_mail_system(message.header) || message.returned_messages != 1) return std::nullopt;
  if (is_mail_about_bounces(message)) return std::nullopt;
  // A name that people have: they write about it.
  const std::string& said = message.notice().said;
  if (notice_sender(message.header) == NoticeSender::kPerhaps && !trim(said).empty() &&
      !tells_of_failure(said)) {
    return std::nullopt;
  }
  const bool hands_on = kNoticeFormat.recognises(message) || is_returned_by_system(message);
  if (!hands_on) return std::nullopt;
  return read_wrapped_report(tree, returned, limits);
}

// Of those in front of `end` that only a person may ask for: what the first finds.
std::optional<DeliveryReport> read_unmarked(const LegacyMessage& message, size_t end,
                                            const Limits& limits) {
  for (size_t i = 0; i < end; ++i) {
    if (kFormats[i]->marked || !kFormats[i]->recognises(message)) continue;
    if (auto report = read_format(*kFormats[i], message, PlainText::kYes, limits)) return report;
  }
  return std::nullopt;
}

}  // namespace

Result<LegacyBounce> read_legacy_bounce(const MessageTree& tree, PlainText plain_text,
                                        const Limits& limits) {
  const size_t returned = find_report_parts(tree).original;
  LegacyMessage message(tree.root().header, text_of(tree, limits.notice_bytes),
                        returned != MimePart::kNoParent);
  message.original = read_original_part(tree, returned, limits);
  message.returned_messages = count_messages(tree);
  message.receipt = receipt_fields(tree, limits.header_bytes);
  if (auto report = read_handed_on(tree, returned, message, limits)) {
    return LegacyBounce{kNoticeFormat.name, *std::move(report)};
  }
  std::string_view marks;
  for (size_t i = 0; i < kFormats.size(); ++i) {
    const LegacyFormat& format = *kFormats[i];
    if (!format.marked && plain_text == PlainText::kNo) continue;
    if (!format.recognises(message)) continue;
    auto report = read_format(format, message, plain_text, limits);
    if (report) {
      // A log in a notice tells more than the words around it, which say that it is one.
      auto logged = plain_text == PlainText::kNo ? read_unmarked(message, i, limits) : std::nullopt;
      return LegacyBounce{format.name, *std::move(logged ? logged : report)};
    }
    if (marks.empty()) marks = format.name;
  }
  if (marks.empty()) return fail("the text is of no known format of bounces");
  return fail("the text looks like one of " + std::string(marks) + " but names no recipient");
}

std::optional<std::string> recognise_legacy_bounce(const MessageTree& tree, PlainText plain_text) {
  const auto bounce = read_legacy_bounce(tree, plain_text, Limits());
  if (!bounce) return std::nullopt;
  return std::string(bounce->format);
}

Result<DeliveryReport> parse_legacy_bounce(const MessageTree& tree, const Limits& limits) {
  auto bounce = read_legacy_bounce(tree, PlainText::kYes, limits);
  if (!bounce) return tl::unexpected<Error>(bounce.error());
  return std::move(bounce->report);
}

}  // namespace plainbounce
