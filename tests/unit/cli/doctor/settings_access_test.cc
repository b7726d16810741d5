#include "cli/doctor/settings_access.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::Site;

class SettingsAccess : public ::testing::Test {
 protected:
  SettingsAccess() {
    runs_as("110", "300", "300 105");
    site.machine.directory("/etc", 0755, 0, 0);
    site.machine.directory("/etc/plainbounce", 0755, 0, 0);
    site.machine.file(kFile, 0644, 0, 0);
    site.machine.directory("/etc/plainbounce/conf.d", 0755, 0, 0);
    site.machine.file(kOne, 0644, 0, 0);
    site.machine.directory("/etc/plainbounce/knowledge.d", 0755, 0, 0);
    site.machine.file(kOverlay, 0640, 0, 105);
  }
  void runs_as(const std::string& user, const std::string& group, const std::string& groups) {
    std::string users;
    std::string own;
    for (int i = 0; i < 4; ++i) {
      users += "\t" + user;
      own += "\t" + group;
    }
    site.machine.texts["/proc/4711/status"] =
        "Name:\tplainbounced\nUid:" + users + "\nGid:" + own + "\nGroups:\t" + groups + " \n";
  }
  [[nodiscard]] std::string found() const {
    const auto unread = settings_not_read(site.of, site.daemon);
    if (!unread) return "all read";
    std::string text = unread->says;
    for (const std::string& line : unread->mend) text += "\n" + line;
    return text;
  }
  const std::string kFile = "/etc/plainbounce/plainbounce.ini";
  const std::string kOne = "/etc/plainbounce/conf.d/10-one.ini";
  const std::string kOverlay = "/etc/plainbounce/knowledge.d/own.toml";
  Site site;
};

TEST_F(SettingsAccess, AFurtherGroupOpensAFile) {
  EXPECT_EQ(found(), "all read");
  runs_as("110", "300", "300");
  EXPECT_EQ(found(), "user plainbounce may not read " + kOverlay +
                         " (-rw-r----- root postfix)\nchmod o+r " + kOverlay);
}

TEST_F(SettingsAccess, EachClosedFileHasItsLine) {
  site.machine.file(kFile, 0600, 0, 300);
  site.machine.file(kOne, 0200, 110, 0);
  EXPECT_EQ(found(), "user plainbounce may not read " + kFile +
                         " (-rw------- root plainbounce)\nchmod g+r " + kFile + "\nchmod u+r " +
                         kOne);
}

TEST_F(SettingsAccess, WhatIsNotReadDoesNotCount) {
  site.machine.file("/etc/plainbounce/conf.d/10-one.ini.bak", 0600, 0, 0);
  site.machine.file("/etc/plainbounce/conf.d/.10-one.ini", 0600, 0, 0);
  site.machine.file("/etc/plainbounce/knowledge.d/notes.txt", 0600, 0, 0);
  EXPECT_EQ(found(), "all read");
}

TEST_F(SettingsAccess, DirectoriesOfTheSettings) {
  site.machine.directory("/etc/plainbounce/conf.d", 0711, 0, 0);
  EXPECT_EQ(found(),
            "user plainbounce may not read /etc/plainbounce/conf.d (drwx--x--x root root)\nchmod "
            "o+rx /etc/plainbounce/conf.d");
  site.machine.directory("/etc/plainbounce", 0700, 0, 0);
  EXPECT_EQ(found(),
            "user plainbounce may not enter /etc/plainbounce (drwx------ root root)\nchmod o+x "
            "/etc/plainbounce");
}

TEST_F(SettingsAccess, ADirectoryOfOthersHasNoLine) {
  site.of.config_file = "/home/test.ini";
  site.machine.directory("/home", 0700, 0, 0);
  site.machine.file("/home/test.ini", 0644, 0, 0);
  EXPECT_EQ(found(), "user plainbounce may not enter /home (drwx------ root root)");
}

TEST_F(SettingsAccess, RootReadsAll) {
  site.machine.file(kOne, 0600, 99, 99);
  runs_as("0", "0", "0");
  EXPECT_EQ(found(), "all read");
}

TEST_F(SettingsAccess, AnAccessListTellsMoreThanTheMode) {
  site.machine.file(kOne, 0640, 0, 0);
  site.machine.files[kOne].has_access_list = true;
  EXPECT_EQ(found(), "all read");
}

TEST_F(SettingsAccess, WhereNobodyListensTheAccountOfTheUnitCounts) {
  site.machine.file(kOne, 0600, 0, 0);
  site.daemon.heard = {Heard::Stage::kConnect, ECONNREFUSED, {}, 0};
  site.daemon.program.clear();
  EXPECT_EQ(found(), "all read") << "nobody knows who will start it";
  site.machine.file(kOverlay, 0644, 0, 0);
  site.daemon.unit = {{"LoadState", "loaded"}};
  EXPECT_EQ(found(),
            "user plainbounce may not read " + kOne + " (-rw------- root root)\nchmod o+r " + kOne);
}

TEST_F(SettingsAccess, AnotherProgramsAccountDoesNotCount) {
  site.machine.file(kOne, 0600, 0, 0);
  site.daemon.program = "/usr/sbin/opendkim";
  EXPECT_EQ(found(), "all read");
}

}  // namespace
}  // namespace plainbounce
