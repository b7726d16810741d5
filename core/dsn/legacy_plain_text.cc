#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"
#include "core/smtp/enhanced_status_code.h"

namespace plainbounce {

namespace {

// A failing reply in running text, and whom it concerns.
struct AddressedReply {
  std::string address;  // empty: none is named
  std::string host;     // empty: none is named
  std::string reply;
};

bool is_any_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

bool is_reply_at(std::string_view text, size_t at) {
  const std::string_view rest = text.substr(at);
  if (!begins_with_failure_code(rest) || rest.size() <= 4) return false;
  return at == 0 || !(is_digit(text[at - 1]) || is_alpha(text[at - 1]) || text[at - 1] == '.' ||
                      text[at - 1] == '-' || text[at - 1] == '/');
}

// Offset of a reply that is quoted as one: behind "said:", behind "<address>:", behind "host: ", at
// the start, or with an enhanced code behind it. A bare number in running text is none.
std::optional<size_t> find_reply(std::string_view text) {
  for (size_t at = 0; at + 4 < text.size(); ++at) {
    if (!is_reply_at(text, at)) continue;
    const std::string_view before = trim(text.substr(0, at));
    const bool introduced = before.empty() || before.back() == ':' || before.back() == ';';
    const std::string_view word = trim(text.substr(at + 4)).substr(0, 12);
    const bool coded =
        EnhancedStatusCode::parse(word.substr(0, word.find_first_of(" :;,"))).has_value();
    if (introduced || coded) return at;
  }
  return std::nullopt;
}

// The address between the first angle brackets before `end`, else the first in the text.
std::string address_in(std::string_view text, size_t end) {
  const size_t open = text.substr(0, end).find('<');
  if (open != std::string_view::npos) {
    const size_t close = text.find('>', open);
    if (close != std::string_view::npos) {
      std::string address = bare_address(text.substr(open, close + 1 - open));
      if (!address.empty()) return address;
    }
  }
  size_t begin = 0;
  while (begin < text.size()) {
    size_t stop = text.find_first_of(" \t\n", begin);
    if (stop == std::string_view::npos) stop = text.size();
    std::string_view word = text.substr(begin, stop - begin);
    while (!word.empty() && is_any_of(word.back(), "\"'.,;:()")) {
      word.remove_suffix(1);
    }
    while (!word.empty() && is_any_of(word.front(), "\"'(")) word.remove_prefix(1);
    std::string address = bare_address(word);
    if (!address.empty()) return address;
    begin = stop + 1;
  }
  return {};
}

// "host mx.example.org[192.0.2.1] said:"
std::string host_before(std::string_view text, size_t end) {
  const std::string_view before = text.substr(0, end);
  const size_t said = before.rfind(" said:");
  const size_t host = before.rfind("host ");
  if (said == std::string_view::npos || host == std::string_view::npos || host + 5 > said)
    return {};
  const std::string_view name = before.substr(host + 5, said - host - 5);
  return std::string(name.substr(0, name.find_first_of("[( ")));
}

std::optional<AddressedReply> read_paragraph(const std::string& paragraph) {
  const auto at = find_reply(paragraph);
  if (!at) return std::nullopt;
  return AddressedReply{address_in(paragraph, *at), host_before(paragraph, *at),
                        std::string(trim(std::string_view(paragraph).substr(*at)))};
}

std::string_view without_quote_marks(std::string_view line) {
  while (!line.empty() && (line.front() == '>' || trim(line).substr(0, 1) == ">")) {
    line = trim(line).substr(1);
  }
  return line;
}

// Indented deeper than by the blank behind a quote mark: the line before goes on.
bool is_indented(std::string_view line) {
  return line.size() > 2 && is_blank(line[0]) && is_blank(line[1]);
}

// "<address>: ..." or "address: 550 ...": what follows is about that recipient.
bool begins_block(std::string_view line) {
  if (line.empty()) return false;
  if (line.front() == '<') return line.find(">:") != std::string_view::npos;
  const size_t colon = line.find(": ");
  return colon != std::string_view::npos && begins_with_failure_code(line.substr(colon + 2)) &&
         !bare_address(line.substr(0, colon)).empty();
}

// Paragraphs that quote a reply; also a line that begins one ends the paragraph before.
std::vector<AddressedReply> find_replies(const LegacyMessage& message, size_t most) {
  std::vector<AddressedReply> replies;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (auto reply = read_paragraph(paragraph)) replies.push_back(std::move(*reply));
    paragraph.clear();
  };
  for (const std::string_view whole_line : message.lines) {
    if (replies.size() >= most) break;
    const std::string_view unquoted = without_quote_marks(whole_line);
    const std::string_view line = trim(unquoted);
    const bool goes_on = is_indented(unquoted) && !paragraph.empty();
    if (line.empty() || (begins_block(line) && !goes_on)) end_paragraph();
    if (line.empty()) continue;
    if (!paragraph.empty()) paragraph += ' ';
    paragraph += line;
  }
  if (replies.size() < most) end_paragraph();
  return replies;
}

bool recognises(const LegacyMessage& message) {
  return !find_replies(message, 1).empty() && !lists_replies(message.lines);
}

// Where one reply names nobody: the only one whom the text names elsewhere.
void name_only_recipient(const LegacyMessage& message, std::vector<AddressedReply>& replies) {
  if (replies.size() != 1 || !replies.front().address.empty()) return;
  const auto named = find_notice_recipients(message.lines, 2);
  if (named.size() == 1) replies.front().address = named.front().address;
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  report.notice = message.text;
  auto replies = find_replies(message, limits.recipients);
  name_only_recipient(message, replies);
  for (const AddressedReply& quoted : replies) {
    PerRecipientFields recipient = legacy_recipient(quoted.address, Action::kFailed);
    const bool temporary = quoted.reply.front() == '4';
    // Nobody said what became of the message; only the reply is known.
    recipient.action = Action::kUnknown;
    recipient.action_text.clear();
    if (!temporary) recipient.action = Action::kFailed;
    recipient.diagnostic_code = TypedValue{"smtp", quoted.reply};
    if (!quoted.host.empty()) recipient.remote_mta = TypedValue{"dns", quoted.host};
    report.recipients.push_back(std::move(recipient));
  }
  return report;
}

}  // namespace

const LegacyFormat kPlainTextFormat = {"running text", false, recognises, read};

}  // namespace plainbounce
