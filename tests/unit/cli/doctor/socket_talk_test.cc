#include "cli/doctor/socket_talk.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <thread>

#include "cli/doctor/conversation.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

// A directory of its own with a socket that somebody listens on.
class Listener {
 public:
  Listener() {
    std::string pattern = (fs::temp_directory_path() / "pb-doctor-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    place_.path = folder_ + "/p.sock";
    socket_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    place_.path.copy(static_cast<char*>(address.sun_path), sizeof(address.sun_path) - 1);
    const auto* bytes = reinterpret_cast<const sockaddr*>(&address);
    EXPECT_EQ(::bind(socket_, bytes, sizeof(address)), 0);
    EXPECT_EQ(::listen(socket_, 4), 0);
  }
  ~Listener() {
    ::close(socket_);
    fs::remove_all(folder_);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  [[nodiscard]] const SocketAddress& place() const { return place_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  // Takes one connection, reads what is asked, gives these pieces and closes.
  void serve(const std::vector<std::string>& pieces) const {
    const int connection = ::accept(socket_, nullptr, nullptr);
    char buffer[256];
    EXPECT_GT(::recv(connection, buffer, sizeof(buffer), 0), 0);
    for (const std::string& piece : pieces) {
      EXPECT_EQ(::send(connection, piece.data(), piece.size(), MSG_NOSIGNAL),
                static_cast<ssize_t>(piece.size()));
    }
    ::close(connection);
  }

 private:
  std::string folder_;
  SocketAddress place_;
  int socket_ = -1;
};

TEST(SocketTalk, AnAnswerInPiecesAndWhoGivesIt) {
  const Listener listener;
  std::thread server([&listener] { listener.serve({"1", "0:OK \\c", " text,"}); });
  const Heard heard = talk(listener.place(), map_question("footer", "550 no"));
  server.join();
  EXPECT_EQ(heard.stage, Heard::Stage::kDone);
  EXPECT_EQ(heard.answer, "10:OK \\c text,");
  EXPECT_EQ(heard.process, ::getpid());
}

TEST(SocketTalk, AnEndBeforeTheAnswer) {
  const Listener listener;
  std::thread server([&listener] { listener.serve({"10:OK"}); });
  const Heard heard = talk(listener.place(), map_question("footer", "550 no"));
  server.join();
  EXPECT_EQ(heard.stage, Heard::Stage::kAnswer);
  EXPECT_EQ(heard.error, ECONNRESET);
}

TEST(SocketTalk, NobodyThere) {
  SocketAddress place;
  place.path = "/nonexistent/p.sock";
  const Heard heard = talk(place, milter_question());
  EXPECT_EQ(heard.stage, Heard::Stage::kConnect);
  EXPECT_EQ(heard.error, ENOENT);
}

// The child is of this program's making alone when no other thread runs; so nobody serves here, and
// what is seen is how far it comes.
TEST(SocketTalk, FromAnotherPlaceAsAnotherAccount) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another account";
  const Listener listener;
  Viewpoint viewpoint{{"nobody", 65534, 65534, {65534}, "/"}, listener.folder(), true};
  const auto ask = [&viewpoint, &listener] {
    return talk_from(viewpoint, listener.place(), {"x", [](std::string_view) { return true; }, {}});
  };
  fs::permissions(listener.place().path, fs::perms(0666));
  fs::permissions(listener.folder(), fs::perms(0755));
  EXPECT_EQ(ask().stage, Heard::Stage::kDone);
  fs::permissions(listener.place().path, fs::perms(0660));
  EXPECT_EQ(ask().stage, Heard::Stage::kConnect);
  EXPECT_EQ(ask().error, EACCES);
  viewpoint.directory = "/nonexistent";
  EXPECT_EQ(ask().stage, Heard::Stage::kStandpoint);
  EXPECT_EQ(ask().error, ENOENT);
}

}  // namespace
}  // namespace plainbounce
