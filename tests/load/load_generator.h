#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "config/socket_address.h"
#include "tests/load/load_result.h"

namespace plainbounce::testing {

// Messages of two kinds, mixed evenly over busy connections.
struct LoadTraffic {
  size_t bounces = 0;
  size_t ordinary = 0;
  size_t bounce_bytes = 2000;     // of the whole message
  size_t different_bounces = 16;  // sent in turn; at most so many
  size_t ordinary_bytes = 20000;  // of the body
  size_t connections = 8;         // at work at the same time
  bool new_connection_each = false;
  bool on_idle_connections = false;  // those of open_idle() instead; closed when all is done
  // Called after each so many messages, with their number; 0: never.
  size_t progress_step = 0;
  std::function<void(size_t)> progress;
};

// Many milter connections at once, from one thread. Every answer is examined: to a bounce, all
// steps continue and its edits are right (what_is_wrong) and the same each time; ordinary mail is
// accepted without an edit; idle connections stay open and silent.
class LoadGenerator {
 public:
  explicit LoadGenerator(SocketAddress address);
  ~LoadGenerator();
  LoadGenerator(const LoadGenerator&) = delete;
  LoadGenerator& operator=(const LoadGenerator&) = delete;

  // Opens connections that negotiate and then say nothing, until close_idle() or the end. What
  // befalls them is an error of the next run(). False: the milter did not take them.
  bool open_idle(size_t count);
  void close_idle();
  // Comes back when all messages are done, or after a hundred errors, or half a minute of silence.
  LoadResult run(const LoadTraffic& traffic);
  // The packets that the first of the different bounces was answered with; empty before.
  [[nodiscard]] std::string answer_to_first_bounce() const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace plainbounce::testing
