#include "milter/process.h"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace plainbounce {
namespace {

constexpr rlim_t kEnoughFiles = 65536;

tl::unexpected<Error> failure(const std::string& text, int error) {
  return tl::unexpected(Error{text + ": " + std::generic_category().message(error), {}, 0});
}

// The parent's part: its exit status is the daemon's fate.
[[noreturn]] void wait_for_child(int pipe, pid_t child) {
  char byte = 0;
  ssize_t got = -1;
  do {
    got = ::read(pipe, &byte, 1);
  } while (got < 0 && errno == EINTR);
  if (got == 1) ::_exit(0);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  ::_exit(WIFEXITED(status) && WEXITSTATUS(status) != 0 ? WEXITSTATUS(status) : 3);
}

}  // namespace

void open_standard_files() {
  // open() gives the lowest number that is free.
  int opened = -1;
  do {
    opened = ::open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened > STDERR_FILENO) ::close(opened);
}

size_t raise_open_files() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t wanted = std::min(limit.rlim_max, kEnoughFiles);
  if (limit.rlim_cur < wanted) {
    const rlim_t before = limit.rlim_cur;
    limit.rlim_cur = wanted;
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return static_cast<size_t>(before);
  }
  return static_cast<size_t>(limit.rlim_cur);
}

Result<void> drop_privileges(const std::string& user) {
  if (user.empty() || ::geteuid() != 0) return {};
  std::vector<char> buffer(16384);
  struct passwd entry = {};
  struct passwd* found = nullptr;
  const int error = ::getpwnam_r(user.c_str(), &entry, buffer.data(), buffer.size(), &found);
  if (found == nullptr) {
    if (error != 0) return failure("cannot look up the user " + user, error);
    return tl::unexpected(Error{"milter.user: there is no user " + user, {}, 0});
  }
  if (::initgroups(user.c_str(), entry.pw_gid) != 0 || ::setgid(entry.pw_gid) != 0 ||
      ::setuid(entry.pw_uid) != 0) {
    return failure("cannot become the user " + user, errno);
  }
  if (entry.pw_uid != 0 && ::setuid(0) == 0) {
    return tl::unexpected(Error{"the rights of root could not be given up", {}, 0});
  }
  return {};
}

Result<void> Background::enter() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failure("cannot make a pipe", errno);
  const pid_t child = ::fork();
  if (child < 0) return failure("cannot fork", errno);
  if (child > 0) {
    ::close(ends[1]);
    wait_for_child(ends[0], child);
  }
  ::close(ends[0]);
  ready_pipe_ = ends[1];
  if (::setsid() < 0) return failure("cannot leave the terminal", errno);
  if (::chdir("/") != 0) return failure("cannot go to /", errno);
  return {};
}

void Background::ready() {
  const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nowhere >= 0) {
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nowhere, fd);
    ::close(nowhere);
  }
  const char byte = 1;
  while (::write(ready_pipe_, &byte, 1) < 0 && errno == EINTR) {
  }
  ::close(ready_pipe_);
}

}  // namespace plainbounce
