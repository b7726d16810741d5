#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

// "-o name=value" behind a service's command: a parameter that has another value there.
struct ServiceOption {
  std::string name;
  std::string value;
  friend bool operator==(const ServiceOption&, const ServiceOption&) = default;
};

// A service of master.cf (master(5)); columns hold "-" where the default is meant.
struct MasterService {
  std::string name;
  std::string type;
  std::string is_private;
  std::string unprivileged;
  std::string chroot;
  std::string wake_up;
  std::string process_limit;
  std::string command;
  std::vector<ServiceOption> options;  // in their order; of two with one name the last one holds
  std::vector<std::string> arguments;  // other words behind the command

  // What a parameter is set to for this service alone; nothing: it is not set here.
  [[nodiscard]] std::optional<std::string> option(std::string_view name) const;
};

// A logical line of master.cf, or a line as "postconf -M" prints it. Fails when it has fewer than
// eight columns, or an option without a value.
Result<MasterService> parse_master_service(std::string_view line);

// The line that parse_master_service() reads the same from, with options in one form.
std::string canonical_text(const MasterService& service);

}  // namespace plainbounce
