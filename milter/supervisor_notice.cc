#include "milter/supervisor_notice.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-daemon.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace plainbounce {
namespace {

// A socket that can send at any time. It stays open until the process ends.
class KeptSocket {
 public:
  KeptSocket() {
    const char* path = std::getenv("NOTIFY_SOCKET");
    const std::string_view name = path == nullptr ? "" : path;
    const bool abstract = name.starts_with('@');
    if ((!abstract && !name.starts_with('/')) || name.size() >= sizeof name_.sun_path) return;
    name_.sun_family = AF_UNIX;
    std::memcpy(name_.sun_path, name.data(), name.size());
    if (abstract) name_.sun_path[0] = '\0';
    size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + !abstract);
    fd_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  }
  void send(const std::string& state) const {
    if (fd_ < 0) return;
    ::sendto(fd_, state.data(), state.size(), MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr*>(&name_), size_);
  }

 private:
  sockaddr_un name_ = {};
  socklen_t size_ = 0;
  int fd_ = -1;
};

}  // namespace

void notify_supervisor(const std::string& state) {
  static const KeptSocket kept;
  if (::sd_notify(0, state.c_str()) < 0) kept.send(state);
}

}  // namespace plainbounce
