#include "core/dsn/program_words.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostLines = 12;  // that are not empty; header lines may stand above

constexpr std::string_view kOpenings[] = {
    "This is the mail system at host ",                                     // Postfix
    "I'm sorry to have to inform you that your message could not",          // Postfix
    "This is the Postfix program at host ",                                 // Postfix before 2.3
    "This message was created automatically by mail delivery software",     // Exim
    "Hi. This is the qmail-send program at ",                               // qmail
    "Hi. This is the Haraka Mailer program at ",                            // Haraka
    "This is the MAILER-DAEMON, please DO NOT REPLY to this",               // OpenSMTPD
    "Delivery to the following recipient has been delayed:",                // Gmail
    "Delivery to the following recipient failed permanently:",              // Gmail
    "There was a temporary problem delivering your message to ",            // Gmail
    "This is an automatically generated Delivery Status Notification",      // Exchange
    "** Address not found **",                                              // Gmail
    "** Message not delivered **",                                          // Gmail
    "We're writing to let you know that the group you tried to contact (",  // Google Groups
    "Your message couldn't be delivered. Despite repeated attempts",        // Exchange Online
    "您发送的邮件被退回",         // Coremail: "the mail that you sent was returned"
    "抱歉，您的邮件被退回来了"};  // Coremail at 163.com: "sorry, your mail came back"

// "Your message to bob@example.org couldn't be delivered.", Exchange Online.
bool is_exchange_online(std::string_view line) {
  return line.starts_with("Your message to ") && line.ends_with(" couldn't be delivered.") &&
         line.find('@') != std::string_view::npos;
}

// "Hello bob@example.org, We're writing ...", where a mail program lost the line ends.
bool opens_behind_greeting(std::string_view line) {
  constexpr std::string_view kOpening =
      ", We're writing to let you know that the group you tried to contact (";
  return line.starts_with("Hello ") && line.find(kOpening) != std::string_view::npos;
}

bool opens_notice(std::string_view line) {
  return is_exchange_online(line) ||
         std::any_of(std::begin(kOpenings), std::end(kOpenings),
                     [line](std::string_view opening) { return line.starts_with(opening); }) ||
         opens_behind_greeting(line);
}

}  // namespace

bool opens_as_notice_of_program(std::string_view text) {
  constexpr size_t kMostBytes = 4U << 10U;
  size_t seen = 0;
  for (const std::string_view whole_line : split_lines(text.substr(0, kMostBytes))) {
    const std::string_view line = trim(whole_line);
    if (line.empty()) continue;
    if (opens_notice(line)) return true;
    if (++seen == kMostLines) return false;
  }
  return false;
}

}  // namespace plainbounce
