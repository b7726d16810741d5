#include "cli/postfix/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t kMaxOutput = size_t{8} << 20U;

std::string words_for(int error) { return std::generic_category().message(error); }

class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) ends_ = {-1, -1};
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] bool is_open() const { return ends_[0] >= 0; }
  [[nodiscard]] int reading() const { return ends_[0]; }
  [[nodiscard]] int writing() const { return ends_[1]; }
  void close(size_t end) {
    if (ends_.at(end) >= 0) ::close(ends_.at(end));
    ends_.at(end) = -1;
  }
  // Appends what is there; at the end, or on an error, the reading end is closed.
  void read_into(std::string& text) {
    std::array<char, 16384> buffer{};
    const ssize_t got = ::read(reading(), buffer.data(), buffer.size());
    if (got > 0) text.append(buffer.data(), static_cast<size_t>(got));
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) close(0);
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

// The file of a program; the name itself where there is none.
std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* path = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  std::string folders = path != nullptr ? path : "";
  folders += ":/usr/sbin:/sbin";
  std::string_view rest = folders;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (folder.empty()) continue;
    std::string file = std::string(folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return name;
}

// A file without a name that holds the text, to be read from its start; -1: there is none.
int file_with(std::string_view text) {
  const int file = ::memfd_create("input", MFD_CLOEXEC);
  while (file >= 0 && !text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<size_t>(written));
  }
  const bool whole = text.empty() && file >= 0 && ::lseek(file, 0, SEEK_SET) == 0;
  if (file >= 0 && !whole) ::close(file);
  return whole ? file : -1;
}

Result<pid_t> start(const std::string& program, const std::vector<std::string>& arguments,
                    const Pipe& out, const Pipe& err, int input) {
  std::string name = program;
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers{name.data()};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, input, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.writing(), 1);
  ::posix_spawn_file_actions_adddup2(&actions, err.writing(), 2);
  pid_t child = 0;
  const int failure = ::posix_spawn(&child, find_program(program).c_str(), &actions, nullptr,
                                    pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return fail(program + " cannot be run: " + words_for(failure));
  return child;
}

// Reads both until they end. An error in words: the program has to be killed.
std::string read_all(Pipe& out, Pipe& err, ProgramResult& result, Clock::time_point end) {
  while (out.reading() >= 0 || err.reading() >= 0) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (left.count() <= 0) return "takes too long";
    std::array<pollfd, 2> both{pollfd{out.reading(), POLLIN, 0}, pollfd{err.reading(), POLLIN, 0}};
    if (::poll(both.data(), both.size(), static_cast<int>(left.count())) < 0 && errno != EINTR) {
      return "cannot be read: " + words_for(errno);
    }
    if (both[0].revents != 0) out.read_into(result.out);
    if (both[1].revents != 0) err.read_into(result.err);
    if (result.out.size() + result.err.size() > kMaxOutput) return "writes too much";
  }
  return {};
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<ProgramResult> run_program(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit, std::string_view input) {
  const Clock::time_point end = Clock::now() + limit;
  Pipe out;
  Pipe err;
  if (!out.is_open() || !err.is_open()) return fail("no pipe for " + program);
  const int standard_input = file_with(input);
  if (standard_input < 0) return fail("no file for the input of " + program);
  const auto child = start(program, arguments, out, err, standard_input);
  ::close(standard_input);
  if (!child) return tl::unexpected<Error>(child.error());
  out.close(1);
  err.close(1);
  ProgramResult result;
  const std::string trouble = read_all(out, err, result, end);
  if (!trouble.empty()) ::kill(*child, SIGKILL);
  result.status = wait_for(*child);
  if (!trouble.empty()) return fail(program + " " + trouble);
  return result;
}

}  // namespace plainbounce
