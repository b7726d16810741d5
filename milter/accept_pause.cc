#include "milter/accept_pause.h"

#include <dlfcn.h>
#include <poll.h>
#include <sys/socket.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int kPause = 100;  // milliseconds
constexpr std::chrono::minutes kQuiet{1};

struct Shortage {
  std::function<void(int error)> changed;  // empty: this thread has not begun
  std::optional<Clock::time_point> told;
  bool to_be_ended = false;  // told of, and not over yet
};

Shortage& shortage() {
  thread_local Shortage instance;
  return instance;
}

thread_local int last_accepted = -1;

// Of all threads that began.
std::atomic<uint64_t> attempts_made = 0;
std::atomic<bool> short_of_files = false;

bool is_shortage(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

// No exception reaches libmilter.
void tell(const Shortage& mine, int error) noexcept {
  try {
    mine.changed(error);
  } catch (const std::exception&) {
    return;  // for want of memory, which is what it was to tell of
  }
}

void note_failure(Shortage& mine, int error) {
  const Clock::time_point now = Clock::now();
  if (!mine.told || now - *mine.told >= kQuiet) {
    mine.told = now;
    mine.to_be_ended = true;
    tell(mine, error);
  }
  ::poll(nullptr, 0, kPause);
}

int accept_patiently(int fd, sockaddr* address, socklen_t* size) {
  const int connection = ::accept4(fd, address, size, 0);
  const int error = errno;
  last_accepted = connection;
  Shortage& mine = shortage();
  if (!mine.changed) return connection;
  attempts_made.fetch_add(1, std::memory_order_relaxed);
  short_of_files.store(connection < 0 && is_shortage(error), std::memory_order_relaxed);
  if (connection < 0 && is_shortage(error)) {
    note_failure(mine, error);
  } else if (connection >= 0 && std::exchange(mine.to_be_ended, false)) {
    tell(mine, 0);
  }
  errno = error;
  return connection;
}

}  // namespace
}  // namespace plainbounce

// Replaces the C library's function for everything in the process; only threads that began notice.
extern "C" int accept(int fd, sockaddr* address, socklen_t* size) {
  return plainbounce::accept_patiently(fd, address, size);
}

namespace plainbounce {

void AcceptPause::begin(std::function<void(int error)> changed) {
  shortage() = {std::move(changed), std::nullopt, false};
}

uint64_t AcceptPause::attempts() { return attempts_made.load(std::memory_order_relaxed); }

bool AcceptPause::is_short() { return short_of_files.load(std::memory_order_relaxed); }

int AcceptPause::accepted() { return last_accepted; }

bool AcceptPause::is_bound() {
  return ::dlsym(RTLD_DEFAULT, "accept") == reinterpret_cast<void*>(&::accept);
}

}  // namespace plainbounce
