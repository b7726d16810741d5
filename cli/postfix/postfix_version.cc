#include "cli/postfix/postfix_version.h"

#include <charconv>

#include "core/base/concat.h"

namespace plainbounce {
namespace {

// The number at the front of `text`, which it leaves; nothing read: false.
bool take_number(std::string_view& text, int& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  if (read.ec != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  return true;
}

}  // namespace

Result<PostfixVersion> parse_postfix_version(std::string_view text) {
  PostfixVersion version;
  std::string_view rest = text;
  bool good = take_number(rest, version.major) && rest.substr(0, 1) == ".";
  if (good) {
    rest.remove_prefix(1);
    good = take_number(rest, version.minor);
  }
  if (good && rest.substr(0, 1) == ".") {
    rest.remove_prefix(1);
    good = take_number(rest, version.patch);
  }
  if (!good || version.major < 0 || version.minor < 0 || version.patch < 0) {
    return fail(concat({"\"", text, "\" is no version of Postfix"}));
  }
  return version;
}

std::string to_string(const PostfixVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

}  // namespace plainbounce
