#include "cli/postfix/socket_users.h"

#include <algorithm>
#include <string_view>

#include "cli/postfix/socket_reach.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// Whatever the list is like: its words, without the braces and the names of options.
bool has_address(const PostfixConfiguration& postfix, std::string_view text,
                 const SocketAddress& socket) {
  constexpr std::string_view kSeparators = " \t\r\n,{}=";
  const std::string queue = postfix.value("queue_directory");
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kSeparators), text.size()));
    if (text.empty()) return false;
    const size_t size = std::min(text.find_first_of(kSeparators), text.size());
    if (names_socket(text.substr(0, size), socket, queue)) return true;
    text.remove_prefix(size);
  }
}

}  // namespace

std::vector<std::string> lines_naming_socket(const PostfixConfiguration& postfix,
                                             const SocketAddress& socket) {
  std::vector<std::string> lines;
  for (const auto& [name, text] : postfix.set) {
    // One that Postfix itself does not know is expanded only here.
    const auto expanded = expand_parameters(postfix, text);
    if (has_address(postfix, postfix.value(name), socket) ||
        has_address(postfix, expanded ? *expanded : text, socket)) {
      lines.push_back(concat({"main.cf: ", name, " = ", text}));
    }
  }
  for (const MasterService& service : postfix.services) {
    for (const ServiceOption& option : service.options) {
      const auto expanded = expand_parameters(postfix, option.value);
      if (!has_address(postfix, expanded ? *expanded : option.value, socket)) continue;
      lines.push_back(concat({"master.cf: ", service.name, "/", service.type, " -o ", option.name,
                              "=", option.value}));
    }
  }
  return lines;
}

}  // namespace plainbounce
