#include "core/dsn/returned_message_line.h"

#include <string>

#include "core/base/ascii.h"
#include "core/dsn/folded_text.h"
#include "core/dsn/phrase_set.h"

namespace plainbounce {

namespace {

constexpr size_t kLongestAnnouncement = 100;

bool announces(std::string_view folded_line) {
  static const PhraseSet kAnnouncements = {"original message follow",
                                           "original message as received",
                                           "original message below",
                                           "original message:",
                                           "original message headers",
                                           "original message header",
                                           "original headers follow",
                                           "header of the original message",
                                           "headers of the original message",
                                           "unsent message follows",
                                           "unsent message below",
                                           "message header follows",
                                           "message headers follow",
                                           "message follows",
                                           "message reads (in part)",
                                           "old message:",
                                           "returned message",
                                           "returned mail follows",
                                           "copy of the message",
                                           "copy of your message",
                                           "copy of the original",
                                           "text of the message",
                                           "message is attached",
                                           "message text follows",
                                           "message body suppressed",
                                           "kopie der nachricht",
                                           "kopie ihrer nachricht",
                                           "originalnachricht"};
  return kAnnouncements.is_in(folded_line);
}

bool is_rule(std::string_view line) {
  return line.substr(0, 3) == "---" || line.substr(0, 3) == "===" || line.substr(0, 3) == "***";
}

// The first field of a header that was not announced.
bool begins_header(std::string_view line) {
  for (const std::string_view field : {"received:", "return-path:", "dkim-signature:"}) {
    if (starts_with_ignoring_case(line, field)) return true;
  }
  return false;
}

}  // namespace

bool begins_returned_message(std::string_view line) {
  if (begins_header(line)) return true;
  line = trim(line);
  if (line.size() > kLongestAnnouncement) return false;
  // Cheap looks first: this is asked of each line.
  const bool rule = is_rule(line);
  const std::string_view last = line.substr(line.find_last_of(' ') + 1);
  // A sentence may speak of the message, too; an announcement ends what is said.
  const bool ends = last.ends_with(':') || starts_with_ignoring_case(last, "follow") ||
                    starts_with_ignoring_case(last, "suppressed");
  if (!rule && !ends) return false;
  const std::string plain = folded(line);
  // "-----Original Message-----" is how mail programs quote.
  if (rule) return announces(plain) || plain.find("original message") != std::string::npos;
  // "The following addresses did not receive a copy of your message:" is none.
  return plain.find("not receive") == std::string::npos && announces(plain);
}

}  // namespace plainbounce
