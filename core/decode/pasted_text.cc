#include "core/decode/pasted_text.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/delivery_report_parser.h"
#include "core/dsn/program_words.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"
#include "core/mime/message_tree.h"
#include "core/smtp/enhanced_status_code.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {
namespace {

constexpr size_t kMeansBytes = 16;  // behind a code, in which a word such as "means" begins

std::string_view without_quote_mark(std::string_view line) {
  if (!line.empty() && line.front() == '>') line.remove_prefix(1);
  if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

// The text without the quote marks that stand before every line that is not empty.
std::string without_quote_marks(const std::string& text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = text.find('\n', at);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (!trim(line).empty() && line.front() != '>') return text;
    out += without_quote_mark(line);
    out += '\n';
    at = end + 1;
  }
  return out;
}

// The lines with a quote mark, of a text where others have none: what somebody quotes in his own
// words. Empty where fewer lines than that are quoted.
std::string quoted_lines(std::string_view text) {
  constexpr int kFewest = 3;
  std::string out;
  int count = 0;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with('>')) continue;
    out.append(without_quote_mark(line)).append("\n");
    ++count;
  }
  return count < kFewest ? std::string() : out;
}

// "[a@b](mailto:a@b)" of Markdown: the address once. Looks back and forth within a line, no further
// than such a link is long.
std::string without_link_targets(std::string_view text) {
  constexpr std::string_view kTarget = "](mailto:";
  constexpr size_t kLongest = 500;  // bytes of an address
  std::string out;
  for (size_t at = text.find(kTarget); at != std::string_view::npos; at = text.find(kTarget)) {
    const std::string_view before = text.substr(0, at);
    const size_t near = before.size() - std::min(before.size(), kLongest);
    const size_t open = before.substr(near).find_last_of("[\n");
    const std::string_view behind = text.substr(at + kTarget.size(), kLongest);
    const size_t close = behind.find_first_of(")\n");
    const bool is_link = open != std::string_view::npos && before[near + open] == '[' &&
                         close != std::string_view::npos && behind[close] == ')';
    text.remove_prefix(at + kTarget.size() + (is_link ? close + 1 : 0));
    if (is_link) {
      out.append(before.substr(0, near + open)).append(before.substr(near + open + 1));
    } else {
      out.append(before).append(kTarget);
    }
  }
  return out.append(text);
}

// An address and a few lines below it: what Outlook shows of a bounce.
std::optional<DeliveryReport> read_short_notice(const std::string& text) {
  constexpr size_t kMostLines = 6;
  constexpr size_t kMostBytes = 2000;
  if (text.size() > kMostBytes) return std::nullopt;
  const auto lines = split_lines(trim(text));
  if (lines.size() < 2 || lines.size() > kMostLines) return std::nullopt;
  const std::string address = address_that_begins(lines.front());
  if (address.empty()) return std::nullopt;
  DeliveryReport report;
  report.notice = text;
  PerRecipientFields recipient;
  recipient.final_recipient = TypedValue{"rfc822", address};
  const std::string_view below = trim(trim(text).substr(lines.front().size()));
  recipient.diagnostic_code = TypedValue{"x-notice", std::string(below)};
  report.recipients.push_back(std::move(recipient));
  return report;
}

Result<DeliveryReport> read_notice(const std::string& text, const Limits& limits) {
  const std::string message = "Content-Type: text/plain; charset=utf-8\n\n" + text;
  const auto tree = split_message(message, limits);
  if (!tree) return fail(tree.error().message);
  return parse_legacy_bounce(*tree, limits);
}

bool has_one_line(std::string_view text) { return text.find('\n') == std::string_view::npos; }

// The text in front of a code says that one comes: a mark, or a word such as "error".
bool introduces_code(std::string_view before) {
  while (!before.empty() && is_blank(before.back())) before.remove_suffix(1);
  if (before.empty()) return false;
  if (std::string_view("#[{<\"'").find(before.back()) != std::string_view::npos) return true;
  constexpr std::string_view kWords[] = {"error", "error:", "code", "code:", "dsn", "dsn:"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return ends_with_ignoring_case(before, word); });
}

// An enhanced code that the text introduces, or that begins its only line: above others it may be a
// number of a chapter.
bool introduces_enhanced_code(std::string_view text) {
  if (EnhancedStatusCode::parse(text.substr(0, text.find_first_of(" \n"))) && has_one_line(text)) {
    return true;
  }
  size_t at = 0;
  while (at < text.size()) {
    size_t end = 0;
    const auto code = EnhancedStatusCode::find(text.substr(at), &end);
    if (!code) return false;
    const size_t begin = at + end - code->to_string().size();
    if (code->class_digit() != 2 && introduces_code(text.substr(0, begin))) return true;
    at += end;
  }
  return false;
}

