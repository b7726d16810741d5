#include "core/bounce/own_fields.h"

#include <algorithm>
#include <array>

#include "core/base/ascii.h"
#include "core/base/own_marks.h"
#include "core/explain/internal_names.h"

namespace plainbounce {

namespace {

constexpr std::array<std::string_view, 4> kOwnFields = {kExplanationField, kCauseField, kHelpField,
                                                        kMarkerField};

// 127.0.0.0/8, also as IPv4 within IPv6, and ::1.
bool is_loopback(std::string_view address) {
  constexpr IpNetwork kFour{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127}, 104};
  constexpr IpNetwork kSix{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 128};
  const auto ip = parse_ip(address);
  return ip && (kFour.contains(*ip) || kSix.contains(*ip));
}

// The value of one tag in a tag list ("v=1; h=From:To"), without white space.
std::string tag_value(std::string_view list, std::string_view wanted) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(';'), list.size());
    const std::string_view tag = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    const size_t equals = tag.find('=');
    if (equals == std::string_view::npos || trim(tag.substr(0, equals)) != wanted) continue;
    std::string value;
    for (const char c : tag.substr(equals + 1)) {
      if (!is_space(c)) value += c;
    }
    return value;
  }
  return {};
}

// The name of ours in a list of names divided by colons.
std::optional<std::string> own_field_in_list(std::string_view names) {
  while (!names.empty()) {
    const size_t end = std::min(names.find(':'), names.size());
    const std::string_view name = names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    for (const std::string_view own : kOwnFields) {
      if (equals_ignoring_case(name, own)) return std::string(own);
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<HeaderRemoval> own_fields_in(const HeaderBlock& header) {
  std::vector<HeaderRemoval> found;
  std::array<size_t, kOwnFields.size()> seen{};
  for (const HeaderField& field : header.fields) {
    for (size_t i = 0; i < kOwnFields.size(); ++i) {
      if (!equals_ignoring_case(field.name, kOwnFields[i])) continue;
      found.push_back({std::string(kOwnFields[i]), ++seen[i]});
    }
  }
  return found;
}

bool has_trusted_marker(const HeaderBlock& header, const Envelope& envelope,
                        const BouncePolicy& policy) {
  const HeaderField* marker = header.find(kMarkerField);
  if (marker == nullptr || policy.host.empty()) return false;
  if (!is_loopback(envelope.client_address) && !is_own_service(envelope, policy.trust)) {
    return false;
  }
  const std::string value = marker->value();
  return value.starts_with("plainbounce ") &&
         ends_with_ignoring_case(value, " (" + policy.host + ")");
}

std::optional<std::string> signed_own_field(const HeaderBlock& header) {
  for (const HeaderField& field : header.fields) {
    const bool is_signature = equals_ignoring_case(field.name, "DKIM-Signature") ||
                              equals_ignoring_case(field.name, "ARC-Message-Signature");
    if (!is_signature) continue;
    auto name = own_field_in_list(tag_value(field.value(), "h"));
    if (name) return name;
  }
  return std::nullopt;
}

}  // namespace plainbounce
