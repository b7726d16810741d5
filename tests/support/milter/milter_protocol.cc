#include "tests/support/milter/milter_protocol.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

namespace plainbounce::testing {
namespace {

socklen_t fill(sockaddr_storage& storage, const SocketAddress& address) {
  if (address.family == SocketAddress::Family::kUnix) {
    auto* local = reinterpret_cast<sockaddr_un*>(&storage);
    local->sun_family = AF_UNIX;
    std::strncpy(local->sun_path, address.path.c_str(), sizeof local->sun_path - 1);
    return sizeof *local;
  }
  if (address.family == SocketAddress::Family::kInet4) {
    auto* four = reinterpret_cast<sockaddr_in*>(&storage);
    four->sin_family = AF_INET;
    four->sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &four->sin_addr);
    return sizeof *four;
  }
  auto* six = reinterpret_cast<sockaddr_in6*>(&storage);
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(address.port);
  ::inet_pton(AF_INET6, address.host.c_str(), &six->sin6_addr);
  return sizeof *six;
}

bool names(const std::string& list, const std::string& name) {
  std::istringstream words(list);
  for (std::string one; words >> one;) {
    if (one == name) return true;
  }
  return false;
}

}  // namespace

std::string milter_number(uint32_t value) {
  const uint32_t bytes = htonl(value);
  return {reinterpret_cast<const char*>(&bytes), sizeof bytes};
}

uint32_t milter_number_at(std::string_view data, size_t at) {
  uint32_t bytes = 0;
  if (at + sizeof bytes <= data.size()) std::memcpy(&bytes, data.data() + at, sizeof bytes);
  return ntohl(bytes);
}

std::string terminated(const std::string& text) { return text + '\0'; }

std::string milter_packet(char command, std::string_view data) {
  std::string packet = milter_number(static_cast<uint32_t>(data.size() + 1));
  packet += command;
  return packet.append(data);
}

std::string offer_packet(const MtaOffer& offer) {
  return milter_packet('O', milter_number(offer.version) + milter_number(offer.actions) +
                                milter_number(offer.steps));
}

Agreement read_agreement(std::string_view data) {
  Agreement agreement{milter_number_at(data, 4), milter_number_at(data, 8), {}};
  for (size_t at = 12; at + 4 < data.size();) {
    const size_t end = std::min(data.find('\0', at + 4), data.size());
    agreement.macros[milter_number_at(data, at)] = data.substr(at + 4, end - at - 4);
    at = end + 1;
  }
  return agreement;
}

std::string macro_packet(char command, MacroStage stage, const Macros& all,
                         const Agreement& agreement) {
  std::string data(1, command);
  const auto asked = agreement.macros.find(stage);
  for (const auto& [name, value] : all) {
    if (asked != agreement.macros.end() && !names(asked->second, name)) continue;
    data += terminated(name) + terminated(value);
  }
  return milter_packet('D', data);
}

std::string client_of(const MailTransaction& mail) {
  const std::string name = terminated("localhost");
  if (mail.client_address.empty()) return name + "U";
  const bool six = mail.client_address.find(':') != std::string::npos;
  return name + (six ? "6" : "4") + std::string(2, '\0') +
         terminated((six ? "IPv6:" : "") + mail.client_address);
}

bool is_edit(char command) {
  return std::string_view("bhmi").find(command) != std::string_view::npos;
}

RequestedEdit edit_from(char command, std::string_view data) {
  RequestedEdit edit;
  edit.command = command;
  if (command == 'b') {
    edit.value = data;
    return edit;
  }
  size_t at = 0;
  if (command == 'm' || command == 'i') {
    edit.index = milter_number_at(data, 0);
    at = 4;
  }
  const size_t name_end = data.find('\0', at);
  edit.name = data.substr(at, name_end - at);
  edit.value = data.substr(name_end + 1, data.find('\0', name_end + 1) - name_end - 1);
  return edit;
}

std::vector<RequestedEdit> edits_in(std::string_view packets) {
  constexpr size_t kHead = 4;
  std::vector<RequestedEdit> edits;
  while (packets.size() > kHead) {
    const size_t size = milter_number_at(packets, 0);
    edits.push_back(edit_from(packets[kHead], packets.substr(kHead + 1, size - 1)));
    packets.remove_prefix(std::min(kHead + size, packets.size()));
  }
  return edits;
}

int connect_to(const SocketAddress& address, int flags) {
  sockaddr_storage storage = {};
  const socklen_t size = fill(storage, address);
  const int fd = ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  if (fd >= 0 && ::connect(fd, reinterpret_cast<sockaddr*>(&storage), size) != 0 &&
      errno != EINPROGRESS) {
    const int error = errno;
    ::close(fd);
    errno = error;
    return -1;
  }
  return fd;
}

}  // namespace plainbounce::testing
