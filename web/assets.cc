#include "web/assets.h"

#include <cstdint>
#include <stdexcept>

#include "web/embedded_files.h"

namespace plainbounce {
namespace {

Asset asset(const std::string& stem, const std::string& ending, std::string_view type) {
  const std::string_view content = embedded_file("assets/" + stem + "." + ending);
  return {stem + "." + fingerprint(content) + "." + ending, content, type};
}

}  // namespace

const std::vector<Asset>& assets() {
  static const std::vector<Asset> all = {
      asset("style", "css", "text/css; charset=utf-8"),
      asset("script", "js", "text/javascript; charset=utf-8"),
      asset("icon", "svg", "image/svg+xml"),
  };
  return all;
}

const std::string& asset_name(std::string_view ending) {
  for (const Asset& one : assets()) {
    if (std::string_view(one.name).ends_with(ending)) return one.name;
  }
  throw std::logic_error("no asset " + std::string(ending));
}

std::string fingerprint(std::string_view bytes) {
  uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const char c : bytes) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211U;
  }
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) {
    out += "0123456789abcdef"[hash >> static_cast<unsigned>(shift) & 15U];
  }
  return out;
}

}  // namespace plainbounce
