#include "milter/socket_place.h"

#include <fcntl.h>
#include <grp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

namespace plainbounce {
namespace {

constexpr size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1;

tl::unexpected<Error> failure(const std::string& text, int error = 0) {
  const std::string why = error == 0 ? "" : ": " + std::generic_category().message(error);
  return tl::unexpected(Error{text + why, {}, 0});
}

// 0: connected or under way; else the error.
int try_connect(const std::string& path) {
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  std::memcpy(local.sun_path, path.data(), std::min(path.size(), kMaxPath));
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return errno;
  int error = 0;
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&local), sizeof local) != 0) error = errno;
  ::close(fd);
  return error;
}

}  // namespace

Result<void> claim_socket_place(const SocketAddress& address) {
  if (address.family != SocketAddress::Family::kUnix) return {};
  const std::string& path = address.path;
  if (path.size() > kMaxPath) {
    return failure("the socket's path " + path + " is too long: at most " +
                   std::to_string(kMaxPath) + " bytes are possible");
  }
  struct stat there = {};
  if (::lstat(path.c_str(), &there) != 0) {
    if (errno != ENOENT) return failure("cannot look at " + path, errno);
    const std::string directory = path.substr(0, path.find_last_of('/') + 1);
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
      return failure("cannot make a socket in " + directory, errno);
    }
    return {};
  }
  if (!S_ISSOCK(there.st_mode)) return failure(path + " is there and is no socket");
  // A full queue (EAGAIN) has an owner as well.
  const int error = try_connect(path);
  if (error == ENOENT) return {};
  if (error != ECONNREFUSED) {
    if (error == 0 || error == EAGAIN) return failure(path + " is in use by a running program");
    return failure("cannot tell whether " + path + " is in use", error);
  }
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) {
    return failure("cannot remove the stale socket " + path, errno);
  }
  return {};
}

Result<void> give_socket_group(const SocketAddress& address, const std::string& group) {
  if (address.family != SocketAddress::Family::kUnix || group.empty()) return {};
  std::vector<char> buffer(16384);
  struct group entry = {};
  struct group* found = nullptr;
  const int error = ::getgrnam_r(group.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) return failure("there is no group " + group, error);
  if (::lchown(address.path.c_str(), static_cast<uid_t>(-1), entry.gr_gid) != 0) {
    const int why = errno;
    const char* hint =
        why == EPERM ? " (the daemon's account has to be a member of it, and its unit to allow it)"
                     : "";
    return failure("cannot give " + address.path + " to the group " + group + hint, why);
  }
  return {};
}

SocketFile::SocketFile(const SocketAddress& address) {
  struct stat there = {};
  if (address.family != SocketAddress::Family::kUnix) return;
  if (::lstat(address.path.c_str(), &there) != 0) return;
  path_ = address.path;
  device_ = there.st_dev;
  inode_ = there.st_ino;
}

void SocketFile::remove() const {
  struct stat there = {};
  if (path_.empty() || ::lstat(path_.c_str(), &there) != 0) return;
  if (there.st_dev == device_ && there.st_ino == inode_) ::unlink(path_.c_str());
}

}  // namespace plainbounce
