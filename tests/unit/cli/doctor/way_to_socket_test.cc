#include "cli/doctor/way_to_socket.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/doctor/pretended_machine.h"

namespace plainbounce {
namespace {

using testing::PretendedMachine;

const std::string kQueue = "/var/spool/postfix";
const std::string kFolder = kQueue + "/plainbounce";
const std::string kSocket = kFolder + "/p.sock";

class WayToSocket : public ::testing::Test {
 protected:
  WayToSocket() {
    machine.directory(kQueue, 0755, 0, 0);
    machine.directory(kFolder, 02750, 110, 105);
    machine.socket(kSocket, 0660, 110, 105);
  }
  [[nodiscard]] std::string way(bool chrooted = true) const {
    const auto obstacle =
        obstacle_to(machine, {*machine.account("postfix"), kQueue, chrooted}, kSocket);
    if (!obstacle) return "free";
    std::string text = obstacle->says;
    for (const std::string& line : obstacle->mend) text += "\n" + line;
    if (!obstacle->advice.empty()) text += "\n(" + obstacle->advice + ")";
    return text;
  }
  PretendedMachine machine;
};

TEST_F(WayToSocket, AsTheReadmeHasIt) {
  EXPECT_EQ(way(), "free");
  EXPECT_EQ(way(false), "free");
}

TEST_F(WayToSocket, AFurtherGroupOpensItToo) {
  machine.directory(kFolder, 0750, 110, 300);
  machine.socket(kSocket, 0660, 110, 300);
  EXPECT_EQ(way(), "free");
}

TEST_F(WayToSocket, ADirectoryOfAnotherGroup) {
  machine.directory(kFolder, 0750, 110, 0);
  EXPECT_EQ(way(),
            "user postfix may not enter /var/spool/postfix/plainbounce (drwxr-x--- plainbounce "
            "root)\nchgrp postfix /var/spool/postfix/plainbounce\nchmod 2750 "
            "/var/spool/postfix/plainbounce");
}

TEST_F(WayToSocket, TheOwnersRightsCountForTheOwner) {
  machine.directory(kQueue, 0077, 102, 0);
  EXPECT_EQ(way(),
            "user postfix may not enter /var/spool/postfix (d---rwxrwx postfix root)\n(That "
            "directory is not the daemon's own: give it a socket in another place (\"plainbounce "
            "setup postfix --apply\" does, or [milter] socket).)");
}

TEST_F(WayToSocket, ADirectoryOfTheDaemonsAccountIsItsOwn) {
  machine.directory(kQueue, 0700, 110, 0);
  EXPECT_EQ(way(),
            "user postfix may not enter /var/spool/postfix (drwx------ plainbounce root)\nchmod "
            "o+x /var/spool/postfix");
}

TEST_F(WayToSocket, ADirectoryOfOthersIsLeftAlone) {
  machine.directory("/root", 0700, 0, 0);
  machine.socket("/root/p.sock", 0660, 0, 0);
  const auto obstacle =
      obstacle_to(machine, {*machine.account("postfix"), kQueue, false}, "/root/p.sock");
  ASSERT_TRUE(obstacle);
  EXPECT_EQ(obstacle->says, "user postfix may not enter /root (drwx------ root root)");
  EXPECT_TRUE(obstacle->mend.empty()) << "root's own, though the socket is, too";
  EXPECT_FALSE(obstacle->advice.empty());
}

TEST_F(WayToSocket, ASocketNeedsToBeWrittenTo) {
  machine.socket(kSocket, 0755, 110, 105);
  EXPECT_EQ(way(),
            "user postfix may not write to /var/spool/postfix/plainbounce/p.sock (srwxr-xr-x "
            "plainbounce postfix)\nchgrp postfix "
            "/var/spool/postfix/plainbounce/p.sock\nchmod 0660 "
            "/var/spool/postfix/plainbounce/p.sock");
}

TEST_F(WayToSocket, WhatIsNotThereOrNotSeenHasNoLine) {
  machine.files.erase(kSocket);
  EXPECT_EQ(way(), kSocket + ": No such file or directory");
  machine.files[kFolder] = {EACCES, 0, 0, 0, 0};
  EXPECT_EQ(way(), kFolder + ": Permission denied");
}

TEST_F(WayToSocket, AnotherFileInItsPlace) {
  machine.files[kSocket] = {0, S_IFREG | 0666, 0, 0, 0};
  EXPECT_EQ(way(), kSocket + " is no socket");
}

TEST_F(WayToSocket, OutsideOfTheQueueEachDirectoryFromTheRootCounts) {
  machine.directory("/run", 0755, 0, 0);
  machine.directory("/run/plainbounce", 0700, 110, 300);
  const auto obstacle =
      obstacle_to(machine, {*machine.account("postfix"), kQueue, false}, "/run/plainbounce/p.sock");
  ASSERT_TRUE(obstacle);
  EXPECT_EQ(obstacle->says,
            "user postfix may not enter /run/plainbounce (drwx------ plainbounce plainbounce)");
}

}  // namespace
}  // namespace plainbounce
