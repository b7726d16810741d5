#pragma once

#include <map>
#include <string>

#include "cli/doctor/examination.h"

namespace plainbounce {

// The daemon as it shows itself to this program: at its socket, and to systemd.
struct DaemonState {
  Heard heard;                                           // what it says to milter_question()
  bool has_systemd = false;                              // it runs this machine
  std::map<std::string, std::string, std::less<>> unit;  // of "systemctl show"; empty: no unit
  std::string unit_error;                                // why systemctl said nothing
  bool of_the_unit = false;                              // the listening process is the unit's

  [[nodiscard]] bool is_up() const { return heard.stage == Heard::Stage::kDone; }
  [[nodiscard]] std::string property(std::string_view name) const;
};

DaemonState look_at_daemon(const Examination& examination);

// Lines for a shell.
std::string start_line(const Examination& examination, const DaemonState& daemon);
std::string restart_line(const Examination& examination, const DaemonState& daemon);
std::string reload_line(const DaemonState& daemon);

}  // namespace plainbounce
