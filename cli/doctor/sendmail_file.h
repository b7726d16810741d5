#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// A definition of sendmail.cf: its name and its equates (S=..., F=..., Port=...).
struct SendmailEntry {
  std::string name;
  std::map<std::string, std::string, std::less<>> equates;

  // Empty where it has none of that name.
  [[nodiscard]] std::string equate(std::string_view key) const;
};

// What sendmail.cf says, as far as the way of bounces depends on it.
struct SendmailFile {
  std::vector<SendmailEntry> filters;  // X lines
  std::vector<SendmailEntry> ports;    // DaemonPortOptions; the name may be empty
  std::vector<SendmailEntry> mailers;  // M lines
  std::string max_message_size;        // empty: not set
};

// Lines that begin with a blank continue the one before; comments are left out. Nothing fails: what
// is no such definition does not count.
SendmailFile parse_sendmail_file(std::string_view text);

}  // namespace plainbounce
