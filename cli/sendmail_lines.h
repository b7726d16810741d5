#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"
#include "core/base/result.h"
#include "core/knowledge/entries.h"

namespace plainbounce {

// What packaging/sendmail/plainbounce.mc and replies.mc hold, built in.
std::string_view sendmail_ways();
std::string_view sendmail_reply_hooks();

// The name of Sendmail's second port: the first of the own_service settings that is not Postfix's.
struct SecondPort {
  std::string name;
  bool configured = false;  // false: own_service must be told of it
};
SecondPort sendmail_second_port(const Settings& settings);

// m4's define() of a name for the socket that the daemon listens at, and one for the second port.
std::string sendmail_definitions(const Settings& settings);

// A sentence for a quoted string of sendmail.cf that stands in m4's quotes. Fails when it is not
// printable ASCII, holds a backquote, a double quote, a backslash or a dollar sign (which m4 and
// Sendmail read as their own), or has more than 200 characters (Sendmail's limit is about 250).
Result<std::string> escape_for_sendmail(std::string_view sentence);

// `hooks` with the line about a cause in place of each "{cause}".
struct FilledHooks {
  std::string text;
  std::vector<Error> left_out;  // lines whose sentence is not there or cannot stand there
};
FilledHooks fill_sendmail_hooks(std::string_view hooks, const LanguageTexts& texts);

}  // namespace plainbounce
