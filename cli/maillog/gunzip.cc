#include "cli/maillog/gunzip.h"

#include <zlib.h>

#include <new>
#include <string>
#include <vector>

namespace plainbounce {

struct Gunzip::State {
  z_stream stream{};
  std::vector<char> buffer = std::vector<char>(size_t{256} << 10U);
  uint64_t unpacked = 0;
  uint64_t packed = 0;
  bool in_member = true;  // one has begun and not ended
  bool no_more = false;
  bool over = false;  // what follows is no gzip data, or failed
};

Gunzip::Gunzip() : state_(std::make_unique<State>()) {
  constexpr int kGzipHeader = 16;
  if (inflateInit2(&state_->stream, kGzipHeader + MAX_WBITS) != Z_OK) throw std::bad_alloc();
}

Gunzip::~Gunzip() { inflateEnd(&state_->stream); }

void Gunzip::give(std::string_view packed) {
  state_->no_more = packed.empty();
  state_->packed += packed.size();
  // zlib writes nothing there, its type has no const.
  state_->stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  state_->stream.avail_in = static_cast<uInt>(packed.size());
}

Result<std::string_view> Gunzip::next() {
  State& state = *state_;
  z_stream& stream = state.stream;
  stream.next_out = reinterpret_cast<Bytef*>(state.buffer.data());
  stream.avail_out = static_cast<uInt>(state.buffer.size());
  const auto position = [&] {
    return " at byte " + std::to_string(state.packed - stream.avail_in) + ", behind " +
           std::to_string(state.unpacked) + " unpacked ones";
  };
  while (!state.over && stream.avail_in > 0 && stream.avail_out > 0) {
    if (!state.in_member) {
      // Bytes behind the last member are padding, as of a tape.
      if (*stream.next_in != 0x1f) {
        state.over = true;
        break;
      }
      inflateReset(&stream);
      state.in_member = true;
    }
    const int result = inflate(&stream, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      state.in_member = false;
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      state.over = true;
      if (stream.avail_out == state.buffer.size()) {
        return fail("holds damaged gzip data" + position());
      }
      state.over = false;
      break;  // what came out before; the error comes again
    }
  }
  const size_t count = state.buffer.size() - stream.avail_out;
  state.unpacked += count;
  if (count == 0 && state.no_more && state.in_member && !state.over) {
    state.over = true;
    return fail("ends within its gzip data" + position());
  }
  return std::string_view(state.buffer.data(), count);
}

}  // namespace plainbounce
