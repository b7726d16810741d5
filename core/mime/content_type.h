#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plainbounce {

// Content-Type of RFC 2045 section 5 with the parameters of RFC 2231 put together. Type, subtype
// and parameter names are in lower case, values as written.
struct ContentType {
  std::string type = "text";
  std::string subtype = "plain";
  std::vector<std::pair<std::string, std::string>> parameters;

  [[nodiscard]] bool is(std::string_view wanted_type, std::string_view wanted_subtype) const;
  [[nodiscard]] bool is_multipart() const { return type == "multipart"; }
  // The first parameter of that name, or nothing.
  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
};

// Reads an unfolded field value, comments skipped, quoted strings undone. A value without a "/"
// gives nothing; broken parameters are left out and the rest is kept.
std::optional<ContentType> parse_content_type(std::string_view value);

}  // namespace plainbounce
