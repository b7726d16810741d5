#include "config/text_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace plainbounce {
namespace {

constexpr size_t kMaxBytes = size_t{16} << 20U;

class Descriptor {
 public:
  // Does not wait for the other end of a pipe.
  explicit Descriptor(const std::string& path)
      : number_(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

tl::unexpected<Error> unreadable(const std::string& path, int error) {
  return fail("cannot be read: " + std::generic_category().message(error), path);
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
  const Descriptor file(path);
  struct stat about = {};
  if (file.number() < 0 || ::fstat(file.number(), &about) != 0) return unreadable(path, errno);
  if (S_ISDIR(about.st_mode)) return fail("is a directory", path);
  if (!S_ISREG(about.st_mode)) return fail("is no regular file", path);
  std::string text;
  std::string chunk(size_t{64} << 10U, '\0');
  while (text.size() <= kMaxBytes) {
    const ssize_t got = ::read(file.number(), chunk.data(), chunk.size());
    if (got == 0) return text;
    if (got > 0) text.append(chunk, 0, static_cast<size_t>(got));
    if (got < 0 && errno != EINTR) return unreadable(path, errno);
  }
  return fail("is larger than 16 MiB", path);
}

}  // namespace plainbounce
