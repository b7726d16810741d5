#include "core/dsn/notice_reader.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/notice_people.h"
#include "core/dsn/notice_reason.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

// The recipients that the header names (Exim, Gmail), with what the text says about each.
std::vector<NoticeRecipient> failed_recipients(const LegacyMessage& message,
                                               std::vector<NoticeRecipient> found, size_t most) {
  std::map<std::string, const NoticeRecipient*> said;  // by the address in lower case
  for (const NoticeRecipient& one : found) said.emplace(to_lower(one.address), &one);
  constexpr size_t kMostBytes = 128U << 10U;
  const std::string named = message.header.value("X-Failed-Recipients").value_or("");
  std::vector<NoticeRecipient> failed;
  for (const std::string& address : addresses_in(std::string_view(named).substr(0, kMostBytes))) {
    if (failed.size() >= most) break;
    const auto about = said.find(to_lower(address));
    NoticeRecipient one;
    if (about != said.end()) one = *about->second;
    one.address = one_line(address, kMostBytes);
    failed.push_back(std::move(one));
  }
  return failed.empty() ? std::move(found) : failed;
}

// Of those who are named though they are others, the recipients: the returned message went to them,
// or a reply stands on their line or below it.
void keep_recipients(const NoticePeople& people, const std::vector<std::string_view>& lines,
                     std::vector<NoticeRecipient>& found) {
  std::set<std::string> replied;
  for (const std::string_view line : lines) {
    const std::string address = address_that_begins(line);
    if (!address.empty() && find_quoted_reply(line)) replied.insert(to_lower(address));
  }
  const auto is_none = [&](const NoticeRecipient& one) {
    if (one.announced && find_quoted_reply(one.text)) return false;
    return !people.was_written_to(one.address) && replied.count(to_lower(one.address)) == 0;
  };
  found.erase(std::remove_if(found.begin(), found.end(), is_none), found.end());
}

// The recipients that the text names. One who wrote to himself is named in a line of his own.
std::vector<NoticeRecipient> named_recipients(const NoticePeople& people, bool knows_original,
                                              const std::vector<std::string_view>& lines,
                                              const Limits& limits) {
  auto found = find_notice_recipients(lines, limits.recipients);
  const auto is_other = [&](const NoticeRecipient& one) { return people.is_another(one.address); };
  if (!found.empty() && std::none_of(found.begin(), found.end(), is_other)) return found;
  const std::string text = people.without_others(lines);
  found = find_notice_recipients(split_lines(text), limits.recipients);
  const bool listed = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return !address_that_begins(line).empty();
  });
  if (!found.empty() || !listed) return found;
  found = find_notice_recipients(lines, limits.recipients);
  if (knows_original) keep_recipients(people, lines, found);
  return found;
}

// Whom to ask is no recipient: who wrote the notice, staff, and whom the text does not announce in
// the domain of the notice's author, unless the returned message went there or a reply stands with
// the address.
void drop_unannounced(const NoticePeople& people, bool knows_original,
                      std::vector<NoticeRecipient>& found) {
  const bool only = found.size() == 1;
  const auto is_doubtful = [&](const NoticeRecipient& one) {
    if (people.is_author(one.address)) return true;
    if (is_of_staff(one.address)) return !one.announced || (only && knows_original);
    return only && knows_original && !one.announced && people.is_near_author(one.address);
  };
  const auto is_none = [&](const NoticeRecipient& one) {
    return is_doubtful(one) && !people.was_written_to(one.address) && !find_quoted_reply(one.text);
  };
  found.erase(std::remove_if(found.begin(), found.end(), is_none), found.end());
}

// What stands above the first line that begins with an address.
std::string heading_of(const std::vector<std::string_view>& lines) {
  const auto first = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return !address_that_begins(line).empty();
  });
  return first == lines.end() ? std::string() : joined_notice_lines({lines.begin(), first});
}

void read_original(const LegacyMessage& message, size_t copy, const Limits& limits,
                   DeliveryReport& report) {
  if (copy < message.lines.size()) {
    report.original = read_original_headers(message.from_line(copy), limits);
    if (!report.original) {
      report.original = read_original_headers(message.from_line(copy + 1), limits);
    }
  }
  if (!report.original) report.original = message.original;
}

// One who gets a notice about himself alone, with nothing of his own returned, is no recipient.
void drop_addressee(const NoticePeople& people, std::vector<NoticeRecipient>& found) {
  const bool only_others = std::all_of(found.begin(), found.end(), [&](const NoticeRecipient& one) {
    return people.is_another(one.address);
  });
  if (only_others) found.clear();
}

