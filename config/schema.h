#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"

namespace plainbounce {

// Where a value goes: the settings, and within them the domain whose section it stands in (null
// elsewhere).
struct SettingTarget {
  Settings& settings;
  DomainSettings* domain;
};
// Reads a value as it stands in the file and puts it into its place.
using SettingStore = std::function<Result<void>(const SettingTarget&, std::string_view value)>;

// One key: everything that is known of it, for the reader, for plainbounce.ini and for the docs.
struct KeySpec {
  std::string name;
  std::string default_text;   // as it is written in a file
  std::string allowed;        // "yes or no", "a size such as ..."
  std::string documentation;  // whole sentences
  SettingStore store;
  std::string also;  // a second spelling; empty: none
};

struct SectionSpec {
  std::string name;
  std::string argument;  // an example of it; empty: the section takes none
  std::string documentation;
  std::vector<KeySpec> keys;

  // "[bounce]", "[domain "example.org"]"
  [[nodiscard]] std::string heading() const;
};

// Every section and key, in the order of plainbounce.ini.
const std::vector<SectionSpec>& configuration_schema();

// The commented default file: each section, each key with its text and its default.
std::string default_ini();
// The table of a section's keys for docs/configuration.md.
std::string markdown_table(const SectionSpec& section);

}  // namespace plainbounce
