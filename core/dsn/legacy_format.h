#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/dsn/delivery_report.h"
#include "core/mime/header_block.h"

namespace plainbounce {

struct NoticeText;

// A message as the readers of formats see it. Holds views: the message's bytes must outlive it.
struct LegacyMessage {
  const HeaderBlock& header;
  std::string text;                         // the decoded human-readable text, "\n" line ends
  std::vector<std::string_view> lines;      // of `text`
  bool returned_part;                       // a part of its own holds the returned message
  size_t returned_messages = 0;             // parts that are whole messages
  std::optional<OriginalHeaders> original;  // of that part
  std::string receipt;  // the fields of a message/disposition-notification part (RFC 8098)

  LegacyMessage(const HeaderBlock& outer_header, std::string decoded_text, bool has_returned_part);
  LegacyMessage(const LegacyMessage&) = delete;
  LegacyMessage& operator=(const LegacyMessage&) = delete;
  ~LegacyMessage();

  // The text from that line on; empty behind the last one.
  [[nodiscard]] std::string_view from_line(size_t line) const;
  // The text before that line.
  [[nodiscard]] std::string_view before_line(size_t line) const;
  // The text as a notice (notice_text.h); divided when it is first asked for.
  [[nodiscard]] const NoticeText& notice() const;

 private:
  mutable std::unique_ptr<const NoticeText> notice_;
};

// One format of bounces without status part, in a file of its own. A new one is added to the table
// in legacy_bounce.cc.
struct LegacyFormat {
  std::string_view name;
  bool marked;  // has marks that no other mail has; else only a person may ask for it
  // Looks at marks; cheap, and never true for an auto-reply that quotes a bounce.
  bool (*recognises)(const LegacyMessage& message);
  // Recipients, notice and, where the text holds it, the returned message's header. No recipient:
  // it was none after all. At most limits.recipients recipients.
  DeliveryReport (*read)(const LegacyMessage& message, const Limits& limits);
};

extern const LegacyFormat kQmailFormat;
extern const LegacyFormat kEximFormat;
extern const LegacyFormat kSendmailFormat;
extern const LegacyFormat kEventFormat;
extern const LegacyFormat kStatusTextFormat;
extern const LegacyFormat kQueueFormat;
extern const LegacyFormat kLogFormat;
extern const LegacyFormat kAolFormat;
extern const LegacyFormat kRejectionFormat;
extern const LegacyFormat kExchangeFormat;
extern const LegacyFormat kNoticeFormat;
extern const LegacyFormat kPlainTextFormat;

// The mailbox under which every Exchange Server writes.
inline constexpr std::string_view kExchangeMailbox =
    "microsoftexchange329e71ec88ae4615bbc36ab6ce41109e";
// From, or its absence, says that a mail system wrote the message, not a person or a service.
bool is_from_mail_system(const HeaderBlock& header);
// The same of a From value.
bool names_mail_system(std::string_view from);
// Index of the first line from `from` on that begins with `start`, or lines.size().
size_t find_line(const std::vector<std::string_view>& lines, std::string_view start, size_t from);
// An address as bounces write it at the start of a line: "<a@b>" or "a@b", a colon behind it left
// out. Empty when the text is none, as with two "@" outside of quotes.
std::string bare_address(std::string_view text);
// A recipient with that address in Final-Recipient.
PerRecipientFields legacy_recipient(const std::string& address, Action action);

}  // namespace plainbounce
