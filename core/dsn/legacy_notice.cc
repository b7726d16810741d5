#include <algorithm>
#include <optional>
#include <set>

#include "core/base/ascii.h"
#include "core/base/utf8.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_people.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/original_headers.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"
#include "core/mime/encoded_word.h"

namespace plainbounce {

namespace {

constexpr size_t kLookedAt = 8U << 10U;  // bytes in which a notice says what it is
constexpr size_t kMostWords = 2U << 10U;

size_t first_line_of_copy(const LegacyMessage& message) {
  size_t line = 0;
  while (line < message.lines.size() && !begins_returned_message(message.lines[line])) ++line;
  return line;
}

// ">": somebody's answer to a bounce quotes it. ">>>" is a mark of one gateway.
bool is_quoted(std::string_view line) {
  line = trim(line);
  if (line.substr(0, 1) != ">" || line.substr(0, 3) == ">>>") return false;
  // MDaemon puts the mark before the address that failed.
  return bare_address(line.substr(1)).empty() || line.ends_with(':');
}

std::string subject_of(const LegacyMessage& message) {
  return decode_encoded_words(message.header.value("Subject").value_or(""));
}

std::vector<std::string_view> said_lines(const LegacyMessage& message, size_t copy) {
  std::vector<std::string_view> lines;
  for (size_t i = 0; i < copy; ++i) {
    if (!is_quoted(message.lines[i])) lines.push_back(message.lines[i]);
  }
  return lines;
}

std::string joined(const std::vector<std::string_view>& lines) {
  std::string out;
  for (size_t i = 0; i < lines.size() && out.size() < kLookedAt; ++i) {
    out += lines[i];
    out += '\n';
  }
  return out;
}

// A service that takes no answers and hands a message back.
bool is_from_returning_service(const LegacyMessage& message) {
  const std::string from = message.header.value("From").value_or("");
  return message.returned_part && (find_ignoring_case(from, "no-reply@") != std::string::npos ||
                                   find_ignoring_case(from, "noreply@") != std::string::npos);
}

bool lists_recipient(const LegacyMessage& message, const std::vector<std::string_view>& lines) {
  const NoticePeople people(message.header, nullptr);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const std::string address = address_that_begins(line);
    return is_ascii(address) && !address.empty() && !people.is_another(address);
  });
}

// "was not delivered to:" with an address behind or below it, or a label "Recipient:".
bool announces_recipient(const std::vector<std::string_view>& lines) {
  std::string_view above;
  for (const std::string_view line : lines) {
    if (trim(line).empty()) continue;
    if (starts_with_ignoring_case(trim(line), "recipient: <")) return true;
    if (!address_that_begins(line).empty() && tells_of_failure(above)) return true;
    const size_t colon = std::min(line.rfind(':'), line.size());
    const std::string_view behind = line.substr(std::min(colon + 1, line.size()));
    if (!address_that_begins(behind).empty() && tells_of_failure(line.substr(0, colon)))
      return true;
    above = line;
  }
  return false;
}

// Without the message that came back, words alone are a notice only where the Subject says it, too,
// or a reply is quoted or recipients are listed: a mail about bounces has the words as well.
bool says_it_twice(const LegacyMessage& message, const std::vector<std::string_view>& lines,
                   NoticeSender sender) {
  // "Your message could not be delivered"; others say first what it is: "Email delivery failure".
  constexpr size_t kOfSystem = 13;
  constexpr size_t kOfOthers = 8;
  const std::string subject = subject_of(message);
  const bool quotes = find_quoted_reply(joined(lines)).has_value();
  // A list of addresses stands below many mails of people and shops.
  if (sender == NoticeSender::kOther) {
    return quotes && begins_as_failure_subject(subject, kOfOthers) && !subject.starts_with('[');
  }
  if (sender == NoticeSender::kPerhaps) {
    if (has_list_fields(message.header)) return false;
    return begins_as_failure_subject(subject, kOfSystem) && tells_of_failure_in_subject(subject) &&
           (quotes || announces_recipient(lines));
  }
  // "Re:" is how some gateways of phones begin every notice.
  if (is_answer_subject(subject)) {
    return quotes && starts_with_ignoring_case(trim(subject), "re:");
  }
  const bool listed = lists_recipient(message, lines);
  // A ticket's number: people write there, too.
  const bool ticket = subject.find('#') != std::string::npos;
  if (begins_as_failure_subject(subject, kOfSystem) || (quotes && listed && !ticket)) return true;
  const bool titled = is_failure_subject(subject) || message.header.find("From") == nullptr;
  return quotes || (listed && titled) || trim(subject).empty();
}

