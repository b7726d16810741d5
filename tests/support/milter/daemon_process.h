#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "config/socket_address.h"
#include "tests/support/milter/temporary_directory.h"

namespace plainbounce::testing {

// A plainbounced of the test's own, in the foreground, with configuration, socket and log in a
// private directory. It hears of readiness by systemd's protocol. Ended by its id when the object
// goes, and by the kernel when the test program dies.
class DaemonProcess {
 public:
  // `settings`: lines of plainbounce.ini; a [milter] socket is put before them. `program` is the
  // executable; `environment` comes on top of the test's own, an empty value takes a variable away.
  explicit DaemonProcess(std::string program, std::string settings = "",
                         std::map<std::string, std::string> environment = {});
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess&) = delete;
  DaemonProcess& operator=(const DaemonProcess&) = delete;

  // Another socket than the private one, before start().
  void listen_on(const SocketAddress& address) { address_ = address; }
  // More arguments, before start(). Replaces "-f".
  void use_arguments(std::vector<std::string> arguments) { arguments_ = std::move(arguments); }
  // So many files may be open in it, before start().
  void limit_open_files(size_t files) { open_files_ = files; }
  // Starts and waits for READY=1; false: it ended before.
  bool start();
  // Starts without waiting.
  void launch();
  // The same as if no service manager were there: what a daemon needs to go into the background.
  void launch_without_notification();
  void signal(int number) const;
  // TERM, then waits; the exit status, 128 + signal when one killed it.
  int stop();
  int wait_for_exit();
  [[nodiscard]] bool is_running();
  // HUP, then waits until it says READY=1 again.
  bool reload();
  // Waits for a notification that holds the text; false: it ended or was silent for too long.
  bool wait_for_notice(const std::string& text);
  // Reads what was told so far away; then waits whether a notification holds the text. True: for
  // that long none did.
  bool is_silent(const std::string& text, std::chrono::milliseconds time);
  // Waits until the log holds the text.
  bool wait_for_log(const std::string& text);

  void write_settings(const std::string& settings);
  [[nodiscard]] const SocketAddress& address() const { return address_; }
  [[nodiscard]] const TemporaryDirectory& directory() const { return directory_; }
  [[nodiscard]] std::string config_file() const { return directory_.file("plainbounce.ini"); }
  [[nodiscard]] pid_t pid() const { return pid_; }
  // Everything on standard error (and output) so far.
  [[nodiscard]] std::string log() const;
  // Its lines that hold the text.
  [[nodiscard]] std::vector<std::string> log_lines(const std::string& text) const;

 private:
  void spawn();
  std::string program_;
  std::map<std::string, std::string> environment_;
  std::vector<std::string> arguments_ = {"-f"};
  TemporaryDirectory directory_;
  SocketAddress address_;
  size_t open_files_ = 0;  // 0: as many as here
  int notify_fd_ = -1;
  pid_t pid_ = -1;
  int status_ = -1;
};

// The process that listens on a unix socket; -1 when nobody does.
pid_t peer_of(const SocketAddress& address);
// Waits until there is no such process.
bool wait_until_gone(pid_t process);
// A TCP port of the loopback that is free at the moment.
uint16_t free_port();
// The daemon as built, and the same with faults to order (tests/support/milter/faulty_daemon.cc).
std::string daemon_program();
std::string faulty_daemon_program();

}  // namespace plainbounce::testing
