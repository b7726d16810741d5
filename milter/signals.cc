#include "milter/signals.h"

#include <signal.h>
#include <sys/signalfd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <cerrno>
#include <system_error>
#include <utility>

namespace plainbounce {
namespace {

constexpr std::array<int, 4> kSignals = {SIGHUP, SIGUSR1, SIGTERM, SIGINT};

sigset_t signal_set() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : kSignals) ::sigaddset(&set, number);
  return set;
}

// A descriptor that gives each signal as a signalfd_siginfo.
int open_signals() {
  const sigset_t set = signal_set();
  const int descriptor = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
  return descriptor;
}

}  // namespace

struct Signals::State {
  explicit State(boost::asio::io_context& loop) : descriptor(loop, open_signals()) {}
  boost::asio::posix::stream_descriptor descriptor;
  signalfd_siginfo signal = {};
  std::function<void(int)> on_signal;
  std::function<void(const std::string&)> on_failure;
};

void Signals::block() {
  const sigset_t set = signal_set();
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

Signals::Signals(boost::asio::io_context& loop) : state_(std::make_unique<State>(loop)) {}

Signals::~Signals() = default;

void Signals::start(std::function<void(int)> on_signal,
                    std::function<void(const std::string&)> on_failure) {
  state_->on_signal = std::move(on_signal);
  state_->on_failure = std::move(on_failure);
  wait();
}

void Signals::wait() {
  state_->descriptor.async_read_some(
      boost::asio::buffer(&state_->signal, sizeof state_->signal),
      [this](const boost::system::error_code& error, size_t size) {
        if (error) return state_->on_failure(error.message());
        if (size == sizeof state_->signal) {
          state_->on_signal(static_cast<int>(state_->signal.ssi_signo));
        }
        wait();
      });
}

}  // namespace plainbounce
