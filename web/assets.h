#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// A file that pages load. Its name changes with its content, so that it may be kept for ever.
struct Asset {
  std::string name;  // "style.0123456789abcdef.css"
  std::string_view content;
  std::string_view type;
};

// Style sheet, script and icon.
const std::vector<Asset>& assets();
// The name of the asset with this ending: "css", "js", "svg".
const std::string& asset_name(std::string_view ending);
// 64 bits of the bytes as hexadecimal digits, for names and entity tags; no protection against
// anybody.
std::string fingerprint(std::string_view bytes);

}  // namespace plainbounce