// "Delivery was aborted after 5 hours:": the line of the heading that says that it was given up.
std::string giving_up_line(std::string_view heading) {
  constexpr size_t kLongest = 500;
  for (const std::string_view line : split_lines(heading)) {
    if (line.size() <= kLongest && tells_of_giving_up(line)) return std::string(trim(line));
  }
  return {};
}

// Behind the address, maybe in the next line, Postfix writes which alias led there: "(expanded from
// <a@b>): ...".
void read_alias(const NoticeRecipient& one, PerRecipientFields& recipient) {
  constexpr std::string_view kMark = "(expanded from";
  const std::string_view text = trim(one.text);
  if (!text.starts_with(kMark)) return;
  const std::string_view behind = trim(text.substr(kMark.size()));
  const std::string alias = bare_address(behind.substr(0, behind.find(')')));
  if (!alias.empty()) recipient.original_recipient = TypedValue{"rfc822", alias};
}

// Whether the text has the name in front of the "@" as a word of its own.
bool names(std::string_view text, std::string_view address) {
  const std::string_view name = address.substr(0, address.rfind('@'));
  constexpr size_t kShortest = 3;
  if (name.size() < kShortest) return false;
  const auto is_part = [](char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '_'; };
  size_t at = find_ignoring_case(text, name);
  while (at != std::string_view::npos) {
    const size_t end = at + name.size();
    const bool whole =
        (at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]));
    if (whole) return true;
    const size_t next = find_ignoring_case(text.substr(end), name);
    at = next == std::string_view::npos ? next : end + next;
  }
  return false;
}

// A text that several addresses share and that names some of them ("bob's mailbox is full; eve got
// the message") is about the one whom it names alone, else about nobody for certain.
void part_shared_texts(std::vector<NoticeRecipient>& found) {
  constexpr size_t kMostSharers = 20;
  for (size_t begin = 0; begin < found.size();) {
    size_t end = begin + 1;
    while (end < found.size() && found[end].text == found[begin].text &&
           found[end].sentence == found[begin].sentence) {
      ++end;
    }
    const std::string text = found[begin].text;
    const size_t sharers = end - begin;
    std::vector<size_t> named;
    for (size_t i = begin; i < end && sharers > 1 && sharers <= kMostSharers; ++i) {
      if (names(text, found[i].address)) named.push_back(i);
    }
    for (size_t i = begin; i < end && !named.empty(); ++i) {
      if (named.size() > 1 || i != named.front()) found[i].text.clear();
    }
    begin = end;
  }
}

void add_recipients(const std::vector<NoticeRecipient>& recipients, const NoticeText& text,
                    std::string_view subject, DeliveryReport& report) {
  const std::string_view said = recipients.size() == 1 ? std::string_view(text.said) : "";
  const std::string heading = heading_of(text.lines);
  const Outcome above = outcome_in(heading);
  const std::string given_up = above == Outcome::kGivenUp ? giving_up_line(heading) : std::string();
  const Outcome titled = outcome_in_subject(subject);
  const NoticeRecipient* before = nullptr;
  for (const NoticeRecipient& one : recipients) {
    // Addresses above one text share it, and what it says.
    if (before != nullptr && before->text == one.text && before->sentence == one.sentence) {
      report.recipients.push_back(report.recipients.back());
      report.recipients.back().final_recipient = TypedValue{"rfc822", one.address};
      continue;
    }
    report.recipients.push_back(
        legacy_recipient(one.address, notice_action(one, said, above, titled)));
    read_alias(one, report.recipients.back());
    read_notice_reason(one, said, subject, report.recipients.back());
    const auto& reason = report.recipients.back().diagnostic_code;
    if (reason && reason->type == "x-notice") report.recipients.back().notice_text = given_up;
    before = &one;
  }
}

}  // namespace

DeliveryReport read_notice(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const NoticeText& text = message.notice();
  report.notice = message.before_line(text.copy);
  read_original(message, text.copy, limits, report);
  const bool knows_original = report.original.has_value();
  const NoticePeople people(message.header, knows_original ? &*report.original : nullptr);
  auto found = named_recipients(people, knows_original, text.lines, limits);
  drop_unannounced(people, knows_original, found);
  const bool returns = message.returned_part || text.copy < message.lines.size();
  if (!returns && notice_sender(message.header) != NoticeSender::kProgram) {
    drop_addressee(people, found);
  }
  part_shared_texts(found);
  auto recipients = failed_recipients(message, std::move(found), limits.recipients);
  // A mail to the one who gets the notice was held up: nothing of his came back.
  if (recipients.empty() && people.warns_recipient()) return report;
  // Nobody is named: the one whom the returned message went to.
  if (recipients.empty()) recipients.emplace_back();
  add_recipients(recipients, text,
                 decode_encoded_words(message.header.value("Subject").value_or("")), report);
  return report;
}

}  // namespace plainbounce
