#include "milter/socket_place.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <vector>

namespace plainbounce {
namespace {

constexpr size_t kMaxPath = sizeof(sockaddr_un::sun_path) - 1;

tl::unexpected<Error> failure(const std::string& text, int error = 0) {
  const std::string why = error == 0 ? "" : ": " + std::generic_category().message(error);
  return tl::unexpected(Error{text + why, {}, 0});
}

struct RawAddress {
  sockaddr_storage bytes = {};
  socklen_t size = 0;
};

RawAddress raw(const SocketAddress& address) {
  RawAddress out;
  if (address.family == SocketAddress::Family::kUnix) {
    sockaddr_un local = {};
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, address.path.data(), std::min(address.path.size(), kMaxPath));
    std::memcpy(&out.bytes, &local, sizeof local);
    out.size = sizeof local;
  } else if (address.family == SocketAddress::Family::kInet4) {
    sockaddr_in four = {};
    four.sin_family = AF_INET;
    four.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &four.sin_addr);
    std::memcpy(&out.bytes, &four, sizeof four);
    out.size = sizeof four;
  } else {
    sockaddr_in6 six = {};
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(address.port);
    ::inet_pton(AF_INET6, address.host.c_str(), &six.sin6_addr);
    std::memcpy(&out.bytes, &six, sizeof six);
    out.size = sizeof six;
  }
  return out;
}

// 0: connected or under way; else the error.
int try_connect(const SocketAddress& address) {
  const RawAddress to = raw(address);
  const int fd = ::socket(to.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return errno;
  int error = 0;
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&to.bytes), to.size) != 0) error = errno;
  ::close(fd);
  return error == EINPROGRESS ? 0 : error;
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
  const int error = try_connect(address);
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
    return failure("cannot give " + address.path + " to the group " + group, errno);
  }
  return {};
}

bool knock(const SocketAddress& address) {
  SocketAddress target = address;
  if (target.host == "0.0.0.0") target.host = "127.0.0.1";
  if (target.host == "::") target.host = "::1";
  return try_connect(target) == 0;
}

SocketFile::SocketFile(const SocketAddress& address) {
  struct stat there = {};
  if (address.family != SocketAddress::Family::kUnix) return;
  if (::lstat(address.path.c_str(), &there) != 0) return;
  path_ = address.path;
  device_ = there.st_dev;
  inode_ = there.st_ino;
}

bool SocketFile::is_ours() const {
  struct stat there = {};
  return !path_.empty() && ::lstat(path_.c_str(), &there) == 0 && there.st_dev == device_ &&
         there.st_ino == inode_;
}

void SocketFile::hide(SocketAddress& address) {
  const std::string hidden = path_ + ".stopping";
  if (hidden.size() > kMaxPath || !is_ours()) return;
  if (::rename(path_.c_str(), hidden.c_str()) != 0) return;
  path_ = hidden;
  address.path = hidden;
}

void SocketFile::remove() const {
  if (is_ours()) ::unlink(path_.c_str());
}

}  // namespace plainbounce
