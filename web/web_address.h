#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plainbounce {

using FormPairs = std::vector<std::pair<std::string, std::string>>;

// The target of a request, read.
struct WebAddress {
  std::string path;  // decoded, begins with "/"
  FormPairs query;

  // The first value of that name, or an empty text.
  [[nodiscard]] std::string value(std::string_view name) const;
};

// Reads "/path?query" (RFC 3986). Nothing for a target of another form, a broken escape, control
// characters, a backslash, an empty or a dot segment: none of them is an address of ours.
std::optional<WebAddress> parse_web_target(std::string_view target);
// application/x-www-form-urlencoded. Broken escapes stay as they are.
FormPairs parse_urlencoded(std::string_view text);

}  // namespace plainbounce
