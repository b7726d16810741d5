#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/postfix_configuration.h"
#include "config/settings.h"

namespace plainbounce {

// What the head of a 50-setup.ini says.
struct SetupIniHead {
  std::string directory;   // of the Postfix instance whose set-up wrote it
  bool is_intact = false;  // nobody has changed it since
};
// Nothing: no set-up wrote it.
std::optional<SetupIniHead> read_setup_ini_head(std::string_view text);

// Domains whose names stand plainly in mydestination, virtual_mailbox_domains and
// virtual_alias_domains; `tables` are the elements whose contents only Postfix knows.
struct PlainDomains {
  std::vector<std::string> names;
  std::vector<std::string> tables;  // "virtual_mailbox_domains = mysql:/etc/..."
};
PlainDomains find_plain_domains(const PostfixConfiguration& postfix);

// The names that the instance's servers write into Received fields.
std::vector<std::string> find_own_hosts(const PostfixConfiguration& postfix);

// The text of 50-setup.ini: where the daemon listens, and what Postfix knows about the site; but
// nothing that `settings` (read without that file) set already. Empty: there is nothing to say.
std::string make_setup_ini(const PostfixConfiguration& postfix, const Settings& settings,
                           const SocketAddress& milter,
                           const std::optional<SocketAddress>& replies);

}  // namespace plainbounce