// "Reason code 5.2.2 means that the mailbox is full": about a code, with nobody named.
bool explains_code(std::string_view text) {
  if (text.find('@') != std::string_view::npos) return false;
  constexpr std::string_view kMeans[] = {"means",   "mean",     "stands for", "indicates",
                                         "denotes", "bedeutet", "signifie",   "significa"};
  for (size_t at = 0; at < text.size();) {
    size_t end = 0;
    if (!EnhancedStatusCode::find(text.substr(at), &end)) return false;
    at += end;
    const std::string_view behind = trim(text.substr(at, kMeansBytes));
    if (std::any_of(std::begin(kMeans), std::end(kMeans), [behind](std::string_view word) {
          return starts_with_ignoring_case(behind, word);
        })) {
      return true;
    }
  }
  return false;
}

// "552 EUR for the room": how much, and no reply.
bool is_amount(std::string_view text) {
  constexpr size_t kDigits = 3;
  if (text.size() <= kDigits || !is_digit(text[0]) || !is_digit(text[1]) || !is_digit(text[2])) {
    return false;
  }
  constexpr std::string_view kUnits[] = {"EUR",    "euro",    "euros",   "USD",         "GBP",
                                         "CHF",    "km",      "miles",   "metres",      "meters",
                                         "kg",     "percent", "%",       "$",           "pieces",
                                         "people", "years",   "dollars", "\xe2\x82\xac"};
  const std::string_view behind = trim(text.substr(kDigits));
  const std::string_view word = behind.substr(0, behind.find_first_of(" ,.;:\n"));
  return std::any_of(std::begin(kUnits), std::end(kUnits),
                     [word](std::string_view unit) { return equals_ignoring_case(word, unit); });
}

// Words that tell of a failure, without a reply: anybody may write so.
bool has_words_alone(const PerRecipientFields& recipient) {
  if (!recipient.diagnostic_code) return true;
  if (recipient.diagnostic_code->type != "x-notice") return false;
  size_t end = 0;  // "5.1.1 such a mailbox is not here" below an address is no number of a chapter
  const std::string& words = recipient.diagnostic_code->value;
  return !recipient.final_recipient || !leading_enhanced_code(words, end);
}

// A number behind a colon in running text, or before more lines ("501 Main Street"), with no
// address, no server and no enhanced code.
bool is_bare_number(const PerRecipientFields& recipient, std::string_view text) {
  if (recipient.final_recipient || recipient.remote_mta || !recipient.diagnostic_code) return false;
  const std::string& reply = recipient.diagnostic_code->value;
  const bool begins_text = text.substr(0, 3) == std::string_view(reply).substr(0, 3);
  const bool is_reply = begins_text && (has_one_line(text) || text.substr(3, 1) == "-");
  return !is_reply && !parse_smtp_reply(reply).enhanced;
}

// `text` has no quote marks before all of its lines.
Result<PastedText> read_text(const std::string& text) {
  const Limits limits;
  if (is_amount(trim(text))) return fail("the number at the beginning is an amount");
  if (explains_code(text)) return fail("the text explains a code");
  if (auto report = parse_status_fields(text, limits); report && !report->recipients.empty()) {
    report->notice = text;
    add_words_of_notice(*report);
    return PastedText{MessageKind::kReport, std::move(*report), std::nullopt, false};
  }
  if (auto report = read_notice(text, limits); report && !report->recipients.empty()) {
    const bool doubtful =
        !opens_as_notice_of_program(text) &&
        std::all_of(report->recipients.begin(), report->recipients.end(),
                    [&](const PerRecipientFields& recipient) {
                      return has_words_alone(recipient) || is_bare_number(recipient, trim(text));
                    });
    return PastedText{MessageKind::kLegacy, std::move(*report), std::nullopt, doubtful};
  }
  if (lists_replies(split_lines(text))) return fail("the text is a list of replies");
  SmtpReply reply = parse_smtp_reply(trim(text), limits);
  if (!reply.code && !reply.enhanced) {
    if (auto report = read_short_notice(text)) {
      return PastedText{MessageKind::kLegacy, std::move(*report), std::nullopt, true};
    }
    return fail("the text is neither a mail message nor holds a delivery status or a reply");
  }
  PastedText pasted;
  PerRecipientFields recipient;
  recipient.diagnostic_code = TypedValue{"smtp", std::string(trim(text))};
  pasted.report.recipients.push_back(std::move(recipient));
  pasted.doubtful = !reply.code && !introduces_enhanced_code(trim(text));
  pasted.reply = std::move(reply);
  return pasted;
}

}  // namespace

Result<PastedText> read_pasted_text(const std::string& quoted) {
  const std::string text = without_link_targets(without_quote_marks(quoted));
  if (trim(text).empty()) return fail("the input is empty");
  auto pasted = read_text(text);
  if (pasted && !pasted->doubtful) return pasted;
  // A notice that begins as a program's, and is quoted between other words.
  const std::string notice = quoted_lines(text);
  if (!opens_as_notice_of_program(notice)) return pasted;
  auto inner = read_text(notice);
  return inner && !inner->doubtful ? inner : pasted;
}

}  // namespace plainbounce
