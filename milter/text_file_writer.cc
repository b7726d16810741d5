#include "milter/text_file_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

namespace plainbounce {
namespace {

constexpr mode_t kMode = 0644;  // the node exporter is another account
constexpr std::chrono::seconds kPatience{1};

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = ::write(fd, text.data(), text.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    text.remove_prefix(static_cast<size_t>(size));
  }
  return true;
}

// A device, a pipe or a directory is nothing to put a file in place of.
bool can_be_replaced(const std::string& path) {
  struct stat there = {};
  return ::lstat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode) || S_ISLNK(there.st_mode);
}

// 0, or the error.
int replace_file(const std::string& path, const std::string& text) {
  if (!can_be_replaced(path)) return EEXIST;
  const std::string partial = path + ".new";
  ::unlink(partial.c_str());
  // Made by us, and nothing that was put there.
  const int fd = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  if (fd < 0) return errno;
  bool fine = ::fchmod(fd, kMode) == 0 && write_all(fd, text);
  int error = fine ? 0 : errno;
  fine = ::close(fd) == 0 && fine;
  if (fine && ::rename(partial.c_str(), path.c_str()) == 0) return 0;
  if (error == 0) error = errno;
  ::unlink(partial.c_str());
  return error;
}

}  // namespace

class TextFileWriter::State {
 public:
  explicit State(Log& log) : log_(log) {}

  // True when a thread has to be started for run().
  bool put(const std::string& path, std::string text) {
    const std::lock_guard lock(mutex_);
    next_ = {path, std::move(text)};
    changed_.notify_all();
    return !std::exchange(runs_, true);
  }

  void end() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    changed_.notify_all();
  }

  bool drain(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, most, [this] { return !runs_ || (!next_ && !busy_); });
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ending_ || next_; });
      if (!next_) break;
      const Text text = *std::exchange(next_, std::nullopt);
      busy_ = true;
      lock.unlock();
      note(text.path, replace_file(text.path, text.bytes));
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
    runs_ = false;
    changed_.notify_all();
  }

 private:
  struct Text {
    std::string path;
    std::string bytes;
  };

  void note(const std::string& path, int error) {
    if (error == failure_ && path == path_) return;
    if (error != 0) {
      log_.write(Log::Level::kError, "status.textfile: cannot write " + path + ": " +
                                         std::generic_category().message(error));
    } else if (failure_ != 0) {
      log_.write(Log::Level::kInfo, "status.textfile: " + path + " is written again");
    }
    failure_ = error;
    path_ = path;
  }

  Log& log_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Text> next_;
  bool busy_ = false;
  bool runs_ = false;
  bool ending_ = false;
  // The thread's own: how it went last.
  int failure_ = 0;
  std::string path_;
};

TextFileWriter::TextFileWriter(Log& log) : state_(std::make_shared<State>(log)) {}

TextFileWriter::~TextFileWriter() {
  state_->end();
  state_->drain(kPatience);
}

void TextFileWriter::write(const std::string& path, std::string text) {
  if (!state_->put(path, std::move(text))) return;
  std::thread([state = state_] { state->run(); }).detach();
}

bool TextFileWriter::drain(std::chrono::milliseconds most) { return state_->drain(most); }

}  // namespace plainbounce
