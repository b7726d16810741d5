#include "cli/doctor/daemon_state.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;

const std::string kShow =
    "systemctl show plainbounce.service "
    "--property=LoadState,UnitFileState,ActiveState,SubState,MainPID,NeedDaemonReload";

std::string all_of(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

TEST(DaemonState, OnlyAProcessOfOursIsEverEnded) {
  const struct {
    const char* program;
    bool is_ours;
    bool is_foreign;
  } cases[] = {
      {"/usr/sbin/plainbounced", true, false},   {"/usr/sbin/plainbounced (deleted)", true, false},
      {"/usr/sbin/opendkim", false, true},       {"/usr/sbin/plainbounced-old", false, true},
      {"/opt/plainbounced/filter", false, true}, {"", false, false},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.program);
    Site site;
    site.machine.links["/proc/4711/exe"] = one.program;
    const DaemonState daemon = look_at_daemon(site.of);
    EXPECT_EQ(daemon.is_ours(), one.is_ours);
    EXPECT_EQ(daemon.is_foreign(), one.is_foreign);
    EXPECT_EQ(daemon.is_up(), !one.is_foreign);
    EXPECT_EQ(all_of(restart_lines(site.of, daemon)),
              one.is_ours ? "kill 4711 && tail --pid=4711 -f /dev/null && plainbounced" : "");
    EXPECT_EQ(reload_line(daemon),
              one.is_ours ? "kill -HUP 4711" : "kill -HUP $(pidof plainbounced)");
  }
}

TEST(DaemonState, LinesWithoutSystemd) {
  Site site;
  site.of.config_file = "/srv/p.ini";
  const DaemonState up = look_at_daemon(site.of);
  EXPECT_TRUE(up.is_up());
  EXPECT_EQ(start_line(site.of, up), "plainbounced -c /srv/p.ini");
  EXPECT_EQ(all_of(restart_lines(site.of, up)),
            "kill 4711 && tail --pid=4711 -f /dev/null && plainbounced -c /srv/p.ini");
  EXPECT_EQ(reload_line(up), "kill -HUP 4711");
  site.machine.heard = {Heard::Stage::kAnswer, ETIMEDOUT, {}, 4711};
  EXPECT_EQ(all_of(restart_lines(site.of, look_at_daemon(site.of))),
            "kill -KILL 4711 && tail --pid=4711 -f /dev/null && plainbounced -c /srv/p.ini");
  site.machine.heard = {Heard::Stage::kConnect, ENOENT, {}, 0};
  EXPECT_EQ(all_of(restart_lines(site.of, look_at_daemon(site.of))), "plainbounced -c /srv/p.ini");
}

TEST(DaemonState, LinesOfTheUnit) {
  Site site;
  site.machine.directory("/run/systemd/system", 0755, 0, 0);
  site.machine.programs[kShow] = {0, "LoadState=loaded\nActiveState=active\nMainPID=4711\n", ""};
  const DaemonState daemon = look_at_daemon(site.of);
  EXPECT_TRUE(daemon.of_the_unit);
  EXPECT_EQ(start_line(site.of, daemon), "systemctl start plainbounce");
  EXPECT_EQ(all_of(restart_lines(site.of, daemon)), "systemctl restart plainbounce");
  EXPECT_EQ(reload_line(daemon), "systemctl reload plainbounce");
  site.machine.heard.stage = Heard::Stage::kAnswer;
  EXPECT_EQ(all_of(restart_lines(site.of, look_at_daemon(site.of))),
            "systemctl kill --signal=KILL plainbounce && systemctl restart plainbounce");
  site.machine.heard.process = 99;
  site.machine.links["/proc/99/exe"] = "/usr/sbin/plainbounced";
  EXPECT_EQ(reload_line(look_at_daemon(site.of)), "kill -HUP 99") << "not the unit's";
}

TEST(DaemonState, SystemctlThatFails) {
  Site site;
  site.machine.directory("/run/systemd/system", 0755, 0, 0);
  EXPECT_EQ(look_at_daemon(site.of).unit_error, "systemctl cannot be run");
  site.machine.programs[kShow] = {1, "", "Failed to connect to bus"};
  EXPECT_EQ(look_at_daemon(site.of).unit_error, "Failed to connect to bus");
}

}  // namespace
}  // namespace plainbounce
