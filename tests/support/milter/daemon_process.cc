#include "tests/support/milter/daemon_process.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>

namespace plainbounce::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{60};
constexpr int kPoll = 20;  // milliseconds between two looks at what cannot wake us

int notify_socket(const std::string& path) {
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  std::strncpy(local.sun_path, path.c_str(), sizeof local.sun_path - 1);
  if (fd < 0 || ::bind(fd, reinterpret_cast<sockaddr*>(&local), sizeof local) != 0) {
    ADD_FAILURE() << "no notification socket " << path;
  }
  return fd;
}

}  // namespace

DaemonProcess::DaemonProcess(std::string program, std::string settings,
                             std::map<std::string, std::string> environment)
    : program_(std::move(program)), environment_(std::move(environment)) {
  address_.path = directory_.file("milter.sock");
  notify_fd_ = notify_socket(directory_.file("notify"));
  write_settings(settings);
}

DaemonProcess::~DaemonProcess() {
  if (is_running()) {
    ::kill(pid_, SIGKILL);
    wait_for_exit();
  }
  EXPECT_EQ(log().find("Sanitizer"), std::string::npos) << log();
  ::close(notify_fd_);
}

void DaemonProcess::write_settings(const std::string& settings) {
  directory_.write("plainbounce.ini", "[milter]\nsocket = " + address_.milter_spelling() +
                                          "\n[knowledge]\noverlay =\n" + settings);
}

void DaemonProcess::launch() {
  environment_["NOTIFY_SOCKET"] = directory_.file("notify");
  spawn();
}

void DaemonProcess::launch_without_notification() {
  environment_["NOTIFY_SOCKET"] = "";
  spawn();
}

void DaemonProcess::spawn() {
  std::vector<std::string> arguments = {program_, "-c", config_file()};
  arguments.insert(arguments.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  std::vector<std::string> variables;
  for (char** entry = environ; *entry != nullptr; ++entry) variables.emplace_back(*entry);
  for (const auto& [name, value] : environment_) {
    const std::string prefix = name + "=";
    std::erase_if(variables, [&](const std::string& v) { return v.starts_with(prefix); });
    if (!value.empty()) variables.push_back(prefix + value);
  }
  std::vector<char*> variable_pointers;
  for (std::string& variable : variables) variable_pointers.push_back(variable.data());
  variable_pointers.push_back(nullptr);
  const int log_fd =
      ::open(directory_.file("log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  status_ = -1;
  pid_ = ::fork();
  if (pid_ != 0) {
    ::close(log_fd);
    return;
  }
  // Other threads may have held locks: nothing but system calls from here.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::dup2(log_fd, STDOUT_FILENO);
  ::dup2(log_fd, STDERR_FILENO);
  if (open_files_ != 0) {
    const rlimit limit = {open_files_, open_files_};
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
  ::execve(pointers[0], pointers.data(), variable_pointers.data());
  ::_exit(126);
}

bool DaemonProcess::start() {
  launch();
  return wait_for_notice("READY=1");
}

bool DaemonProcess::wait_for_notice(const std::string& text) {
  const Clock::time_point end = Clock::now() + kPatience;
  while (Clock::now() < end) {
    std::array<char, 4096> buffer{};
    const ssize_t size = ::recv(notify_fd_, buffer.data(), buffer.size(), 0);
    if (size > 0) {
      if (std::string(buffer.data(), static_cast<size_t>(size)).find(text) != std::string::npos) {
        return true;
      }
      continue;
    }
    if (!is_running()) return false;
    pollfd waiting = {notify_fd_, POLLIN, 0};
    ::poll(&waiting, 1, kPoll);
  }
  ADD_FAILURE() << "no notice " << text << "\n" << log();
  return false;
}

bool DaemonProcess::is_silent(const std::string& text, std::chrono::milliseconds time) {
  std::array<char, 4096> buffer{};
  while (::recv(notify_fd_, buffer.data(), buffer.size(), MSG_DONTWAIT) > 0) {
  }
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end) {
    const ssize_t size = ::recv(notify_fd_, buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size > 0 &&
        std::string(buffer.data(), static_cast<size_t>(size)).find(text) != std::string::npos) {
      return false;
    }
    if (size > 0) continue;
    pollfd waiting = {notify_fd_, POLLIN, 0};
    ::poll(&waiting, 1, kPoll);
  }
  return true;
}

bool DaemonProcess::wait_for_log(const std::string& text) {
  const Clock::time_point end = Clock::now() + kPatience;
  while (Clock::now() < end) {
    if (log().find(text) != std::string::npos) return true;
    if (!is_running()) return log().find(text) != std::string::npos;
    std::this_thread::sleep_for(std::chrono::milliseconds(kPoll));
  }
  return false;
}

bool DaemonProcess::reload() {
  signal(SIGHUP);
  return wait_for_notice("RELOADING=1") && wait_for_notice("READY=1");
}

void DaemonProcess::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);
}

bool DaemonProcess::is_running() {
  if (pid_ <= 0) return false;
  int status = 0;
  const pid_t ended = ::waitpid(pid_, &status, WNOHANG);
  if (ended == 0) return true;
  status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  pid_ = -1;
  return false;
}

int DaemonProcess::wait_for_exit() {
  const Clock::time_point end = Clock::now() + kPatience;
  while (is_running()) {
    if (Clock::now() > end) {
      ADD_FAILURE() << "the daemon does not end\n" << log();
      ::kill(pid_, SIGKILL);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return status_;
}

int DaemonProcess::stop() {
  signal(SIGTERM);
  return wait_for_exit();
}

std::string DaemonProcess::log() const {
  std::ifstream in(directory_.file("log"), std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> DaemonProcess::log_lines(const std::string& text) const {
  std::vector<std::string> found;
  std::istringstream in(log());
  for (std::string line; std::getline(in, line);) {
    if (line.find(text) != std::string::npos) found.push_back(line);
  }
  return found;
}

pid_t peer_of(const SocketAddress& address) {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un local = {};
  local.sun_family = AF_UNIX;
  std::strncpy(local.sun_path, address.path.c_str(), sizeof local.sun_path - 1);
  ucred peer = {};
  socklen_t size = sizeof peer;
  pid_t process = -1;
  if (::connect(fd, reinterpret_cast<sockaddr*>(&local), sizeof local) == 0 &&
      ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) {
    process = peer.pid;
  }
  ::close(fd);
  return process;
}

bool wait_until_gone(pid_t process) {
  const Clock::time_point end = Clock::now() + kPatience;
  while (::kill(process, 0) == 0) {
    if (Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(kPoll));
  }
  return true;
}

uint16_t free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ::bind(fd, reinterpret_cast<sockaddr*>(&address), size);
  ::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(fd);
  return ntohs(address.sin_port);
}

std::string daemon_program() { return PLAINBOUNCE_DAEMON; }

std::string faulty_daemon_program() { return PLAINBOUNCE_FAULTY_DAEMON; }

}  // namespace plainbounce::testing
