#include "milter/session_workers.h"

#include <dlfcn.h>
#include <poll.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <span>
#include <thread>

#include "milter/accept_pause.h"
#include "milter/macro_packets.h"
#include "milter/packet_input.h"
#include "milter/single_write.h"

// behind the system's headers, because it defines what it misses
#include <libmilter/mfapi.h>

extern "C" {
int mi_pool_controller_init();
int mi_start_session(SMFICTX* context);
}

namespace plainbounce {
namespace {

constexpr size_t kFewest = 8;
constexpr size_t kReadSize = 64U << 10U;
constexpr size_t kOfferSize = 17;             // of the packet that an MTA begins with
constexpr const char* kEngine = "mi_engine";  // treats the packets of a connection
constexpr const char* kClose = "mi_clr_ctx";
// What libmilter's mi_engine answers where nothing has come yet.
constexpr int kGoesOn = 1;

// A function of libmilter's that its header does not declare; null where there is none.
template <class Function>
Function* libmilter_function(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

struct Connection {
  Connection(SMFICTX* its_context, int fd) : context(its_context), input(fd) {}
  SMFICTX* context;
  PacketInput input;
  // Held while a thread hands the connection over: the kernel's part in that is none in C++.
  std::mutex handing_over;
};

thread_local Connection* served = nullptr;

// One in the process, never destroyed: its threads run until the process ends.
class Pool {
 public:
  // False: no thread can be started.
  bool begin();
  void add(SMFICTX* context, int fd);
  void begin_waiting();
  void end_waiting();
  SessionWorkers::Progress progress();

 private:
  void work();
  bool start_one();
  bool is_one_too_many();
  bool watch(Connection& connection, int operation) const;
  void serve(Connection& connection, std::span<char> room, int operation) const;

  int (*const engine_)(SMFICTX*) = libmilter_function<int(SMFICTX*)>(kEngine);
  void (*const close_)(SMFICTX*) = libmilter_function<void(SMFICTX*)>(kClose);
  int epoll_ = -1;
  std::mutex mutex_;
  size_t threads_ = 0;
  size_t waiting_ = 0;  // of these, for an MTA to take bytes
  std::atomic<uint64_t> begun_ = 0;
  std::atomic<uint64_t> ended_ = 0;
};

Pool& pool() {
  static Pool& instance = *std::make_unique<Pool>().release();
  return instance;
}

bool Pool::begin() {
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll_ < 0) return false;
  const std::lock_guard lock(mutex_);
  while (threads_ < SessionWorkers::count() && start_one()) {
  }
  return threads_ > 0;
}

bool Pool::start_one() {
  try {
    std::thread([this] { work(); }).detach();
  } catch (const std::exception&) {
    return false;
  }
  ++threads_;
  return true;
}

void Pool::begin_waiting() {
  const std::lock_guard lock(mutex_);
  ++waiting_;
  if (threads_ == waiting_) start_one();
}

void Pool::end_waiting() {
  const std::lock_guard lock(mutex_);
  --waiting_;
}

// The ends first: what begins meanwhile is then at work, never more ended than begun.
SessionWorkers::Progress Pool::progress() {
  SessionWorkers::Progress result;
  result.ended = ended_.load(std::memory_order_acquire);
  result.begun = begun_.load(std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  result.waiting = waiting_;
  return result;
}

bool Pool::is_one_too_many() {
  const std::lock_guard lock(mutex_);
  if (threads_ - waiting_ <= SessionWorkers::count()) return false;
  --threads_;
  return true;
}

// Once: whoever serves the connection watches it again.
bool Pool::watch(Connection& connection, int operation) const {
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLONESHOT;
  event.data.ptr = &connection;
  const std::lock_guard handing_over(connection.handing_over);
  return ::epoll_ctl(epoll_, operation, connection.input.fd(), &event) == 0;
}

void Pool::add(SMFICTX* context, int fd) {
  {
    const std::lock_guard lock(mutex_);
    if (threads_ < SessionWorkers::count()) start_one();  // which was refused before
  }
  auto connection = std::make_unique<Connection>(context, fd);
  // The offer is there mostly, and answered in no time: no other thread need wake for it.
  std::array<char, kOfferSize> room = {};
  serve(*connection.release(), room, EPOLL_CTL_ADD);
}

void Pool::work() {
  std::array<char, kReadSize> room = {};
  do {
    epoll_event event = {};
    if (::epoll_wait(epoll_, &event, 1, -1) == 1) {
      begun_.fetch_add(1, std::memory_order_relaxed);
      serve(*static_cast<Connection*>(event.data.ptr), room, EPOLL_CTL_MOD);
      ended_.fetch_add(1, std::memory_order_relaxed);
    }
  } while (!is_one_too_many());
}

// Deletes a connection that has ended.
void Pool::serve(Connection& connection, std::span<char> room, int operation) const {
  { const std::lock_guard handed_over(connection.handing_over); }
  try {
    connection.input.receive(room);
  } catch (const std::exception&) {
    connection.input.end_for_want_of_memory();
  }
  for (;;) {
    if (connection.input.ready()) {
      const size_t held = connection.input.held();
      served = &connection;
      const int result = engine_(connection.context);
      served = nullptr;
      // A libmilter that leaves whole packets where they are would leave them there for ever.
      const bool stuck = connection.input.ready() && connection.input.held() == held;
      if (result != kGoesOn || stuck) {
        close_(connection.context);
        delete &connection;
        return;
      }
      continue;
    }
    if (watch(connection, operation)) return;  // from here on it is another thread's
    connection.input.end_for_want_of_memory();
  }
}

// As poll(2), which is what the C library has beside it.
int poll_in_kernel(pollfd* sockets, nfds_t count, int milliseconds) {
  constexpr long kPerSecond = 1000;
  constexpr long kNanoseconds = 1000000;
  const timespec time = {milliseconds / kPerSecond, milliseconds % kPerSecond * kNanoseconds};
  return ::ppoll(sockets, count, milliseconds < 0 ? nullptr : &time, nullptr);
}

// What libmilter asks about the connection that it is given: whether a packet has come is known
// here, and our writev waits where that is needed.
int poll_served(pollfd& socket) {
  if ((socket.events & POLLOUT) != 0) {
    socket.revents = POLLOUT;
  } else {
    socket.revents = served->input.ready() ? POLLIN : 0;
  }
  return socket.revents != 0 ? 1 : 0;
}

template <class Function>
bool is_bound(const char* name, Function* ours) {
  return ::dlsym(RTLD_DEFAULT, name) == reinterpret_cast<void*>(ours);
}

}  // namespace

size_t SessionWorkers::count() {
  static const size_t number =
      std::max<size_t>(kFewest, size_t{2} * std::thread::hardware_concurrency());
  return number;
}

PacketInput* SessionWorkers::input_served() { return served == nullptr ? nullptr : &served->input; }

bool SessionWorkers::serves(int fd) { return served != nullptr && served->input.fd() == fd; }

SessionWorkers::Progress SessionWorkers::progress() { return pool().progress(); }

SessionWorkers::Waiting::Waiting() : in_pool_(served != nullptr) {
  if (in_pool_) pool().begin_waiting();
}

SessionWorkers::Waiting::~Waiting() {
  if (in_pool_) pool().end_waiting();
}

bool SessionWorkers::wait_until_writable(int fd, int most) {
  pollfd waiting = {fd, POLLOUT, 0};
  int ready = 0;
  int error = 0;
  {
    const Waiting others_go_on;
    do {
      ready = poll_in_kernel(&waiting, 1, most);
    } while (ready < 0 && errno == EINTR);
    error = ready == 0 ? ETIMEDOUT : errno;
  }
  errno = error;
  return ready > 0;
}

bool SessionWorkers::are_bound() {
  static const bool all_are = SingleWrite::is_bound() && AcceptPause::is_bound() &&
                              macro_packets_are_cut() && is_bound("poll", &::poll) &&
                              is_bound("mi_start_session", &::mi_start_session) &&
                              is_bound("mi_pool_controller_init", &::mi_pool_controller_init) &&
                              libmilter_function<int(SMFICTX*)>(kEngine) != nullptr &&
                              libmilter_function<void(SMFICTX*)>(kClose) != nullptr;
  return all_are;
}

}  // namespace plainbounce

// Replaces the C library's function for everything in the process; only connections that a worker
// serves notice.
extern "C" int poll(pollfd* sockets, nfds_t count, int milliseconds) {
  if (count == 1 && plainbounce::SessionWorkers::serves(sockets->fd)) {
    return plainbounce::poll_served(*sockets);
  }
  return plainbounce::poll_in_kernel(sockets, count, milliseconds);
}

// Replaces libmilter's function of this name, which starts its pool.
extern "C" int mi_pool_controller_init() {
  if (!plainbounce::SessionWorkers::are_bound()) {
    static const auto libmilter_begins =
        plainbounce::libmilter_function<int()>("mi_pool_controller_init");
    return libmilter_begins();
  }
  return plainbounce::pool().begin() ? MI_SUCCESS : MI_FAILURE;
}

// Replaces libmilter's function of this name, which hands an accepted connection to its pool.
extern "C" int mi_start_session(SMFICTX* context) {
  if (!plainbounce::SessionWorkers::are_bound()) {
    static const auto libmilter_starts =
        plainbounce::libmilter_function<int(SMFICTX*)>("mi_start_session");
    return libmilter_starts(context);
  }
  try {
    plainbounce::pool().add(context, plainbounce::AcceptPause::accepted());
    return MI_SUCCESS;
  } catch (const std::exception&) {
    return MI_FAILURE;
  }
}
