#include "web/client_address.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/hex.h"

namespace plainbounce {
namespace {

// "10.1.2.3:4567" and "[::1]:4567" without the port.
std::string_view without_port(std::string_view text) {
  if (text.starts_with('[')) return text.substr(1, text.find(']') - 1);
  const size_t colon = text.find(':');
  const bool is_port = colon != std::string_view::npos && text.find(':', colon + 1) == text.npos;
  return is_port ? text.substr(0, colon) : text;
}

std::string key_of(const IpBytes& ip) {
  constexpr size_t kHousehold = 8;
  const bool is_v4 = std::all_of(ip.begin(), ip.begin() + 10, [](uint8_t b) { return b == 0; }) &&
                     ip[10] == 0xff && ip[11] == 0xff;
  std::string key;
  const size_t size = is_v4 ? ip.size() : kHousehold;
  for (size_t i = is_v4 ? 12 : 0; i < size; ++i) append_hex_byte(key, static_cast<char>(ip[i]));
  return key;
}

}  // namespace

ClientAddress::ClientAddress(const std::vector<std::string>& trusted) {
  for (const std::string& text : trusted) {
    if (const auto network = parse_network(text)) trusted_.push_back(*network);
  }
}

std::string ClientAddress::known_by(std::string_view peer, std::string_view named) const {
  const auto peer_ip = parse_ip(peer);
  const bool is_trusted =
      peer.empty() ||
      (peer_ip && std::any_of(trusted_.begin(), trusted_.end(), [&](const IpNetwork& network) {
         return network.contains(*peer_ip);
       }));
  if (is_trusted) {
    const size_t comma = named.rfind(',');
    const std::string_view last =
        trim(comma == std::string_view::npos ? named : named.substr(comma + 1));
    if (const auto ip = parse_ip(without_port(last))) return key_of(*ip);
  }
  return peer_ip ? key_of(*peer_ip) : std::string();
}

}  // namespace plainbounce
