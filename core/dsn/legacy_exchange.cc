#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/failure_subject.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/mail_about_bounces.h"
#include "core/dsn/notice_reader.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/notice_text.h"
#include "core/mime/encoded_word.h"
#include "core/smtp/enhanced_status_code.h"

namespace plainbounce {

namespace {

// The code behind "#" in "<mx.example.org #5.1.1>", "<mx #5.7.1 smtp;550 5.7.1 no>", as Exchange
// 2000 and 2003 write it; empty where there is none.
std::string_view code_behind_mark(std::string_view text) {
  for (size_t at = text.find(" #"); at != std::string_view::npos; at = text.find(" #", at + 1)) {
    const std::string_view rest = text.substr(at + 2);
    const std::string_view word = rest.substr(0, rest.find_first_of(" >"));
    const auto code = EnhancedStatusCode::parse(word);
    if (code && (word.front() == '4' || word.front() == '5')) return word;
  }
  return {};
}

// The lines for administrators, which are the same in every language.
bool is_diagnostic(std::string_view line) {
  line = trim(line);
  // "mx.example.org #550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##" (2007, 2010)
  const size_t mark = line.find('#');
  if (line.ends_with(" ##") && mark + 1 < line.size()) {
    return line[mark + 1] == '4' || line[mark + 1] == '5';
  }
  if (line.starts_with('<') && line.ends_with('>')) return !code_behind_mark(line).empty();
  return line.find("Remote Server returned '") != std::string_view::npos ||
         line.starts_with("MSEXCH:");
}

// The addresses, in lower case, that have a diagnostic line below them, before the next address.
// Addresses one line below the other share it.
std::set<std::string> diagnosed(const std::vector<std::string_view>& lines) {
  std::set<std::string> found;
  std::vector<std::string> group;
  bool follows_address = false;
  for (const std::string_view line : lines) {
    const std::string address = address_that_begins(line);
    if (!address.empty() && !follows_address) group.clear();
    follows_address = !address.empty();
    if (follows_address) {
      group.push_back(to_lower(address));
    } else if (is_diagnostic(line)) {
      found.insert(group.begin(), group.end());
    }
  }
  return found;
}

// A person who asks about such lines writes behind them, too.
bool ends_with_diagnostic(const std::vector<std::string_view>& lines) {
  const auto last = std::find_if(lines.rbegin(), lines.rend(),
                                 [](std::string_view line) { return !trim(line).empty(); });
  return last != lines.rend() && is_diagnostic(*last);
}

bool recognises(const LegacyMessage& message) {
  if (!is_from_mail_system(message.header) || message.header.find("From") == nullptr) return false;
  if (has_fields_of_other_mail(message.header) || is_handed_out_by_list(message.header)) {
    return false;
  }
  const std::string subject = decode_encoded_words(message.header.value("Subject").value_or(""));
  if (is_answer_subject(subject) || tells_of_success(subject)) return false;
  if (is_mail_about_bounces(message)) return false;
  const NoticeText& text = message.notice();
  if (begins_as_letter(text.said) || diagnosed(text.lines).empty()) return false;
  const bool returns = message.returned_part || text.copy < message.lines.size();
  return returns || notice_sender(message.header) == NoticeSender::kProgram ||
         ends_with_diagnostic(text.lines);
}

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report = read_notice(message, limits);
  const std::set<std::string> failed = diagnosed(message.notice().lines);
  const auto is_none = [&](const PerRecipientFields& recipient) {
    return !recipient.final_recipient ||
           failed.count(to_lower(recipient.final_recipient->value)) == 0;
  };
  // Whom to ask stands above. Where the header names who failed, no line may.
  if (!std::all_of(report.recipients.begin(), report.recipients.end(), is_none)) {
    std::erase_if(report.recipients, is_none);
  }
  for (PerRecipientFields& recipient : report.recipients) {
    if (!recipient.diagnostic_code) continue;
    const std::string_view code = code_behind_mark(recipient.diagnostic_code->value);
    if (!code.empty()) recipient.status = std::string(code);
  }
  return report;
}

}  // namespace

const LegacyFormat kExchangeFormat = {"Exchange", true, recognises, read};

}  // namespace plainbounce
