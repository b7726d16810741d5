// What Asio itself costs: a server that reads netstrings and sends each back, on one thread.
// reply_bench measures it beside the daemon's reply map.
//
//   socketmap_echo -c FILE
//
// FILE holds a line "socket = unix:PATH", as the daemon's configuration. Tells READY=1 as it does.
#include <systemd/sd-daemon.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace {

using Local = boost::asio::local::stream_protocol;
using ErrorCode = boost::system::error_code;

std::string socket_in(const char* file) {
  constexpr std::string_view kKey = "socket = unix:";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kKey)) return line.substr(kKey.size());
  }
  return {};
}

class Client : public std::enable_shared_from_this<Client> {
 public:
  explicit Client(Local::socket socket) : socket_(std::move(socket)) {}

  void read() {
    socket_.async_read_some(boost::asio::buffer(piece_),
                            [self = shared_from_this()](const ErrorCode& error, size_t size) {
                              if (error) return;
                              self->in_.append(self->piece_.data(), size);
                              self->answer();
                            });
  }

 private:
  void answer() {
    size_t begin = 0;
    for (;;) {
      const size_t colon = in_.find(':', begin);
      if (colon == std::string::npos) break;
      const size_t length = std::strtoul(in_.c_str() + begin, nullptr, 10);
      if (in_.size() - colon - 1 <= length) break;
      const std::string_view bytes = std::string_view(in_).substr(colon + 1, length);
      out_ += std::to_string(length);
      out_ += ':';
      out_ += bytes;
      out_ += ',';
      begin = colon + 1 + length + 1;
    }
    in_.erase(0, begin);
    if (out_.empty()) return read();
    boost::asio::async_write(socket_, boost::asio::buffer(out_),
                             [self = shared_from_this()](const ErrorCode& error, size_t) {
                               if (error) return;
                               self->out_.clear();
                               self->read();
                             });
  }

  Local::socket socket_;
  std::array<char, 16384> piece_ = {};
  std::string in_, out_;
};

void accept(Local::acceptor& acceptor) {
  acceptor.async_accept([&acceptor](const ErrorCode& error, Local::socket socket) {
    if (!error) std::make_shared<Client>(std::move(socket))->read();
    accept(acceptor);
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) return 2;
  // "-c FILE" stands first or behind "-f".
  boost::asio::io_context loop(1);
  std::string path;
  for (int i = 1; i + 1 < count && path.empty(); ++i) {
    if (std::string_view(arguments[i]) == "-c") path = socket_in(arguments[i + 1]);
  }
  if (path.empty()) return 2;
  Local::acceptor acceptor(loop, Local::endpoint(path));
  accept(acceptor);
  ::sd_notify(0, "READY=1");
  loop.run();
  return 0;
}
