#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/result.h"

namespace plainbounce {

// Unpacks gzip data (RFC 1952), several members one behind the other as one.
class Gunzip {
 public:
  Gunzip();
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;
  ~Gunzip();

  // The next packed bytes, which must stay until next() gave nothing; empty: there are no more.
  // Call it when next() gave nothing.
  void give(std::string_view packed);
  // Unpacked bytes, valid until the next call; empty: it needs more. Fails, once, where the data
  // are damaged or end too early; afterwards there is nothing more.
  Result<std::string_view> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace plainbounce
