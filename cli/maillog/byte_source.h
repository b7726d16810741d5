#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace plainbounce {

// The bytes of a file or of standard input, unpacked where they are gzip's.
class ByteSource {
 public:
  // `file` empty or "-": `standard_input`, which must outlive the source. Fails where it cannot be
  // read, is a directory, or is packed in a way that we do not unpack.
  static Result<std::unique_ptr<ByteSource>> open(const std::string& file,
                                                  std::istream& standard_input);
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  // The next bytes, valid until the next call; empty at the end. An error comes once, behind all
  // bytes that could be read.
  virtual Result<std::string_view> next() = 0;
  // Of the file itself: bytes that were read, and that it has (0: nobody knows).
  [[nodiscard]] virtual uint64_t position() const = 0;
  [[nodiscard]] virtual uint64_t size() const = 0;
};

}  // namespace plainbounce
