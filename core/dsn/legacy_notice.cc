#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/address_words.h"
#include "core/dsn/failure_subject.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/folded_text.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/mail_about_bounces.h"
#include "core/dsn/notice_people.h"
#include "core/dsn/notice_reader.h"
#include "core/dsn/notice_recipients.h"
#include "core/dsn/notice_sender.h"
#include "core/dsn/notice_text.h"
#include "core/dsn/phrase_set.h"
#include "core/dsn/program_words.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"
#include "core/mime/addresses.h"
#include "core/mime/encoded_word.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {

namespace {

constexpr size_t kLongestAnnouncement = 1000;  // bytes above an address

std::string subject_of(const LegacyMessage& message) {
  return decode_encoded_words(message.header.value("Subject").value_or(""));
}

// A service that takes no answers and hands a message back.
bool is_from_returning_service(const LegacyMessage& message) {
  const std::string from = message.header.value("From").value_or("");
  return message.returned_part && (find_ignoring_case(from, "no-reply@") != std::string::npos ||
                                   find_ignoring_case(from, "noreply@") != std::string::npos);
}

// Who wrote the message attaches one of his own.
bool attaches_own_mail(const LegacyMessage& message) {
  if (!message.original || !message.original->from) return false;
  const NoticePeople people(message.header, nullptr);
  const auto writers = addresses_in(*message.original->from);
  return !writers.empty() && people.is_author(writers.front());
}

bool lists_recipient(const LegacyMessage& message, const std::vector<std::string_view>& lines) {
  const NoticePeople people(message.header, nullptr);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const std::string address = address_that_begins(line);
    return is_ascii(address) && !address.empty() && !people.is_another(address);
  });
}

// "was not delivered to:" with an address behind, or below it in the same or the next paragraph, or
// a label "Recipient:".
bool announces_recipient(const std::vector<std::string_view>& lines) {
  std::string above;      // of this paragraph
  std::string paragraph;  // the one before
  constexpr size_t kMostLooks = 100;
  size_t looks = 0;
  for (const std::string_view line : lines) {
    if (trim(line).empty()) {
      if (!above.empty()) paragraph = std::move(above);
      above.clear();
      continue;
    }
    if (starts_with_ignoring_case(trim(line), "recipient: <")) return true;
    const std::string& words = above.empty() ? paragraph : above;
    if (looks < kMostLooks && line_names_recipient(line)) {
      ++looks;
      if (tells_of_failure(words)) return true;
    }
    const size_t colon = std::min(line.rfind(':'), line.size());
    const std::string_view behind = line.substr(std::min(colon + 1, line.size()));
    if (!address_that_begins(behind).empty() && tells_of_failure(line.substr(0, colon)))
      return true;
    if (above.size() < kLongestAnnouncement) {
      above.append(cut_utf8(line, kLongestAnnouncement - above.size())).append("\n");
    }
  }
  return false;
}

// A list of addresses is about several messages.
bool lists_several(const std::vector<std::string_view>& lines) {
  std::string first;
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    const std::string address = address_that_begins(line);
    if (first.empty()) first = address;
    return !address.empty() && !equals_ignoring_case(address, first);
  });
}

// What goes to many (RFC 2076).
bool is_bulk(const HeaderBlock& header) {
  const std::string precedence = header.value("Precedence").value_or("");
  return equals_ignoring_case(precedence, "bulk") || equals_ignoring_case(precedence, "list");
}

// Somebody is named in the sentence of the failure, or with the reply.
bool names_sure_recipient(const std::vector<std::string_view>& lines) {
  constexpr size_t kMost = 100;
  const auto found = find_notice_recipients(lines, kMost);
  return std::any_of(found.begin(), found.end(), [](const NoticeRecipient& one) {
    return one.announced || find_quoted_reply(one.text).has_value();
  });
}

// The envelope sender that the last mail system wrote down (RFC 5321 section 4.4). Bounces have
// none; Sendmail writes MAILER-DAEMON for it.
bool has_envelope_sender(const HeaderBlock& header) {
  const auto path = header.value("Return-Path");
  return path && path->find('@') != std::string::npos &&
         find_ignoring_case(*path, "mailer-daemon@") == std::string::npos;
}

// Neither a word for a mail nor a reply as mail servers give them.
bool is_about_no_mail(const std::string& subject, const std::string& said) {
  if (speaks_of_mail(subject) || speaks_of_mail(said)) return false;
  const auto reply = find_quoted_reply(said);
  return !reply || (reply->host.empty() && !parse_smtp_reply(reply->text).enhanced);
}

