#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/doctor/examination.h"

namespace plainbounce {

// What the kernel writes behind the name of a program whose file was removed or replaced.
inline constexpr std::string_view kDeletedProgram = " (deleted)";

// The daemon as it shows itself to this program: at its socket, and to systemd.
struct DaemonState {
  Heard heard;                                           // what it says to milter_question()
  bool has_systemd = false;                              // it runs this machine
  std::map<std::string, std::string, std::less<>> unit;  // of "systemctl show"; empty: no unit
  std::string unit_error;                                // why systemctl said nothing
  bool of_the_unit = false;                              // the listening process is the unit's
  std::string program;  // the file that the listening process runs; empty: it is not seen

  // The listening process is seen to run plainbounced, be the file still there or not.
  [[nodiscard]] bool is_ours() const;
  // It is seen to run something else.
  [[nodiscard]] bool is_foreign() const { return !program.empty() && !is_ours(); }
  [[nodiscard]] bool is_up() const { return heard.stage == Heard::Stage::kDone && !is_foreign(); }
  [[nodiscard]] std::string property(std::string_view name) const;
};

DaemonState look_at_daemon(const Examination& examination);

// Lines for a shell. restart_lines() has none where a process listens that is not seen to be ours.
std::string start_line(const Examination& examination, const DaemonState& daemon);
std::vector<std::string> restart_lines(const Examination& examination, const DaemonState& daemon);
std::string reload_line(const DaemonState& daemon);

}  // namespace plainbounce
