#include "cli/postfix/socket_reach.h"

#include <algorithm>
#include <filesystem>

#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// Below the queue directory: the path from there; else empty.
std::string below(const std::string& path, const std::string& queue_directory) {
  const std::string front = queue_directory + "/";
  if (path.compare(0, front.size(), front) != 0) return {};
  return path.substr(front.size());
}

// The path in one form; /var/run is /run.
std::string plain(const std::string& path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  return text.compare(0, 9, "/var/run/") == 0 ? text.substr(4) : text;
}

// A listener at every interface is reached by the loopback.
SocketAddress as_connected(SocketAddress socket) {
  if (socket.host == "0.0.0.0") socket.host = "127.0.0.1";
  if (socket.host == "::") socket.host = "::1";
  return socket;
}

bool is_name_character(char c) { return is_alpha(c) || is_digit(c) || c == '_'; }

// The name behind a "$", which it takes off `text`; empty: none of the plain forms.
std::string_view take_name(std::string_view& text) {
  const char open = text.empty() ? '\0' : text.front();
  const bool closed = open == '{' || open == '(';
  if (closed) text.remove_prefix(1);
  const size_t size = static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), is_name_character) - text.begin());
  const std::string_view name = text.substr(0, size);
  text.remove_prefix(size);
  if (!closed) return name;
  if (text.empty() || text.front() != (open == '{' ? '}' : ')')) return {};
  text.remove_prefix(1);
  return name;
}

}  // namespace

Result<std::string> reachable_spelling(const SocketAddress& socket,
                                       const std::string& queue_directory, bool chrooted) {
  if (socket.family != SocketAddress::Family::kUnix) return as_connected(socket).postfix_spelling();
  const std::string relative = below(socket.path, queue_directory);
  if (!relative.empty()) return "unix:" + relative;
  if (chrooted) {
    return fail("the daemon's socket " + socket.path + " is out of reach for a process that runs " +
                "chrooted in " + queue_directory);
  }
  return "unix:" + socket.path;
}

bool names_socket(std::string_view address, const SocketAddress& socket,
                  const std::string& queue_directory) {
  if (socket.family != SocketAddress::Family::kUnix) {
    const SocketAddress connected = as_connected(socket);
    const std::string port = ":" + std::to_string(connected.port);
    return address == connected.postfix_spelling() ||
           (connected.is_local() && address == "inet:localhost" + port);
  }
  const size_t colon = address.find(':');
  const std::string_view family = address.substr(0, std::min(colon, address.size()));
  if (family != "unix" && family != "local") return false;
  const std::string path(address.substr(colon + 1));
  const std::string wanted = plain(socket.path);
  // For a chrooted process every path starts at the queue directory.
  return plain(queue_directory + "/" + path) == wanted ||
         (path.compare(0, 1, "/") == 0 && plain(path) == wanted);
}

Result<std::string> expand_parameters(const PostfixConfiguration& postfix, std::string_view text) {
  std::string out;
  std::string_view rest = text;
  while (true) {
    const size_t dollar = rest.find('$');
    out += rest.substr(0, dollar);
    if (dollar == std::string_view::npos) return out;
    rest.remove_prefix(dollar + 1);
    const std::string_view name = take_name(rest);
    if (name.empty()) return fail(concat({"\"", text, "\" cannot be expanded here"}));
    out += postfix.value(name);
  }
}

}  // namespace plainbounce
