#include "cli/maillog/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <istream>
#include <vector>

#include "cli/maillog/gunzip.h"

namespace plainbounce {
namespace {

constexpr size_t kPiece = size_t{256} << 10U;
constexpr std::string_view kGzip = "\x1f\x8b";

class File : public ByteSource {
 public:
  File(int descriptor, std::string name, uint64_t size)
      : descriptor_(descriptor), name_(std::move(name)), size_(size), buffer_(kPiece) {}
  ~File() override { ::close(descriptor_); }

  Result<std::string_view> next() override {
    ssize_t count = 0;
    do {
      count = ::read(descriptor_, buffer_.data(), buffer_.size());
    } while (count < 0 && errno == EINTR);
    if (count < 0) return fail(std::string("cannot be read: ") + std::strerror(errno), name_);
    position_ += static_cast<uint64_t>(count);
    return std::string_view(buffer_.data(), static_cast<size_t>(count));
  }
  [[nodiscard]] uint64_t position() const override { return position_; }
  [[nodiscard]] uint64_t size() const override { return size_; }

 private:
  int descriptor_;
  std::string name_;
  uint64_t size_;
  uint64_t position_ = 0;
  std::vector<char> buffer_;
};

class Stream : public ByteSource {
 public:
  explicit Stream(std::istream& in) : in_(in), buffer_(kPiece) {}

  Result<std::string_view> next() override {
    in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    if (in_.bad()) return fail("cannot be read", "standard input");
    const auto count = static_cast<size_t>(in_.gcount());
    position_ += count;
    return std::string_view(buffer_.data(), count);
  }
  [[nodiscard]] uint64_t position() const override { return position_; }
  [[nodiscard]] uint64_t size() const override { return 0; }

 private:
  std::istream& in_;
  uint64_t position_ = 0;
  std::vector<char> buffer_;
};

// Gives the piece that was looked at once more, then the rest; unpacks it when it is gzip's.
class Opened : public ByteSource {
 public:
  Opened(std::unique_ptr<ByteSource> raw, std::string name) : raw_(std::move(raw)) {
    name_ = std::move(name);
  }

  Result<void> look() {
    auto first = raw_->next();
    if (!first) return tl::unexpected<Error>(first.error());
    first_ = *first;
    struct Packing {
      std::string_view begins;
      const char* name;
      const char* tool;
    };
    constexpr std::array<Packing, 4> kOthers = {{{{"\xfd"
                                                   "7zXZ",
                                                   5},
                                                  "xz",
                                                  "xzcat"},
                                                 {"\x28\xb5\x2f\xfd", "zstd", "zstdcat"},
                                                 {"BZh", "bzip2", "bzcat"},
                                                 {{"PK\x03\x04", 4}, "zip", "unzip -p"}}};
    for (const Packing& packing : kOthers) {
      if (!first_.starts_with(packing.begins)) continue;
      return fail(std::string("is packed with ") + packing.name +
                      "; unpack it on the way: " + packing.tool + " FILE | plainbounce log",
                  name_);
    }
    if (first_.starts_with(kGzip)) gunzip_ = std::make_unique<Gunzip>();
    return {};
  }

  Result<std::string_view> next() override {
    if (gunzip_ == nullptr) return next_raw();
    while (true) {
      auto unpacked = gunzip_->next();
      if (!unpacked) return fail(unpacked.error().message, name_);
      if (!unpacked->empty() || ended_) return unpacked;
      auto packed = next_raw();
      if (!packed) return packed;
      ended_ = packed->empty();
      gunzip_->give(*packed);
    }
  }
  [[nodiscard]] uint64_t position() const override { return raw_->position(); }
  [[nodiscard]] uint64_t size() const override { return raw_->size(); }

 private:
  Result<std::string_view> next_raw() {
    if (first_.empty()) return raw_->next();
    const std::string_view first = first_;
    first_ = {};
    return first;
  }

  std::unique_ptr<ByteSource> raw_;
  std::string name_;
  std::string_view first_;  // what was looked at, in the source's buffer
  std::unique_ptr<Gunzip> gunzip_;
  bool ended_ = false;
};

Result<std::unique_ptr<ByteSource>> open_file(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return fail(std::string("cannot be read: ") + std::strerror(errno), file);
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const int error = errno;
    ::close(descriptor);
    return fail(std::string("cannot be read: ") + std::strerror(error), file);
  }
  if (S_ISDIR(status.st_mode)) {
    ::close(descriptor);
    return fail("is a directory", file);
  }
  ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
  const uint64_t size = S_ISREG(status.st_mode) ? static_cast<uint64_t>(status.st_size) : 0;
  return std::make_unique<File>(descriptor, file, size);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> ByteSource::open(const std::string& file,
                                                     std::istream& standard_input) {
  const bool is_stream = file.empty() || file == "-";
  std::unique_ptr<ByteSource> raw;
  if (is_stream) {
    raw = std::make_unique<Stream>(standard_input);
  } else {
    auto opened = open_file(file);
    if (!opened) return opened;
    raw = std::move(*opened);
  }
  auto source = std::make_unique<Opened>(std::move(raw), is_stream ? "standard input" : file);
  if (auto looked = source->look(); !looked) return tl::unexpected<Error>(looked.error());
  return source;
}

}  // namespace plainbounce
