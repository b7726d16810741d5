#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "core/base/result.h"

namespace plainbounce {

// The numbers of a release of Postfix; a snapshot such as 3.12-20260821 has patch level 0.
struct PostfixVersion {
  int major = 0;
  int minor = 0;
  int patch = 0;
  friend bool operator==(const PostfixVersion&, const PostfixVersion&) = default;
  friend bool operator<(const PostfixVersion& a, const PostfixVersion& b) {
    return std::tie(a.major, a.minor, a.patch) < std::tie(b.major, b.minor, b.patch);
  }
};

// Reads mail_version: "3.7.11", "3.12-20260821", "3.9-RC1".
Result<PostfixVersion> parse_postfix_version(std::string_view text);
// "3.7.11"
std::string to_string(const PostfixVersion& version);

}  // namespace plainbounce
