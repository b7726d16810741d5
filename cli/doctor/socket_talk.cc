#include "cli/doctor/socket_talk.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

namespace plainbounce {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kPatience{5};
constexpr size_t kMostBytes = 200000;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Target {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

Target target_of(const SocketAddress& place, const std::string& path) {
  Target target;
  if (place.family == SocketAddress::Family::kUnix) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
    std::memcpy(&target.bytes, &address, sizeof(address));
    target.size = sizeof(address);
  } else if (place.family == SocketAddress::Family::kInet4) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(place.port);
    const bool everywhere = place.host == "0.0.0.0";
    ::inet_pton(AF_INET, everywhere ? "127.0.0.1" : place.host.c_str(), &address.sin_addr);
    std::memcpy(&target.bytes, &address, sizeof(address));
    target.size = sizeof(address);
  } else {
    sockaddr_in6 address{};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(place.port);
    const bool everywhere = place.host == "::";
    ::inet_pton(AF_INET6, everywhere ? "::1" : place.host.c_str(), &address.sin6_addr);
    std::memcpy(&target.bytes, &address, sizeof(address));
    target.size = sizeof(address);
  }
  return target;
}

// Whether the descriptor is ready before `end`; errno is ETIMEDOUT when it is not.
bool wait_for(int descriptor, short events, Clock::time_point end) {
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd watched{descriptor, events, 0};
    const int ready = left <= 0 ? 0 : ::poll(&watched, 1, static_cast<int>(left));
    if (ready > 0) return true;
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) errno = ETIMEDOUT;
    return false;
  }
}

// 0, or the errno of a connection that did not come about.
int connect_to(int descriptor, const Target& target, Clock::time_point end) {
  // A unix socket whose queue is full answers EAGAIN at once; its owner does not accept.
  if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&target.bytes), target.size) == 0) {
    return 0;
  }
  if (errno == EAGAIN) return ETIMEDOUT;
  if (errno != EINPROGRESS) return errno;
  if (!wait_for(descriptor, POLLOUT, end)) return errno;
  int error = 0;
  socklen_t size = sizeof(error);
  ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

int send_all(int descriptor, const std::string& bytes, Clock::time_point end) {
  size_t sent = 0;
  while (sent < bytes.size()) {
    if (!wait_for(descriptor, POLLOUT, end)) return errno;
    const ssize_t count =
        ::send(descriptor, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (count > 0) sent += static_cast<size_t>(count);
  }
  return 0;
}

int receive(int descriptor, const Question& question, std::string& answer, Clock::time_point end) {
  std::array<char, 4096> buffer{};
  while (!question.is_whole(answer)) {
    if (!wait_for(descriptor, POLLIN, end)) return errno;
    const ssize_t count = ::recv(descriptor, buffer.data(), buffer.size(), 0);
    if (count == 0) return ECONNRESET;
    if (count < 0 && errno != EINTR && errno != EAGAIN) return errno;
    if (count > 0) answer.append(buffer.data(), static_cast<size_t>(count));
    if (answer.size() > kMostBytes) return EMSGSIZE;
  }
  return 0;
}

int listener_of(int descriptor) {
  ucred who{};
  socklen_t size = sizeof(who);
  const bool known = ::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) == 0;
  return known ? who.pid : 0;
}

Heard talk_to(const SocketAddress& place, const std::string& path, const Question& question) {
  const Clock::time_point end = Clock::now() + kPatience;
  const Target target = target_of(place, path);
  const Descriptor descriptor(
      ::socket(target.bytes.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (descriptor.get() < 0) return {Heard::Stage::kConnect, errno, {}, 0};
  const int refused = connect_to(descriptor.get(), target, end);
  if (refused == ETIMEDOUT) return {Heard::Stage::kAnswer, refused, {}, 0};
  if (refused != 0) return {Heard::Stage::kConnect, refused, {}, 0};
  Heard heard{Heard::Stage::kAnswer, 0, {}, 0};
  if (place.family == SocketAddress::Family::kUnix) heard.process = listener_of(descriptor.get());
  heard.error = send_all(descriptor.get(), question.bytes, end);
  if (heard.error == 0) heard.error = receive(descriptor.get(), question, heard.answer, end);
  if (heard.error != 0) return heard;
  heard.stage = Heard::Stage::kDone;
  // Who does not read a farewell was asked all the same.
  (void)send_all(descriptor.get(), question.farewell, end);
  return heard;
}

// Becomes the account at its place, for good; 0 or an errno.
int stand_at(const Viewpoint& viewpoint) {
  const Account& account = viewpoint.account;
  const std::vector<gid_t> groups(account.groups.begin(), account.groups.end());
  if (::chdir(viewpoint.directory.c_str()) != 0) return errno;
  if (viewpoint.chrooted && ::chroot(".") != 0) return errno;
  if (::setgroups(groups.size(), groups.data()) != 0) return errno;
  if (::setresgid(account.group, account.group, account.group) != 0) return errno;
  if (::setresuid(account.user, account.user, account.user) != 0) return errno;
  return 0;
}

// How the place is written from there: Postfix's own processes name sockets in their queue
// directory without it.
std::string path_from(const Viewpoint& viewpoint, const std::string& path) {
  const std::string top =
      std::filesystem::path(viewpoint.directory).lexically_normal().string() + "/";
  return path.compare(0, top.size(), top) == 0 ? path.substr(top.size()) : path;
}

// What a child tells its parent.
struct Message {
  Heard::Stage stage;
  int error;
  int process;
};

[[noreturn]] void be_the_child(int report, const Viewpoint& viewpoint, const SocketAddress& place,
                               const Question& question) {
  const std::string path = path_from(viewpoint, place.path);
  const int failed = stand_at(viewpoint);
  const Heard heard = failed != 0 ? Heard{Heard::Stage::kStandpoint, failed, {}, 0}
                                  : talk_to(place, path, question);
  const Message message{heard.stage, heard.error, heard.process};
  (void)!::write(report, &message, sizeof(message));
  (void)!::write(report, heard.answer.data(), heard.answer.size());
  ::_exit(0);
}

std::string read_to_the_end(int descriptor) {
  std::string bytes;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<size_t>(count));
  }
}

}  // namespace

Heard talk(const SocketAddress& place, const Question& question) {
  return talk_to(place, place.path, question);
}

Heard talk_from(const Viewpoint& viewpoint, const SocketAddress& place, const Question& question) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {Heard::Stage::kStandpoint, errno, {}, 0};
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return {Heard::Stage::kStandpoint, errno, {}, 0};
  if (child == 0) be_the_child(writing.get(), viewpoint, place, question);
  writing.close();
  const std::string bytes = read_to_the_end(reading.get());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  Message message{};
  if (bytes.size() < sizeof(message)) return {Heard::Stage::kStandpoint, ECHILD, {}, 0};
  std::memcpy(&message, bytes.data(), sizeof(message));
  return {message.stage, message.error, bytes.substr(sizeof(message)), message.process};
}

}  // namespace plainbounce
