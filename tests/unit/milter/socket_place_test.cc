#include "milter/socket_place.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

#include "tests/support/milter/temporary_directory.h"

namespace plainbounce {
namespace {

using testing::TemporaryDirectory;

SocketAddress unix_socket(const std::string& path) {
  SocketAddress address;
  address.path = path;
  return address;
}

// A socket file; `listening`: somebody answers on it.
int make_socket(const std::string& path, bool listening) {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  std::strncpy(local.sun_path, path.c_str(), sizeof local.sun_path - 1);
  EXPECT_EQ(::bind(fd, reinterpret_cast<sockaddr*>(&local), sizeof local), 0);
  if (listening && ::listen(fd, 1) != 0) ADD_FAILURE() << path;
  return fd;
}

bool exists(const std::string& path) {
  struct stat there = {};
  return ::lstat(path.c_str(), &there) == 0;
}

TEST(SocketPlace, AFreePlaceIsFine) {
  const TemporaryDirectory directory;
  EXPECT_TRUE(claim_socket_place(unix_socket(directory.file("s"))));
}

TEST(SocketPlace, AStaleSocketIsRemoved) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("s");
  ::close(make_socket(path, true));
  ASSERT_TRUE(exists(path));
  EXPECT_TRUE(claim_socket_place(unix_socket(path)));
  EXPECT_FALSE(exists(path));
}

TEST(SocketPlace, ALiveSocketStays) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("s");
  const int fd = make_socket(path, true);
  const auto claimed = claim_socket_place(unix_socket(path));
  ASSERT_FALSE(claimed);
  EXPECT_EQ(claimed.error().message, path + " is in use by a running program");
  EXPECT_TRUE(exists(path));
  ::close(fd);
}

TEST(SocketPlace, OtherFilesStay) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("s", "precious");
  const auto claimed = claim_socket_place(unix_socket(path));
  ASSERT_FALSE(claimed);
  EXPECT_EQ(claimed.error().message, path + " is there and is no socket");
  const std::string link = directory.file("link");
  ASSERT_EQ(::symlink(path.c_str(), link.c_str()), 0);
  EXPECT_FALSE(claim_socket_place(unix_socket(link)));
  EXPECT_TRUE(exists(path));
  EXPECT_TRUE(exists(link));
}

TEST(SocketPlace, PathsThatCannotBe) {
  const TemporaryDirectory directory;
  const std::string longest = directory.file(std::string(107 - directory.path().size() - 1, 'x'));
  EXPECT_EQ(longest.size(), 107U);
  EXPECT_TRUE(claim_socket_place(unix_socket(longest)));
  const auto too_long = claim_socket_place(unix_socket(longest + "x"));
  ASSERT_FALSE(too_long);
  EXPECT_EQ(too_long.error().message,
            "the socket's path " + longest + "x is too long: at most 107 bytes are possible");
  const auto missing = claim_socket_place(unix_socket(directory.file("no/s")));
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message,
            "cannot make a socket in " + directory.file("no/") + ": No such file or directory");
}

TEST(SocketPlace, RemovesOnlyItsOwnFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("s");
  ::close(make_socket(path, false));
  const SocketFile mine(unix_socket(path));
  ASSERT_EQ(::rename(path.c_str(), directory.file("moved").c_str()), 0);
  mine.remove();
  ::close(make_socket(path, false));
  mine.remove();
  EXPECT_TRUE(exists(path));
  const SocketFile other(unix_socket(path));
  other.remove();
  EXPECT_FALSE(exists(path));
}

TEST(SocketPlace, AGroupThatIsNotThereIsAnError) {
  const TemporaryDirectory directory;
  const auto given = give_socket_group(unix_socket(directory.file("s")), "no-such-group");
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error().message, "there is no group no-such-group");
  EXPECT_TRUE(give_socket_group(unix_socket(directory.file("s")), ""));
}

}  // namespace
}  // namespace plainbounce
