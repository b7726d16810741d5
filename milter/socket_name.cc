#include "milter/socket_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace plainbounce {
namespace {

template <class Name>
SocketName stored(const Name& name) {
  SocketName result;
  static_assert(sizeof name <= sizeof result.storage);
  std::memcpy(&result.storage, &name, sizeof name);
  result.size = sizeof name;
  return result;
}

}  // namespace

SocketName socket_name(const SocketAddress& address) {
  if (address.family == SocketAddress::Family::kUnix) {
    sockaddr_un local = {};
    local.sun_family = AF_UNIX;
    std::memcpy(local.sun_path, address.path.data(),
                std::min(address.path.size(), sizeof local.sun_path - 1));
    return stored(local);
  }
  if (address.family == SocketAddress::Family::kInet4) {
    sockaddr_in inet = {};
    inet.sin_family = AF_INET;
    inet.sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &inet.sin_addr);
    return stored(inet);
  }
  sockaddr_in6 inet = {};
  inet.sin6_family = AF_INET6;
  inet.sin6_port = htons(address.port);
  ::inet_pton(AF_INET6, address.host.c_str(), &inet.sin6_addr);
  return stored(inet);
}

SocketAddress reachable_here(SocketAddress address) {
  const SocketName name = socket_name(address);
  if (address.family == SocketAddress::Family::kInet4) {
    if (reinterpret_cast<const sockaddr_in*>(name.get())->sin_addr.s_addr == INADDR_ANY) {
      address.host = "127.0.0.1";
    }
  } else if (address.family == SocketAddress::Family::kInet6) {
    const auto* inet = reinterpret_cast<const sockaddr_in6*>(name.get());
    if (IN6_IS_ADDR_UNSPECIFIED(&inet->sin6_addr)) address.host = "::1";
  }
  return address;
}

}  // namespace plainbounce
