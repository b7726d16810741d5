#include "cli/doctor/milter_place.h"

#include <filesystem>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

std::string tidy(const fs::path& path) { return path.lexically_normal().string(); }

}  // namespace

Result<SocketAddress> place_of(std::string_view address, const WorkingPlace& process) {
  const size_t colon = address.find(':');
  const std::string_view kind = address.substr(0, colon);
  if (colon == std::string_view::npos) return fail("\"" + std::string(address) + "\" is no socket");
  if (kind != "unix" && kind != "local") return parse_socket_address(address);
  const std::string_view path = address.substr(colon + 1);
  const bool absolute = !path.empty() && path.front() == '/';
  SocketAddress place;
  if (path.empty()) return fail("\"" + std::string(address) + "\" has no path");
  if (absolute && !process.chrooted) {
    place.path = tidy(path);
  } else {
    place.path = tidy(process.queue_directory + "/" + std::string(path));
  }
  return place;
}

Result<std::string> postfix_name(const SocketAddress& socket, const WorkingPlace& process) {
  if (socket.family != SocketAddress::Family::kUnix) {
    SocketAddress asked = socket;
    if (asked.host == "0.0.0.0") asked.host = "127.0.0.1";
    if (asked.host == "::") asked.host = "::1";
    return asked.postfix_spelling();
  }
  const std::string path = tidy(socket.path);
  const std::string within = tidy(process.queue_directory) + "/";
  if (path.compare(0, within.size(), within) == 0) return "unix:" + path.substr(within.size());
  if (!process.chrooted) return "unix:" + path;
  return fail("the socket " + path + " lies outside of " + process.queue_directory +
              ", beyond which a chrooted process sees nothing");
}

bool leads_to(const SocketAddress& asked, const SocketAddress& listening) {
  if (listening.family == SocketAddress::Family::kUnix) {
    return asked.family == SocketAddress::Family::kUnix && tidy(asked.path) == tidy(listening.path);
  }
  if (asked.family == SocketAddress::Family::kUnix || asked.port != listening.port) return false;
  const bool everywhere = listening.host == "0.0.0.0" || listening.host == "::";
  return everywhere || asked.host == listening.host;
}

bool is_own_entry(const MilterEntry& entry, const SocketAddress& listening,
                  const WorkingPlace& process) {
  if (find_ignoring_case(entry.address, "plainbounce") != std::string::npos) return true;
  const auto place = place_of(entry.address, process);
  return place && leads_to(*place, listening);
}

}  // namespace plainbounce
