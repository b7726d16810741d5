// Started as root with "user =": what the daemon still is and may do afterwards.
#include <gmock/gmock.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/files.h"
#include "tests/support/milter/daemon_process.h"
#include "tests/support/milter/fake_mta.h"
#include "tests/support/milter/sample_messages.h"

namespace plainbounce {
namespace {

using testing::DaemonProcess;
using testing::FakeMta;
using ::testing::HasSubstr;
using testing::own_report;
using testing::sample_report;

// The rest of the line of /proc/PID/status that begins with the key; blanks are single.
std::string status_of(pid_t process, const std::string& key) {
  std::istringstream in(testing::read_file("/proc/" + std::to_string(process) + "/status"));
  std::string values;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind(key + ":", 0) != 0) continue;
    std::istringstream words(line.substr(key.size() + 1));
    for (std::string word; words >> word;) values += (values.empty() ? "" : " ") + word;
  }
  return values;
}

std::string four_times(unsigned id) {
  const std::string one = std::to_string(id);
  return one + " " + one + " " + one + " " + one;
}

bool everybody_may_enter(std::filesystem::path directory) {
  for (; directory != directory.root_path(); directory = directory.parent_path()) {
    struct stat about = {};
    if (::stat(directory.c_str(), &about) != 0 || (about.st_mode & S_IXOTH) == 0) return false;
  }
  return true;
}

bool explains(const SocketAddress& address) {
  FakeMta mta(address);
  return mta.negotiate() && !mta.deliver(own_report(sample_report())).edits.empty();
}

class Privileges : public ::testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    const passwd* nobody = ::getpwnam("nobody");
    const group* other = ::getgrnam("daemon");
    if (nobody == nullptr || other == nullptr) GTEST_SKIP() << "no user nobody, no group daemon";
    if (!everybody_may_enter(std::filesystem::temp_directory_path())) {
      GTEST_SKIP() << "nobody cannot reach the temporary directory";
    }
    user_ = nobody->pw_uid;
    group_ = nobody->pw_gid;
    other_group_ = other->gr_gid;
  }

  // The directory belongs to nobody and to the group `owner`, which new files inherit.
  void prepare(DaemonProcess& daemon, gid_t owner) const {
    const std::string& path = daemon.directory().path();
    ASSERT_EQ(::chown(path.c_str(), user_, owner), 0);
    ASSERT_EQ(::chmod(path.c_str(), 02755), 0);
    ASSERT_EQ(::chmod(daemon.directory().file("notify").c_str(), 0777), 0);
    ASSERT_EQ(::chmod(daemon.config_file().c_str(), 0644), 0);
  }

  uid_t user_ = 0;
  gid_t group_ = 0;
  gid_t other_group_ = 0;
};

TEST_F(Privileges, NothingOfRootIsLeft) {
  DaemonProcess daemon(testing::daemon_program(), "[milter]\nuser = nobody\n");
  prepare(daemon, other_group_);
  ASSERT_TRUE(daemon.start()) << daemon.log();
  EXPECT_EQ(status_of(daemon.pid(), "Uid"), four_times(user_));
  EXPECT_EQ(status_of(daemon.pid(), "Gid"), four_times(group_));
  EXPECT_EQ(status_of(daemon.pid(), "Groups"), std::to_string(group_));
  EXPECT_EQ(status_of(daemon.pid(), "CapEff"), "0000000000000000");
  struct stat socket = {};
  ASSERT_EQ(::lstat(daemon.address().path.c_str(), &socket), 0);
  EXPECT_EQ(socket.st_uid, user_);
  EXPECT_EQ(socket.st_gid, other_group_);
  EXPECT_EQ(socket.st_mode & 0777U, 0660U);
  EXPECT_TRUE(explains(daemon.address()));
  EXPECT_EQ(daemon.stop(), 0);
  EXPECT_NE(::lstat(daemon.address().path.c_str(), &socket), 0);
}

TEST_F(Privileges, ReloadsWhatTheUserMayReadAndSaysWhatItMayNot) {
  DaemonProcess daemon(testing::daemon_program(), "[milter]\nuser = nobody\n");
  prepare(daemon, group_);
  ASSERT_TRUE(daemon.start()) << daemon.log();
  daemon.write_settings("[milter]\nuser = nobody\n[bounce]\nmode = observe\n");
  ASSERT_TRUE(daemon.reload());
  EXPECT_EQ(daemon.log_lines("info: reloaded").size(), 1U) << daemon.log();
  EXPECT_FALSE(explains(daemon.address()));
  daemon.write_settings("[milter]\nuser = nobody\n");
  ASSERT_EQ(::chmod(daemon.config_file().c_str(), 0600), 0);
  ASSERT_TRUE(daemon.reload());
  EXPECT_THAT(daemon.log(), HasSubstr("error: reload: " + daemon.config_file() +
                                      ": cannot be read: Permission denied\n"));
  EXPECT_EQ(daemon.log_lines("reload failed, the old configuration stays").size(), 1U);
  EXPECT_FALSE(explains(daemon.address()));
  EXPECT_EQ(daemon.stop(), 0);
}

TEST_F(Privileges, TheSocketsGroupIsOneOfTheUsers) {
  const std::string own = ::getgrgid(group_)->gr_name;
  DaemonProcess daemon(testing::daemon_program(),
                       "[milter]\nuser = nobody\nsocket_group = " + own + "\n");
  prepare(daemon, other_group_);
  ASSERT_TRUE(daemon.start()) << daemon.log();
  struct stat socket = {};
  ASSERT_EQ(::lstat(daemon.address().path.c_str(), &socket), 0);
  EXPECT_EQ(socket.st_gid, group_);
  EXPECT_EQ(daemon.stop(), 0);

  daemon.write_settings("[milter]\nuser = nobody\nsocket_group = daemon\n");
  prepare(daemon, group_);
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 3);
  EXPECT_THAT(daemon.log(), HasSubstr("cannot give " + daemon.address().path +
                                      " to the group daemon (the daemon's account has to be a "
                                      "member of it, and its unit to allow it): Operation not "
                                      "permitted\n"));
  EXPECT_NE(::lstat(daemon.address().path.c_str(), &socket), 0);
}

TEST_F(Privileges, AUserThatIsNotThereIsAnError) {
  DaemonProcess daemon(testing::daemon_program(), "[milter]\nuser = no-such-user\n");
  daemon.launch();
  EXPECT_EQ(daemon.wait_for_exit(), 3);
  EXPECT_THAT(daemon.log(), HasSubstr("milter.user: there is no user no-such-user\n"));
}

}  // namespace
}  // namespace plainbounce