// Who sends it, what it is called and what it returns say it, unless the text says something else.
bool is_said_by_subject(const std::string& subject, const std::string& said) {
  if (tells_of_delay(said) || find_quoted_reply(said)) return true;
  return tells_of_failure_in_subject(subject) && !tells_of_success(said);
}

bool recognises(const LegacyMessage& message) {
  if (has_fields_of_other_mail(message.header)) return false;
  const NoticeSender sender = notice_sender(message.header);
  const bool system = sender != NoticeSender::kOther;
  const std::string subject = subject_of(message);
  const bool titled = is_failure_subject(subject);
  if (!system && !titled && !is_from_returning_service(message)) return false;
  if (system && message.header.find("X-Failed-Recipients") != nullptr) return true;
  if (tells_of_success(subject)) return false;
  if (sender != NoticeSender::kProgram && is_summary_subject(subject)) return false;
  const size_t copy = first_line_of_copy(message);
  const bool returns = message.returned_part || copy < message.lines.size();
  constexpr size_t kMostBefore = 13;
  const bool begins = begins_as_failure_subject(subject, kMostBefore);
  // A person sends a bounce as an example, too.
  if (!system && titled && returns && !begins) return false;
  const std::vector<std::string_view> lines = said_lines(message, copy);
  const std::string said = joined(lines);
  if (sender != NoticeSender::kProgram && tells_of_absence(said)) return false;
  if (system && returns && begins && is_said_by_subject(subject, said)) return true;
  // Words of a reply count only where a mail system surely speaks.
  const bool signed_by_system = system && message.header.find("From") != nullptr;
  const bool tells = tells_of_failure(said) || (signed_by_system && tells_of_unknown_user(said));
  return tells && (returns || says_it_twice(message, lines, sender));
}

// "because:", "Technical details of permanent failure:": says that the words come below.
bool is_heading(std::string_view line) {
  constexpr size_t kLongest = 60;
  return line.size() <= kLongest && line.ends_with(':');
}

// Whom to ask is no reason.
bool is_courtesy(std::string_view line) {
  for (const std::string_view start : {"please reply to", "please contact", "please do not reply",
                                       "if you feel this", "for further assistance"}) {
    if (starts_with_ignoring_case(line, start)) return true;
  }
  return false;
}

// "------", "---- Failure Reasons ----", "=====", and a line that only says that more attempts
// follow.
bool says_nothing(std::string_view line) {
  const bool has_words = std::any_of(line.begin(), line.end(), [](char c) {
    return is_alpha(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80;
  });
  const bool titled = (line.substr(0, 3) == "---" && line.ends_with("---")) ||
                      (line.substr(0, 3) == "***" && line.ends_with("***"));
  return !has_words || titled || tells_of_delay(line) || is_courtesy(line);
}

// The first paragraph that says something; `all`: the others, too.
std::string first_words(std::string_view text, bool all) {
  std::string out;
  while (!text.empty() && out.size() < kMostWords) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() && !out.empty() && !all) break;
    if (says_nothing(line) || (out.empty() && is_heading(line))) continue;
    if (!out.empty()) out += ' ';
    out += line;
  }
  return out;
}

// Zoho: "ERROR_CODE :550, ERROR_CODE :5.1.1 <bob@example.org>... User unknown".
std::string without_code_labels(std::string_view text) {
  constexpr std::string_view kLabel = "ERROR_CODE :";
  std::string out(text);
  for (size_t at = out.find(kLabel); at != std::string::npos; at = out.find(kLabel, at)) {
    if (at >= 2 && out[at - 2] == ',') out.erase(at - 2, 1);
    out.erase(out.find(kLabel), kLabel.size());
  }
  return out;
}

bool read_reply(std::string_view text, PerRecipientFields& recipient) {
  const auto reply = find_quoted_reply(without_code_labels(text));
  if (!reply) return false;
  recipient.diagnostic_code = TypedValue{"smtp", reply->text};
  if (!reply->host.empty()) recipient.remote_mta = TypedValue{"dns", reply->host};
  return true;
}

// " User unknown" of "Returned mail: User unknown".
std::string_view reason_in_subject(std::string_view subject) {
  for (const std::string_view start : {"Returned mail:", "Delivery failure:"}) {
    if (starts_with_ignoring_case(subject, start)) return subject.substr(start.size());
  }
  return {};
}

// What was said about the recipient: a reply, wherever it stands, before words. `notice`: all that
// is said, where it is about this recipient alone; else empty.
void read_reason(const NoticeRecipient& about, std::string_view notice, const std::string& subject,
                 PerRecipientFields& recipient) {
  if (read_reply(about.sentence + '\n' + about.text, recipient)) return;
  if (read_reply(notice, recipient)) return;
  std::string words = first_words(about.text, false);
  if (words.empty()) words = first_words(about.sentence, false);
  if (words.empty() && !notice.empty()) {
    words = first_words(notice, true) + std::string(reason_in_subject(subject));
  }
  if (!words.empty()) recipient.diagnostic_code = TypedValue{"x-notice", words};
}