// Without the message that came back, words alone are a notice only where the Subject says it, too,
// or a reply is quoted or recipients are listed: a mail about bounces has the words as well.
bool says_it_twice(const LegacyMessage& message, const NoticeText& text, NoticeSender sender) {
  // "Your message could not be delivered"; others say first what it is: "Email delivery failure".
  constexpr size_t kOfSystem = 13;
  constexpr size_t kOfOthers = 8;
  const std::string subject = subject_of(message);
  const bool quotes = sender == NoticeSender::kProgram ? find_quoted_reply(text.said).has_value()
                                                       : quotes_marked_reply(text.said);
  // The words of one program, under a Subject of its kind.
  if (sender == NoticeSender::kPerhaps && opens_as_notice_of_program(text.said) &&
      begins_as_failure_subject(subject, kOfSystem) && !is_answer_subject(subject)) {
    return true;
  }
  if (sender != NoticeSender::kProgram &&
      (begins_as_letter(text.said) || is_about_another_delivery(text) || tells_of_repair(subject) ||
       is_question(own_subject(message)) || has_envelope_sender(message.header) ||
       is_about_no_mail(subject, text.said))) {
    return false;
  }
  if (is_ticket_subject(own_subject(message))) return false;
  // A list of addresses stands below many mails of people and shops.
  if (sender == NoticeSender::kOther) {
    return quotes && !is_bulk(message.header) && !lists_several(text.lines) &&
           begins_as_failure_subject(subject, kOfOthers) && !subject.starts_with('[') &&
           names_sure_recipient(text.lines);
  }
  if (sender == NoticeSender::kPerhaps) {
    if (is_handed_out_by_list(message.header)) return false;
    return begins_as_failure_subject(subject, kOfSystem) && tells_of_failure_in_subject(subject) &&
           (quotes || announces_recipient(text.lines));
  }
  // "Re:" is how some gateways of phones begin every notice.
  if (is_answer_subject(subject)) {
    return quotes && starts_with_ignoring_case(trim(subject), "re:");
  }
  const bool listed = lists_recipient(message, text.lines);
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

// "A message from eve was not delivered to you": a warning to the one it was for. It names nobody
// to whom the reader wrote.
bool warns_of_incoming(const LegacyMessage& message, const NoticeText& text) {
  if (!tells_of_incoming(text.said)) return false;
  const NoticePeople people(message.header, nullptr);
  constexpr size_t kMost = 100;
  const auto found = find_notice_recipients(text.lines, kMost);
  return std::all_of(found.begin(), found.end(),
                     [&](const NoticeRecipient& one) { return people.is_another(one.address); });
}

bool recognises(const LegacyMessage& message) {
  if (has_fields_of_other_mail(message.header)) return false;
  const NoticeSender sender = notice_sender(message.header);
  const bool system = sender != NoticeSender::kOther;
  const std::string subject = subject_of(message);
  const bool titled = is_failure_subject(subject);
  if (!system && !titled && !is_from_returning_service(message)) return false;
  if (system && message.header.find("X-Failed-Recipients") != nullptr) return true;
  if (tells_of_success(subject) || is_mail_about_bounces(message)) return false;
  const NoticeText& text = message.notice();
  const bool returns = message.returned_part || text.copy < message.lines.size();
  if (!returns && warns_of_incoming(message, text)) return false;
  constexpr size_t kMostBefore = 13;
  const bool begins = begins_as_failure_subject(subject, kMostBefore);
  // A person sends a bounce as an example, too.
  if (!system && titled && returns && !begins) return false;
  if (!system && attaches_own_mail(message)) return false;
  if (sender != NoticeSender::kProgram && tells_of_absence(text.said)) return false;
  if (system && returns && begins && is_said_by_subject(subject, text.said)) return true;
  // Words of a reply count only where a mail system surely speaks.
  const bool signed_by_system = system && message.header.find("From") != nullptr;
  // A program's Subject may say alone what the list below it is about.
  const bool listed_by_program =
      sender == NoticeSender::kProgram && tells_of_failure_in_subject(subject) &&
      lists_recipient(message, text.lines) && !tells_of_success(text.said);
  // Programs tell of checks and aliases, too: then nothing came back, and no Subject calls it a
  // failure.
  if (!returns && !titled && tells_of_success(text.said)) return false;
  const bool tells = tells_of_failure(text.said) || listed_by_program ||
                     (signed_by_system && (returns || titled || trim(subject).empty()) &&
                      tells_of_unknown_user(text.said));
  return tells && (returns || says_it_twice(message, text, sender));
}

}  // namespace

const LegacyFormat kNoticeFormat = {"a mail system's notice", true, recognises, read_notice};

}  // namespace plainbounce
