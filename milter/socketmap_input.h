#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace plainbounce {

// Reads the requests of a socketmap client (Postfix, socketmap_table(5)) out of bytes as they come:
// netstrings "LENGTH:BYTES,", one behind the other, in pieces of any size. Holds at most one
// request and what was appended last.
class SocketmapInput {
 public:
  enum class State {
    kIncomplete,  // more bytes are needed
    kRequest,     // one request is there
    kTooLong,     // one that is longer than allowed has gone by; its bytes were not kept
    kBroken       // no netstring: nothing that follows can be read
  };
  static constexpr size_t kMaxRequest = size_t{32} << 10U;  // bytes of a request that is kept

  void append(std::string_view bytes);
  // The next request, into `request`, which holds until the next call of any function.
  State next(std::string_view& request);
  // Why it is kBroken.
  [[nodiscard]] const char* complaint() const { return complaint_; }
  // A part of a request has come, and the rest not.
  [[nodiscard]] bool is_inside() const { return skipping_ > 0 || begin_ < buffer_.size(); }

 private:
  State skip(std::string_view rest);
  State broken(const char* complaint);

  std::string buffer_;
  size_t begin_ = 0;     // of what was not read yet
  size_t skipping_ = 0;  // bytes of a request that is too long, its comma included
  const char* complaint_ = nullptr;
};

// "LENGTH:BYTES," at the end of `out`.
void append_netstring(std::string& out, std::string_view bytes);

}  // namespace plainbounce
