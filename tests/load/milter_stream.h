#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/socket_address.h"

namespace plainbounce::testing {

// A connection to a milter that never waits: packets out and in, as far as the socket takes them.
class MilterStream {
 public:
  MilterStream() = default;
  ~MilterStream() { close(); }
  MilterStream(const MilterStream&) = delete;
  MilterStream& operator=(const MilterStream&) = delete;

  struct Packet {
    char command = 0;
    std::string_view data;
    std::string_view whole;  // with its length
  };

  // False with errno: no connection; EAGAIN: the milter has not come round to the earlier ones.
  bool open(const SocketAddress& address);
  void close();
  [[nodiscard]] int fd() const { return fd_; }
  // Begins to send bytes, which must stay until they have left. False: broken.
  bool send(std::string_view bytes);
  // Sends what is left. False: broken.
  bool flush();
  [[nodiscard]] bool is_sending() const { return !outgoing_.empty(); }
  // Takes in what is there. False: the milter hung up.
  bool receive();
  // The next whole packet, whose views end with the next receive(); one without a command where
  // none or a giant one is announced.
  std::optional<Packet> next();

 private:
  int fd_ = -1;
  std::string_view outgoing_;
  std::string incoming_;
  size_t read_ = 0;  // of incoming_
};

}  // namespace plainbounce::testing
