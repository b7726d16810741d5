#include "cli/doctor/daemon_state.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;

const std::string kShow =
    "systemctl show plainbounce.service "
    "--property=LoadState,UnitFileState,ActiveState,SubState,MainPID,NeedDaemonReload";

TEST(DaemonState, LinesWithoutSystemd) {
  Site site;
  site.of.config_file = "/srv/p.ini";
  const DaemonState up = look_at_daemon(site.of);
  EXPECT_TRUE(up.is_up());
  EXPECT_EQ(start_line(site.of, up), "plainbounced -c /srv/p.ini");
  EXPECT_EQ(restart_line(site.of, up),
            "kill 4711 && tail --pid=4711 -f /dev/null && plainbounced -c /srv/p.ini");
  EXPECT_EQ(reload_line(up), "kill -HUP 4711");
  site.machine.heard = {Heard::Stage::kAnswer, ETIMEDOUT, {}, 4711};
  EXPECT_EQ(restart_line(site.of, look_at_daemon(site.of)),
            "kill -KILL 4711 && tail --pid=4711 -f /dev/null && plainbounced -c /srv/p.ini");
  site.machine.heard = {Heard::Stage::kConnect, ENOENT, {}, 0};
  EXPECT_EQ(restart_line(site.of, look_at_daemon(site.of)), "plainbounced -c /srv/p.ini");
}

TEST(DaemonState, LinesOfTheUnit) {
  Site site;
  site.machine.directory("/run/systemd/system", 0755, 0, 0);
  site.machine.programs[kShow] = {0, "LoadState=loaded\nActiveState=active\nMainPID=4711\n", ""};
  const DaemonState daemon = look_at_daemon(site.of);
  EXPECT_TRUE(daemon.of_the_unit);
  EXPECT_EQ(start_line(site.of, daemon), "systemctl start plainbounce");
  EXPECT_EQ(restart_line(site.of, daemon), "systemctl restart plainbounce");
  EXPECT_EQ(reload_line(daemon), "systemctl reload plainbounce");
  site.machine.heard.stage = Heard::Stage::kAnswer;
  EXPECT_EQ(restart_line(site.of, look_at_daemon(site.of)),
            "systemctl kill --signal=KILL plainbounce && systemctl restart plainbounce");
  site.machine.heard.process = 99;
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
