#pragma once

#include <functional>
#include <memory>
#include <string>

namespace boost::asio {
class io_context;
}

namespace plainbounce {

// HUP, USR1, TERM and INT, read by the main thread's loop.
class Signals {
 public:
  // For the calling thread and all that it starts: the signals wait in the kernel until they are
  // read here.
  static void block();
  // Throws std::system_error.
  explicit Signals(boost::asio::io_context& loop);
  ~Signals();
  // Each signal goes to `on_signal`. Where they cannot be read any more, `on_failure` hears why,
  // once.
  void start(std::function<void(int number)> on_signal,
             std::function<void(const std::string& why)> on_failure);

 private:
  struct State;
  void wait();
  std::unique_ptr<State> state_;
};

}  // namespace plainbounce
