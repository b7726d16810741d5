#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace plainbounce {

// What the MTA has sent over one connection, cut into milter packets. A read takes all that the
// socket holds, so that packets which come together cost one system call, and waits for nothing.
class PacketInput {
 public:
  // libmilter's own limit for the data of a packet, in bytes.
  static constexpr size_t kMostData = 65535;

  explicit PacketInput(int fd) : fd_(fd) {}
  [[nodiscard]] int fd() const { return fd_; }
  // Reads into `room` until a packet is whole or the socket is empty.
  void receive(std::span<char> room);
  // take() has a packet to give, or the reason why there will be none.
  [[nodiscard]] bool ready() const;
  // As mi_rd_cmd answers: the packet's data from malloc, null where it has none or there is no
  // packet; then `command` is the reason, below any command. Only when ready(). An end of message
  // that brings the last piece of body is two packets: libmilter would answer the piece instead of
  // the end.
  char* take(char& command, size_t& size);
  // No packet will come any more, for want of memory.
  void end_for_want_of_memory();

  // Bytes that were read and not taken.
  [[nodiscard]] size_t held() const { return bytes_.size() - taken_; }
  // Bytes of memory that are kept for them.
  [[nodiscard]] size_t memory() const { return bytes_.capacity(); }

 private:
  [[nodiscard]] size_t data_size() const;
  void drop(size_t bytes);
  void leave_empty_end_of_message(size_t data);

  int fd_;
  std::string bytes_;
  size_t taken_ = 0;  // bytes at the beginning of bytes_
  char end_ = 0;      // libmilter's number for the reason; 0: goes on
};

}  // namespace plainbounce
