#include "tests/support/files.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace plainbounce::testing {
namespace fs = std::filesystem;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(2);
  }
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string source_path(const std::string& relative) {
  return std::string(PLAINBOUNCE_SOURCE_DIR) + "/" + relative;
}

std::vector<std::string> files_below(const std::string& directory,
                                     const std::vector<std::string>& endings) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().string();
    const bool wanted =
        endings.empty() || std::any_of(endings.begin(), endings.end(), [&](const std::string& e) {
          return path.size() >= e.size() && path.compare(path.size() - e.size(), e.size(), e) == 0;
        });
    if (wanted) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<std::string> shared_folder(const std::string& relative) {
  const char* given = std::getenv("PLAINBOUNCE_SHARED");
  const fs::path base =
      given != nullptr ? fs::path(given) : fs::path(PLAINBOUNCE_SOURCE_DIR) / ".." / "shared";
  const fs::path folder = base / relative;
  if (!fs::is_directory(folder)) return std::nullopt;
  return folder.string();
}

std::string with_crlf(const std::string& text) {
  std::string out;
  out.reserve(text.size() + text.size() / 32);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

std::string with_lf(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i];
  }
  return out;
}

}  // namespace plainbounce::testing
