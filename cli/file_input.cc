#include "cli/file_input.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <system_error>

namespace plainbounce {
namespace {

Result<std::string> read_stream(std::istream& in, const std::string& name) {
  constexpr size_t kMaxBytes = size_t{1} << 30U;
  constexpr size_t kChunk = size_t{64} << 10U;
  std::string text;
  std::string chunk(kChunk, '\0');
  while (in) {
    in.read(chunk.data(), static_cast<std::streamsize>(kChunk));
    text.append(chunk, 0, static_cast<size_t>(in.gcount()));
    if (text.size() > kMaxBytes) return fail("is larger than 1 GiB", name);
  }
  if (in.bad()) return fail("cannot be read", name);
  return text;
}

}  // namespace

Result<std::string> read_input(const std::string& file, std::istream& standard_input) {
  if (file.empty() || file == "-") return read_stream(standard_input, "standard input");
  std::error_code failure;
  if (std::filesystem::is_directory(file, failure)) return fail("is a directory", file);
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return fail(std::string("cannot be read: ") + std::strerror(errno == 0 ? EIO : errno), file);
  }
  return read_stream(in, file);
}

}  // namespace plainbounce
