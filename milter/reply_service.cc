#include "milter/reply_service.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <optional>
#include <string>

#include "milter/reply_maps.h"
#include "milter/socket_place.h"
#include "milter/socketmap_server.h"

namespace plainbounce {
namespace {

// A quarter of what may be open: the milter's connections need theirs.
size_t most_connections() {
  rlimit files = {};
  constexpr size_t kMost = size_t{1} << 14U;
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return kMost / 16;
  return std::clamp<size_t>(files.rlim_max / 4, 8, kMost);
}

SocketmapLimits limits() {
  SocketmapLimits limits;
  limits.connections = most_connections();
  return limits;
}

// The answer's kind, as a label.
std::string_view word_for(std::string_view answer) {
  if (answer.starts_with("OK ")) return "found";
  return answer.starts_with("NOTFOUND") ? "not-found" : "error";
}

}  // namespace

struct ReplyService::Parts {
  Parts(boost::asio::io_context& loop, Log& log_, const CurrentSnapshot& snapshot, Figures& figures)
      : log(log_),
        server(
            loop, log_,
            [this, &snapshot, &figures](std::string_view request) {
              std::string answer = answers.answer(*snapshot.get(), request);
              figures.replies.add(request.substr(0, request.find(' ')), word_for(answer));
              return answer;
            },
            limits()) {}
  Log& log;
  KeptAnswers answers;
  SocketmapServer server;
  std::optional<SocketAddress> address;
  std::optional<SocketFile> file;
};

ReplyService::ReplyService(boost::asio::io_context& loop, Log& log, const CurrentSnapshot& snapshot,
                           Figures& figures)
    : parts_(std::make_unique<Parts>(loop, log, snapshot, figures)) {}

ReplyService::~ReplyService() = default;

Result<void> ReplyService::open(const Settings& settings) {
  const auto& address = settings.replies.socket;
  if (!address) return {};
  if (auto claimed = claim_socket_place(*address); !claimed) return claimed;
  const mode_t before = ::umask(static_cast<mode_t>(~settings.milter.socket_mode & 0777U));
  auto opened = parts_->server.open(*address);
  ::umask(before);
  if (!opened) return opened;
  parts_->file.emplace(*address);
  parts_->address = address;
  auto given = give_socket_group(*address, settings.milter.socket_group);
  if (!given) stop();
  return given;
}

void ReplyService::start() {
  if (!parts_->address) return;
  parts_->server.start();
  parts_->log.write(Log::Level::kInfo,
                    "replies: started socket=" + parts_->address->postfix_spelling());
}

void ReplyService::snapshot_changed(const std::shared_ptr<const Snapshot>&) {
  parts_->answers.forget();
}

void ReplyService::stop() {
  parts_->server.stop();
  if (parts_->file) parts_->file->remove();
  parts_->file.reset();
}

}  // namespace plainbounce
