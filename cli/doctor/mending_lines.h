#pragma once

#include <string>
#include <string_view>

#include "cli/doctor/examination.h"

namespace plainbounce {

// A line that sets one key in a file of its own in conf.d, which is read after all others.
std::string setting_line(const Examination& examination, const std::string& section,
                         const std::string& key, const std::string& value);

// "plainbounce setup postfix --apply" for the configurations that are examined.
std::string setup_line(const Examination& examination);

// Commands for the Postfix that is examined.
class PostfixCommands {
 public:
  explicit PostfixCommands(const std::string& directory);

  // Sets a parameter in main.cf.
  [[nodiscard]] std::string set(std::string_view parameter, std::string_view value) const;
  // Sets it for one service in master.cf. The value has no blanks, which postconf would refuse.
  [[nodiscard]] std::string set_for(const MasterService& service, std::string_view parameter,
                                    std::string_view value) const;
  [[nodiscard]] std::string reload() const;

 private:
  std::string choice_;  // " -c DIRECTORY", or empty
};

}  // namespace plainbounce
