#include "core/dsn/delivery_report_parser.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/human_text.h"
#include "core/dsn/notice_block.h"
#include "core/dsn/notice_reason.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/sendmail_transcript.h"
#include "core/dsn/text_lines.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

bool is_status_part(const ContentType& type) {
  return type.is("message", "delivery-status") || type.is("message", "global-delivery-status");
}

bool is_original_part(const ContentType& type) {
  return type.is("message", "rfc822") || type.is("message", "global") ||
         type.is("text", "rfc822-headers") || type.is("text", "rfc822-header") ||
         type.is("message", "global-headers") || type.is("message", "rfc822-headers") ||
         type.is("text", "rfc822");
}

bool is_human_part(const MimePart& part) {
  return part.type.type == "text" || part.type.is_multipart();
}

// The part whose children are the report's parts.
size_t report_root(const MessageTree& tree) {
  const MimePart& root = tree.root();
  if (root.children.empty() || root.type.is("multipart", "report")) return 0;
  const size_t first = root.children.front();
  const MimePart& part = tree.parts[first];
  return part.type.is("multipart", "report") && !part.children.empty() ? first : 0;
}

// A transcript is searched once for each recipient; more of them than this have no use for it.
constexpr size_t kMostTranscriptLookups = 200;

void add_transcript_texts(DeliveryReport& report, const std::vector<TranscriptStep>& transcript) {
  const bool alone = report.recipients.size() == 1;
  for (size_t i = 0; i < report.recipients.size() && i < kMostTranscriptLookups; ++i) {
    report.recipients[i].notice_text = transcript_text(transcript, report.recipients[i], alone);
  }
}

void add_block_texts(DeliveryReport& report) {
  const bool all_have_codes = std::all_of(
      report.recipients.begin(), report.recipients.end(),
      [](const PerRecipientFields& recipient) { return recipient.diagnostic_code.has_value(); });
  if (all_have_codes) return;
  const NoticeBlocks blocks(report.notice);
  for (PerRecipientFields& recipient : report.recipients) {
    if (recipient.diagnostic_code) continue;
    if (recipient.final_recipient) {
      recipient.notice_text = blocks.about(recipient.final_recipient->value);
    }
    if (recipient.notice_text.empty() && recipient.original_recipient) {
      recipient.notice_text = blocks.about(recipient.original_recipient->value);
    }
  }
}

// Exim's lines about recipients that are commands: "pipe to |/usr/bin/filter". Borrows the lines.
class PipeLines {
 public:
  explicit PipeLines(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
      const size_t at = line.find(kStart);
      if (at != std::string_view::npos) commands_.insert(line.substr(at + kStart.size()));
    }
  }

  // The line about that recipient; empty where there is none.
  [[nodiscard]] std::string about(const std::string& recipient) const {
    if (!recipient.starts_with('|')) return {};
    const auto command = commands_.lower_bound(recipient);
    const bool piped = command != commands_.end() && command->starts_with(recipient);
    return piped ? std::string(kStart) + recipient : std::string();
  }

 private:
  static constexpr std::string_view kStart = "pipe to ";
  std::set<std::string_view> commands_;
};

// Somebody's words in the returned message.
bool is_quoted(std::string_view line) { return trim(line).starts_with('>'); }

// From the first quoted line on.
size_t quoted_bytes(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (is_quoted(line)) return static_cast<size_t>(text.data() + text.size() - line.data());
  }
  return 0;
}

// What the notice says below the address: a reply, else words. `notice`: all of it, where that is
// short and about this recipient alone; else empty.
struct Words {
  std::string text;
  bool of_whole_notice = false;
};
Words words_about(NoticeRecipient one, std::string_view notice) {
  one.sentence.clear();
  one.text.resize(one.text.size() - quoted_bytes(one.text));
  PerRecipientFields said;
  read_notice_reason(one, trim(one.text).empty() ? notice : std::string_view(), {}, said);
  if (!said.diagnostic_code) return {};
  return {std::move(said.diagnostic_code->value), said.has_words_of_whole_notice};
}

// Where neither a field nor a block says why.
void add_notice_words(DeliveryReport& report) {
  std::vector<PerRecipientFields*> silent;
  for (PerRecipientFields& recipient : report.recipients) {
    const bool known = recipient.diagnostic_code || !recipient.notice_text.empty();
    if (!known && recipient.final_recipient) silent.push_back(&recipient);
  }
  if (silent.empty()) return;
  const std::vector<std::string_view> lines = split_lines(report.notice);
  const PipeLines pipes(lines);
  std::map<std::string, Words> words;  // by the address in lower case
  constexpr size_t kShort = 200;       // bytes; more is about other things, too
  std::vector<NoticeRecipient> found = find_notice_recipients(lines, silent.size() + 1);
  const bool quotes = std::any_of(lines.begin(), lines.end(), is_quoted);
  const bool is_short = !quotes && report.notice.size() <= kShort && report.recipients.size() == 1;
  const std::string_view whole =
      is_short && found.size() == 1 ? std::string_view(report.notice) : std::string_view();
  for (NoticeRecipient& one : found) {
    std::string address = to_lower(one.address);
    if (Words said = words_about(std::move(one), whole); !said.text.empty()) {
      words.insert_or_assign(std::move(address), std::move(said));
    }
  }
  for (PerRecipientFields* recipient : silent) {
    const std::string& address = recipient->final_recipient->value;
    auto said = words.find(to_lower(address));
    if (said == words.end() && recipient->original_recipient) {
      said = words.find(to_lower(recipient->original_recipient->value));
    }
    if (said == words.end()) {
      recipient->notice_text = pipes.about(address);
      continue;
    }
    recipient->notice_text = said->second.text;
    recipient->has_words_of_whole_notice = said->second.of_whole_notice;
  }
}

}  // namespace

void add_words_of_notice(DeliveryReport& report) {
  add_block_texts(report);
  add_notice_words(report);
}

ReportParts find_report_parts(const MessageTree& tree) {
  ReportParts parts;
  parts.report = report_root(tree);
  for (const size_t index : tree.parts[parts.report].children) {
    const MimePart& part = tree.parts[index];
    const bool after_status = parts.status != MimePart::kNoParent;
    if (is_status_part(part.type)) {
      if (!after_status) parts.status = index;
    } else if (is_original_part(part.type)) {
      if (parts.original == MimePart::kNoParent) parts.original = index;
    } else if (parts.notice == MimePart::kNoParent && !after_status && is_human_part(part)) {
      parts.notice = index;
    }
  }
  return parts;
}

Result<DeliveryReport> parse_delivery_report(const MessageTree& tree, const Limits& limits) {
  const ReportParts parts = find_report_parts(tree);
  if (parts.status == MimePart::kNoParent) return fail("there is no delivery-status part");
  const MimePart& status = tree.parts[parts.status];
  const std::string_view body = tree.bytes(status.body);
  if (body.size() > limits.report_bytes * 3) return fail("the status part is too large");
  std::string buffer;
  auto report =
      parse_status_fields(decode_transfer_encoding(body, status.transfer_encoding, buffer), limits);
  if (!report) return report;
  report->notice = human_text(tree, parts.notice, limits.notice_bytes);
  report->original = read_original_part(tree, parts.original, limits);
  const std::vector<TranscriptStep> transcript = read_sendmail_transcript(report->notice);
  if (transcript.empty()) {
    add_words_of_notice(*report);
  } else {
    add_transcript_texts(*report, transcript);
  }
  return report;
}

}  // namespace plainbounce
