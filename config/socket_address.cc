#include "config/socket_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cstring>
#include <optional>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr std::string_view kAllowed =
    "allowed are unix:/path, local:/path, /path, inet:PORT@ADDRESS, inet:ADDRESS:PORT, "
    "inet6:PORT@ADDRESS and inet:[ADDRESS]:PORT";

tl::unexpected<Error> refuse(const std::string& what) {
  return fail(what + "; " + std::string(kAllowed));
}

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::optional<uint16_t> parse_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return std::nullopt;
  unsigned value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  if (value == 0 || value > 65535) return std::nullopt;
  return static_cast<uint16_t>(value);
}

Result<SocketAddress> unix_address(std::string_view path) {
  if (path.empty() || path.front() != '/') {
    return refuse("the path of a unix socket begins with \"/\", not " + quoted(path));
  }
  constexpr size_t kLongest = sizeof(sockaddr_un::sun_path) - 1;
  if (path.size() > kLongest) {
    return fail("the path of a unix socket has at most " + std::to_string(kLongest) +
                " bytes, this one " + std::to_string(path.size()));
  }
  SocketAddress address;
  address.path = std::string(path);
  return address;
}

Result<SocketAddress> inet_address(std::string_view host, std::string_view port, bool six) {
  SocketAddress address;
  const auto number = parse_port(port);
  if (!number) return refuse("a port is a number from 1 to 65535, not " + quoted(port));
  address.port = *number;
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
    six = true;
  }
  address.host = std::string(host);
  if (equals_ignoring_case(host, "localhost")) address.host = six ? "::1" : "127.0.0.1";
  if (host.empty() || host == "*") address.host = six ? "::" : "0.0.0.0";
  in6_addr bytes{};
  if (inet_pton(AF_INET, address.host.c_str(), &bytes) == 1) {
    address.family = SocketAddress::Family::kInet4;
  } else if (inet_pton(AF_INET6, address.host.c_str(), &bytes) == 1) {
    address.family = SocketAddress::Family::kInet6;
  } else {
    return refuse(quoted(host) + " is no numeric address (names but localhost are not looked up)");
  }
  if (six && address.family == SocketAddress::Family::kInet4) {
    return refuse(quoted(host) + " is no IPv6 address");
  }
  return address;
}

Result<SocketAddress> parse_inet(std::string_view rest, bool six) {
  const size_t at = rest.find('@');
  if (at != std::string_view::npos) {
    return inet_address(rest.substr(at + 1), rest.substr(0, at), six);
  }
  const size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos) return inet_address("", rest, six);
  const std::string_view host = rest.substr(0, colon);
  if (host.find(':') != std::string_view::npos && host.front() != '[') {
    return refuse("an IPv6 address before \":PORT\" stands in brackets");
  }
  return inet_address(host, rest.substr(colon + 1), six);
}

}  // namespace

bool SocketAddress::is_local() const {
  if (family == Family::kUnix) return true;
  in6_addr six{};
  in_addr four{};
  if (inet_pton(AF_INET, host.c_str(), &four) == 1) return (ntohl(four.s_addr) >> 24U) == 127;
  if (inet_pton(AF_INET6, host.c_str(), &six) != 1) return false;
  if (IN6_IS_ADDR_V4MAPPED(&six)) return six.s6_addr[12] == 127;
  return IN6_IS_ADDR_LOOPBACK(&six);
}

std::string SocketAddress::milter_spelling() const {
  if (family == Family::kUnix) return "unix:" + path;
  return (family == Family::kInet6 ? "inet6:" : "inet:") + std::to_string(port) + "@" + host;
}

std::string SocketAddress::postfix_spelling() const {
  if (family == Family::kUnix) return "unix:" + path;
  if (family == Family::kInet6) return "inet:[" + host + "]:" + std::to_string(port);
  return "inet:" + host + ":" + std::to_string(port);
}

Result<SocketAddress> parse_socket_address(std::string_view text) {
  if (!text.empty() && text.front() == '/') return unix_address(text);
  const size_t colon = text.find(':');
  const std::string kind = to_lower(text.substr(0, colon));
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
  if (kind == "unix" || kind == "local") return unix_address(rest);
  if (kind == "inet") return parse_inet(rest, false);
  if (kind == "inet6") return parse_inet(rest, true);
  return refuse(quoted(text) + " is no socket");
}

}  // namespace plainbounce
