#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/delivery_report.h"
#include "core/explain/reader.h"

namespace plainbounce {

// An IPv4 or IPv6 address, IPv4 in its mapped form (::ffff:a.b.c.d).
using IpBytes = std::array<uint8_t, 16>;
std::optional<IpBytes> parse_ip(std::string_view text);

// "10.0.0.0/8", "fc00::/7"; without a prefix length one address.
struct IpNetwork {
  IpBytes address{};
  int prefix = 128;  // in the mapped form: 104 for an IPv4 /8
  [[nodiscard]] bool contains(const IpBytes& ip) const;
};
std::optional<IpNetwork> parse_network(std::string_view text);

// Knows which machines of a report are internal: addresses in the site's internal networks, names
// that the report pairs with such an address ("store07[10.1.2.3]"), names without a dot where a
// host is named, and names below endings that no public name has (".local", ".internal", ...). The
// reporting MTA and the recipients' domains count only by their own form.
class InternalNames {
 public:
  InternalNames(const ExplainSettings& site, const DeliveryReport& report);

  // For a field that names a host, maybe as "name[address]": the placeholder alone when any of it
  // is internal.
  [[nodiscard]] std::string hide_in_host(std::string_view host, std::string_view placeholder) const;
  // For running text: a word without a dot is no host there unless the report names it as one.
  [[nodiscard]] std::string hide_in_text(std::string_view text, std::string_view placeholder) const;
  // For an address that the sender did not write: "bob@[internal]".
  [[nodiscard]] std::string hide_in_address(std::string_view address,
                                            std::string_view placeholder) const;

 private:
  [[nodiscard]] bool is_internal_ip(std::string_view word) const;
  [[nodiscard]] bool is_internal_word(std::string_view word) const;
  void learn(std::string_view name);
  void learn_pairs(std::string_view text);
  void learn_received(std::string_view field);

  std::vector<IpNetwork> networks_;
  std::set<std::string, std::less<>> names_;   // learnt, lower case
  std::set<std::string, std::less<>> public_;  // domains of mail, lower case
  std::string reporting_mta_;                  // lower case
};

}  // namespace plainbounce
