#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "config/socket_address.h"
#include "tests/support/milter/mail_transaction.h"
#include "tests/support/milter/milter_protocol.h"

namespace plainbounce::testing {

// One milter connection of an MTA, speaking the milter protocol over a socket as Postfix does:
// steps and replies that were negotiated away are left out, macros go only where they were asked
// for. Each wait ends the test program's patience after half a minute.
class FakeMta {
 public:
  // Not connected: `is_open()` tells.
  explicit FakeMta(const SocketAddress& address, MtaOffer offer = {});
  ~FakeMta();
  FakeMta(const FakeMta&) = delete;
  FakeMta& operator=(const FakeMta&) = delete;

  [[nodiscard]] bool is_open() const { return fd_ >= 0; }
  // False: the milter hung up.
  bool negotiate();
  // Connection, sender, ... end of message. A broken connection leaves the message as it was, or
  // as far as the edits had come, the way default_action = accept does. The client is told of once
  // a connection, with the first message.
  MailResult deliver(const MailTransaction& mail);
  // Up to the header's end, then the client resets.
  void begin_and_abort(const MailTransaction& mail);
  // Sends everything but the last `held_back` bytes of body, and no end of message.
  bool begin(const MailTransaction& mail, size_t held_back);
  // The rest of begin().
  MailResult finish();
  void quit();
  // "Another connection follows": the milter forgets the client, the socket stays.
  void quit_for_new_connection();
  void close();
  // A whole message from a local client; its answers are left in the socket.
  void send_without_reading(const MailTransaction& mail);
  // Bytes that are no protocol.
  void send_raw(const std::string& bytes);
  // True when the milter closes within the patience; what it sends before is checked.
  bool wait_for_hangup();
  // Called between the first byte of the answer to end of message and the rest.
  void (*after_first_byte)(void*) = nullptr;
  void* after_first_byte_argument = nullptr;

  [[nodiscard]] uint32_t actions() const { return agreed_.actions; }
  [[nodiscard]] uint32_t steps() const { return agreed_.steps; }
  [[nodiscard]] const std::map<uint32_t, std::string>& macros() const { return agreed_.macros; }
  [[nodiscard]] int fd() const { return fd_; }

 private:
  struct Packet {
    char command = 0;
    std::string data;
  };
  bool send(char command, const std::string& data);
  void send_macros(char command, MacroStage stage, const Macros& all);
  bool receive_exactly(char* to, size_t size);
  bool receive(Packet& packet);
  // Sends a step unless it was negotiated away; 'c' also where no reply is due, 0 when broken.
  char step(char command, const std::string& data, uint32_t no_step, uint32_t no_reply,
            MailResult& result);
  bool introduce(MailResult& result);
  bool send_recipients(MailResult& result);
  bool send_header(MailResult& result);
  bool send_body(size_t held_back, MailResult& result);
  void end_of_message(MailResult& result);

  int fd_ = -1;
  bool introduced_ = false;  // the client of this connection is known to the milter
  MtaOffer offer_;
  Agreement agreed_;
  MailTransaction mail_;  // of begin()
  MailResult result_;
  size_t sent_ = 0;       // bytes of its body
  bool decided_ = false;  // accepted before the end
  bool skipping_ = false;
};

}  // namespace plainbounce::testing
