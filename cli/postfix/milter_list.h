#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

// One element of smtpd_milters and its like: "unix:opendkim/opendkim.sock", or
// "{ unix:plainbounce/plainbounce.sock, connect_timeout=5s, default_action=accept }".
struct MilterEntry {
  std::string address;
  std::map<std::string, std::string, std::less<>> options;
  std::string text;  // the element as it is written

  // The value of an option; empty where the entry does not have it.
  [[nodiscard]] std::string option(std::string_view name) const;
};

// A list of milters whose $names are expanded (MILTER_README, "Per-Milter settings"). Fails on
// braces without a partner, empty ones, and options that are no name=value.
Result<std::vector<MilterEntry>> parse_milter_list(std::string_view text);

}  // namespace plainbounce