// The recipients that the header names (Exim, Gmail), with what the text says about each.
std::vector<NoticeRecipient> failed_recipients(const LegacyMessage& message,
                                               std::vector<NoticeRecipient> found, size_t most) {
  std::vector<NoticeRecipient> failed;
  for (const std::string& address :
       addresses_in(message.header.value("X-Failed-Recipients").value_or(""))) {
    if (failed.size() >= most) break;
    const auto about = std::find_if(found.begin(), found.end(), [&](const NoticeRecipient& one) {
      return equals_ignoring_case(one.address, address);
    });
    NoticeRecipient one;
    if (about != found.end()) one = *about;
    one.address = well_formed_utf8(address);
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

// Whom to ask is no recipient: staff, and whom the text does not announce in the domain of the
// notice's author, unless the returned message went there or a reply stands with the address.
void drop_unannounced(const NoticePeople& people, bool knows_original,
                      std::vector<NoticeRecipient>& found) {
  const bool only = found.size() == 1;
  const auto is_doubtful = [&](const NoticeRecipient& one) {
    if (is_of_staff(one.address)) return !one.announced || (only && knows_original);
    return only && knows_original && !one.announced && people.is_near_author(one.address);
  };
  const auto is_none = [&](const NoticeRecipient& one) {
    return is_doubtful(one) && !people.was_written_to(one.address) && !find_quoted_reply(one.text);
  };
  found.erase(std::remove_if(found.begin(), found.end(), is_none), found.end());
}

bool quotes_final_reply(std::string_view text) {
  const auto reply = find_quoted_reply(text);
  return reply && reply->text.front() == '5';
}

// What is said of the recipient comes before what the notice says, which counts where it is about
// this recipient alone (`notice`), or stands above all of them (`heading`).
Action action_of(const NoticeRecipient& about, std::string_view notice, std::string_view heading) {
  const std::string own = about.sentence + '\n' + about.text;
  if (quotes_final_reply(own) || tells_of_giving_up(own)) return Action::kFailed;
  if (quotes_final_reply(notice) || tells_of_giving_up(notice)) return Action::kFailed;
  const bool delayed = tells_of_delay(own) || tells_of_delay(notice) ||
                       (tells_of_delay(heading) && !tells_of_giving_up(heading));
  return delayed ? Action::kDelayed : Action::kFailed;
}

// What stands above the first line that begins with an address.
std::string heading_of(const std::vector<std::string_view>& lines) {
  const auto first = std::find_if(lines.begin(), lines.end(), [](std::string_view line) {
    return !address_that_begins(line).empty();
  });
  return first == lines.end() ? std::string() : joined({lines.begin(), first});
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

DeliveryReport read(const LegacyMessage& message, const Limits& limits) {
  DeliveryReport report;
  const size_t copy = first_line_of_copy(message);
  report.notice = message.before_line(copy);
  read_original(message, copy, limits, report);
  const std::vector<std::string_view> lines = said_lines(message, copy);
  const NoticePeople people(message.header, report.original ? &*report.original : nullptr);
  auto found = named_recipients(people, report.original.has_value(), lines, limits);
  drop_unannounced(people, report.original.has_value(), found);
  auto recipients = failed_recipients(message, std::move(found), limits.recipients);
  // A mail to the one who gets the notice was held up: nothing of his came back.
  if (recipients.empty() && people.warns_recipient()) return report;
  // Nobody is named: the one whom the returned message went to.
  if (recipients.empty()) recipients.emplace_back();
  const std::string said = recipients.size() == 1 ? joined(lines) : std::string();
  const std::string heading = heading_of(lines);
  const NoticeRecipient* before = nullptr;
  for (const NoticeRecipient& one : recipients) {
    // Addresses above one text share it, and what it says.
    if (before != nullptr && before->text == one.text && before->sentence == one.sentence) {
      report.recipients.push_back(report.recipients.back());
      report.recipients.back().final_recipient = TypedValue{"rfc822", one.address};
      continue;
    }
    report.recipients.push_back(legacy_recipient(one.address, action_of(one, said, heading)));
    read_reason(one, said, subject_of(message), report.recipients.back());
    before = &one;
  }
  return report;
}

}  // namespace

const LegacyFormat kNoticeFormat = {"a mail system's notice", true, recognises, read};

}  // namespace plainbounce
