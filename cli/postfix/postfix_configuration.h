#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/postfix/master_service.h"
#include "cli/postfix/postfix_version.h"
#include "core/base/result.h"

namespace plainbounce {

using PostfixParameters = std::map<std::string, std::string, std::less<>>;

// What one Postfix instance is told by its main.cf and master.cf, as its own postconf reads them.
struct PostfixConfiguration {
  std::string directory;        // of main.cf and master.cf
  PostfixVersion version;       // of the programs
  PostfixParameters set;        // what main.cf sets, as it is written there ("postconf -n")
  PostfixParameters effective;  // every parameter, defaults too, each $name expanded
  std::vector<MasterService> services;
  std::vector<std::string> warnings;  // what postconf says on standard error, a line each

  // The effective value of a parameter; empty for one that Postfix does not know.
  [[nodiscard]] std::string value(std::string_view parameter) const;
  [[nodiscard]] bool is_set(std::string_view parameter) const;
  // The same for one service, whose own "-o" comes first; its $names are not expanded.
  [[nodiscard]] std::string value_for(const MasterService& service,
                                      std::string_view parameter) const;
  // Null: there is no such service. Of two, Postfix uses the last one.
  [[nodiscard]] const MasterService* service(std::string_view name,
                                             std::string_view type = "unix") const;
  // Whether a service runs chrooted. "-" means no, and yes for a compatibility_level below 1.
  [[nodiscard]] bool is_chrooted(const MasterService& service) const;
};

// Asks postconf about the instance whose main.cf is in `directory` (empty: the one that Postfix
// takes for its own). The error holds what postconf says.
Result<PostfixConfiguration> read_postfix_configuration(const std::string& directory);

// "name = value" lines, as postconf prints them; other lines are left out.
PostfixParameters parse_postfix_parameters(std::string_view text);

}  // namespace plainbounce
