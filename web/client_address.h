#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/internal_names.h"

namespace plainbounce {

// Tells the clients of a server apart.
class ClientAddress {
 public:
  // `trusted` are networks (config/value_parsers.h has checked them): who may name its client.
  explicit ClientAddress(const std::vector<std::string>& trusted);

  // What a client is known by: its address, of IPv6 the first 64 bits, which one household has.
  // `peer` is the numeric address of the other end, empty for a unix socket; `named` the value of
  // the field by which a trusted peer names its client, of which the last address counts.
  [[nodiscard]] std::string known_by(std::string_view peer, std::string_view named) const;

 private:
  std::vector<IpNetwork> trusted_;
};

}  // namespace plainbounce
