#include <gtest/gtest.h>

#include <filesystem>

#include "cli/postfix/setup_apply.h"
#include "cli/postfix/setup_ini.h"
#include "tests/support/files.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using testing::read_file;
using testing::TemporaryDirectory;

// A set-up of which only the daemon's file, the copies and the record are left: nothing of Postfix
// is asked for to take it back.
class SetupTakeBack : public ::testing::Test {
 protected:
  SetupTakeBack() {
    std::filesystem::create_directory(directory_.file("plainbounce-setup"));
    instance_.configuration.directory = directory_.path();
    instance_.configuration.effective = {{"queue_directory", "/var/spool/postfix"},
                                         {"message_size_limit", "10240000"},
                                         {"myhostname", "mx.box.example"}};
    for (const char* name : {"main.cf", "master.cf"}) {
      directory_.write(name, "");
      directory_.write(std::string("plainbounce-setup/") + name, "");
    }
    directory_.write("plainbounce-setup/record", "# Nothing.\n");
    ini_ = make_setup_ini(instance_.configuration, settings_,
                          *parse_socket_address("/var/spool/postfix/plainbounce/plainbounce.sock"),
                          {});
    directory_.write("50-setup.ini", ini_);
    unit_.is_active = [] { return true; };
    unit_.restart = [this]() -> Result<void> {
      ++restarts_;
      return fail("it does not start");
    };
  }

  Result<SetupOutcome> take_back(bool daemon_can_start = true) {
    const SetupBasis basis{instance_.configuration,
                           instance_.main_text,
                           settings_,
                           directory_.file("50-setup.ini"),
                           ini_,
                           true};
    const SetupScene scene{instance_, basis.ini_file, true, "", ""};
    return take_setup_back({scene, basis, true, daemon_can_start, unit_});
  }
  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(directory_.file(name));
  }

  TemporaryDirectory directory_;
  PostfixInstance instance_;
  const Settings settings_;
  std::string ini_;
  DaemonUnit unit_;
  int restarts_ = 0;
};

TEST_F(SetupTakeBack, ADaemonThatDoesNotStartIsLeftToTheAdmin) {
  const auto outcome = take_back();
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->to_do, std::vector<std::string>{"systemctl restart plainbounce    # which has "
                                                     "failed: it does not start"});
  EXPECT_EQ(restarts_, 1);
  EXPECT_FALSE(exists("50-setup.ini"));
  EXPECT_FALSE(exists("plainbounce-setup"));
}

TEST_F(SetupTakeBack, ADaemonThatCouldNotStartIsNotStopped) {
  const auto outcome = take_back(false);
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->to_do, std::vector<std::string>{"systemctl restart plainbounce"});
  EXPECT_EQ(restarts_, 0);
  EXPECT_FALSE(exists("50-setup.ini"));
}

TEST_F(SetupTakeBack, AnUndoingThatFailsLosesNoRecord) {
  std::filesystem::remove(directory_.file("50-setup.ini"));
  std::filesystem::create_directory(directory_.file("50-setup.ini"));
  EXPECT_FALSE(take_back());
  for (const char* name : {"main.cf", "master.cf", "record"}) {
    EXPECT_TRUE(exists(std::string("plainbounce-setup/") + name)) << name;
  }
}

TEST_F(SetupTakeBack, ASocketThatPostfixAsksForStaysWhereItIs) {
  instance_.configuration.set["smtpd_milters"] = "unix:plainbounce/plainbounce.sock";
  const auto outcome = take_back();
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_EQ(outcome->kept, std::vector<std::string>{
                               directory_.file("50-setup.ini") +
                               " stays, for the daemon's socket is still named "
                               "in main.cf: smtpd_milters = unix:plainbounce/plainbounce.sock"});
  EXPECT_EQ(read_file(directory_.file("50-setup.ini")), ini_);
  EXPECT_EQ(restarts_, 0);
}

}  // namespace
}  // namespace plainbounce
