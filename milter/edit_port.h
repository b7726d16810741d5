#pragma once

#include <string>
#include <string_view>

namespace plainbounce {

// The edits that an MTA takes at the end of a message. False: it refused.
class EditPort {
 public:
  virtual ~EditPort() = default;
  // Called before the first edit; `bytes` is what all of them come to.
  virtual void begin(size_t bytes) = 0;
  // The next piece of the new body, at most kBodyChunk bytes.
  virtual bool replace_body(std::string_view chunk) = 0;
  // Name and value are C strings in the protocol: without NUL.
  virtual bool add_header(const std::string& name, const std::string& value) = 0;
  virtual bool remove_header(const std::string& name, size_t index) = 0;
  // Takes everything since begin() back, as far as that is possible.
  virtual void discard() = 0;

  static constexpr size_t kBodyChunk = 65535;
};

}  // namespace plainbounce
