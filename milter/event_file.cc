#include "milter/event_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace plainbounce {
namespace {

constexpr mode_t kMode = 0640;
constexpr std::chrono::seconds kPatience{2};
// What a waiting line costs besides its bytes.
constexpr size_t kOverhead = 64;

std::string text_of(int error) { return std::generic_category().message(error); }

bool can_be_written(const struct stat& there) {
  return S_ISREG(there.st_mode) || S_ISCHR(there.st_mode);
}

// -1 with `why`. Opens no pipe: its reader may be asleep.
int open_for_appending(const std::string& path, std::string& why) {
  struct stat there = {};
  if (::stat(path.c_str(), &there) == 0 && !can_be_written(there)) {
    why = "it is no plain file";
    return -1;
  }
  const int fd = ::open(path.c_str(),
                        O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, kMode);
  if (fd < 0) {
    why = text_of(errno);
    return -1;
  }
  if (::fstat(fd, &there) != 0 || !can_be_written(there)) {
    why = "it is no plain file";
    ::close(fd);
    return -1;
  }
  return fd;
}

}  // namespace

class EventFile::State {
 public:
  State(Log& log, Figures& figures, Limits limits)
      : log_(log), figures_(figures), limits_(limits) {}
  ~State() {
    if (fd_ >= 0) ::close(fd_);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // True when a thread has to be started for run().
  bool ask_to_reopen(const std::string& path) {
    const std::lock_guard lock(mutex_);
    wanted_.store(!path.empty(), std::memory_order_relaxed);
    waiting_.push_back({path, true});
    changed_.notify_all();
    return !path.empty() && !std::exchange(runs_, true);
  }

  [[nodiscard]] bool is_wanted() const { return wanted_.load(std::memory_order_relaxed); }

  void add(const std::vector<std::string>& lines) noexcept {
    size_t added = 0;
    try {
      const std::lock_guard lock(mutex_);
      for (const std::string& line : lines) {
        const size_t cost = line.size() + kOverhead;
        if (cost > limits_.waiting_bytes - waiting_bytes_) break;
        waiting_.push_back({line + "\n", false});
        waiting_bytes_ += cost;
        ++added;
      }
      changed_.notify_all();
    } catch (const std::exception&) {
      // for want of memory: the rest is dropped
    }
    if (added < lines.size()) figures_.events.add("dropped", lines.size() - added);
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }

  bool drain(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, most, [this] { return !runs_ || (waiting_.empty() && !busy_); });
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
      if (waiting_.empty()) break;
      std::deque<Item> taken;
      taken.swap(waiting_);
      busy_ = true;
      lock.unlock();
      size_t bytes = 0;
      for (const Item& item : taken) {
        if (item.is_path) {
          open(item.text);
        } else {
          bytes += item.text.size() - 1 + kOverhead;
          write(item.text);
        }
      }
      lock.lock();
      waiting_bytes_ -= bytes;
      busy_ = false;
      changed_.notify_all();
    }
    runs_ = false;
    changed_.notify_all();
  }

 private:
  // A line with its end, or the path of the file that the lines behind it go to.
  struct Item {
    std::string text;
    bool is_path;
  };

  void open(const std::string& path) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
    path_ = path;
    failure_.reset();
    if (path.empty()) return;
    std::string why;
    fd_ = open_for_appending(path, why);
    if (fd_ < 0) {
      log_.write(Log::Level::kError,
                 "log.events: cannot open " + path + ": " + why + "; no events are written");
    }
  }

  void write(const std::string& line) {
    if (fd_ < 0) {
      if (!path_.empty()) figures_.events.add("dropped");
      return;
    }
    ssize_t size = -1;
    do {
      size = ::write(fd_, line.data(), line.size());
    } while (size < 0 && errno == EINTR);
    if (size == static_cast<ssize_t>(line.size())) return note_success();
    const int error = size < 0 ? errno : ENOSPC;
    if (size > 0) take_back(static_cast<size_t>(size));
    note_failure(error);
  }

  // Of a line that did not fit whole.
  void take_back(size_t bytes) {
    struct stat there = {};
    if (::fstat(fd_, &there) != 0 || !S_ISREG(there.st_mode)) return;
    const auto part = static_cast<off_t>(bytes);
    if (there.st_size >= part && ::ftruncate(fd_, there.st_size - part) == 0) return;
    // Then the part shall at least be a line of its own.
    const ssize_t ended = ::write(fd_, "\n", 1);
    static_cast<void>(ended);
  }

  void note_success() {
    figures_.events.add("written");
    if (!failure_) return;
    failure_.reset();
    log_.write(Log::Level::kWarning, "log.events: " + path_ + " is written again, dropped=" +
                                         std::to_string(std::exchange(dropped_, 0)));
  }

  void note_failure(int error) {
    figures_.events.add("dropped");
    ++dropped_;
    if (failure_ == error) return;
    failure_ = error;
    log_.write(Log::Level::kError, "log.events: cannot write to " + path_ + ": " + text_of(error) +
                                       "; events are dropped");
  }

  Log& log_;
  Figures& figures_;
  const Limits limits_;
  std::atomic<bool> wanted_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> waiting_;
  size_t waiting_bytes_ = 0;
  bool busy_ = false;
  bool runs_ = false;
  bool ending_ = false;

  // The thread's own.
  int fd_ = -1;
  std::string path_;
  std::optional<int> failure_;  // of the last write
  uint64_t dropped_ = 0;        // since it fails
};

EventFile::EventFile(Log& log, Figures& figures, Limits limits)
    : state_(std::make_shared<State>(log, figures, limits)) {}

EventFile::~EventFile() {
  state_->end();
  state_->drain(kPatience);
}

void EventFile::reopen(const std::string& path) {
  if (!state_->ask_to_reopen(path)) return;
  std::thread([state = state_] { state->run(); }).detach();
}

bool EventFile::is_wanted() const { return state_->is_wanted(); }

void EventFile::add(const std::vector<std::string>& lines) noexcept {
  if (is_wanted()) state_->add(lines);
}

bool EventFile::drain(std::chrono::milliseconds most) { return state_->drain(most); }

}  // namespace plainbounce
