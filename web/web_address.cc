#include "web/web_address.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/hex.h"

namespace plainbounce {
namespace {

constexpr size_t kMostPairs = 64;

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

std::optional<std::string> decode_path(std::string_view path) {
  std::string out;
  for (size_t i = 0; i < path.size(); ++i) {
    char c = path[i];
    if (c == '%') {
      const auto byte = hex_byte(path, i + 1);
      if (!byte) return std::nullopt;
      c = *byte;
      i += 2;
    }
    if (is_control(c) || c == '\\') return std::nullopt;
    out += c;
  }
  return out;
}

bool has_odd_segment(std::string_view path) {
  path.remove_prefix(1);
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view segment = path.substr(0, slash);
    if (segment.empty() || segment == "." || segment == "..") return true;
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return false;
}

std::string decode_pair(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = text[i] == '%' ? hex_byte(text, i + 1) : std::nullopt;
    if (byte) {
      out += *byte;
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

}  // namespace

std::string WebAddress::value(std::string_view name) const {
  for (const auto& [key, value] : query) {
    if (key == name) return value;
  }
  return {};
}

std::optional<WebAddress> parse_web_target(std::string_view target) {
  if (target.empty() || target.front() != '/') return std::nullopt;
  const size_t end = std::min(target.find_first_of("?#"), target.size());
  auto path = decode_path(target.substr(0, end));
  if (!path || has_odd_segment(*path)) return std::nullopt;
  WebAddress address;
  address.path = std::move(*path);
  if (end < target.size() && target[end] == '?') {
    const std::string_view query = target.substr(end + 1);
    address.query = parse_urlencoded(query.substr(0, query.find('#')));
  }
  return address;
}

FormPairs parse_urlencoded(std::string_view text) {
  FormPairs pairs;
  while (!text.empty() && pairs.size() < kMostPairs) {
    const size_t end = std::min(text.find('&'), text.size());
    const std::string_view pair = text.substr(0, end);
    const size_t equals = std::min(pair.find('='), pair.size());
    pairs.emplace_back(decode_pair(pair.substr(0, equals)),
                       decode_pair(pair.substr(std::min(equals + 1, pair.size()))));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pairs;
}

}  // namespace plainbounce
