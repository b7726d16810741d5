#include "milter/status_service.h"

#include <sys/stat.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>

#include "milter/exposition.h"
#include "milter/socket_place.h"
#include "milter/status_server.h"
#include "milter/text_file_writer.h"

namespace plainbounce {
namespace {

constexpr std::chrono::milliseconds kLastPatience{1000};
constexpr const char* kPlain = "text/plain; charset=utf-8";
constexpr const char* kContents =
    "plainbounced\n\n/metrics  figures, for Prometheus\n/healthz  200: the milter answers\n";

}  // namespace

struct StatusService::Parts {
  Parts(boost::asio::io_context& loop, Log& its_log, const CurrentSnapshot& its_snapshot,
        const Figures& its_figures, const InFlight& its_in_flight, const Watchdog& its_watchdog)
      : log(its_log),
        snapshot(its_snapshot),
        figures(its_figures),
        in_flight(its_in_flight),
        watchdog(its_watchdog),
        knowledge(*its_snapshot.get()->knowledge),
        server(
            loop, its_log, [this](std::string_view path) { return page(path); }, StatusLimits{}),
        writer(its_log),
        timer(loop) {}

  [[nodiscard]] std::string metrics() const {
    MomentaryFigures moment;
    moment.in_flight_bytes = in_flight.held();
    moment.in_flight_limit = snapshot.get()->settings.milter.max_in_flight;
    const Watchdog::Health health = watchdog.health();
    if (health.known) moment.milter_up = health.alive;
    return exposition(figures, knowledge, moment);
  }

  [[nodiscard]] StatusAnswer health() const {
    const Watchdog::Health health = watchdog.health();
    std::string text = health.known && health.alive ? "ok\nmilter: answers\n"
                       : health.known ? "failed\nmilter: does not answer (" + health.why + ")\n"
                                      : "failed\nmilter: has not been asked yet\n";
    if (figures.last_reload_failed.load(std::memory_order_relaxed)) {
      text += "reload: the last one failed, the configuration before it holds (see the log)\n";
    }
    return {health.known && health.alive ? 200U : 503U, kPlain, std::move(text)};
  }

  [[nodiscard]] std::optional<StatusAnswer> page(std::string_view path) const {
    if (path == "/metrics") return StatusAnswer{200, kExpositionType, metrics()};
    if (path == "/healthz") return health();
    if (path == "/") return StatusAnswer{200, kPlain, kContents};
    return std::nullopt;
  }

  void write_file() {
    const std::string path = snapshot.get()->settings.status.textfile;
    if (!path.empty()) writer.write(path, metrics());
  }

  // Where memory or threads are short, this file is left out and the next one tried.
  void write_again_and_again() {
    try {
      write_file();
    } catch (const std::exception& error) {
      log.write(Log::Level::kWarning, std::string("status.textfile: ") + error.what());
    }
    timer.expires_after(snapshot.get()->settings.status.textfile_interval);
    timer.async_wait([this](const boost::system::error_code& cancelled) {
      if (!cancelled) write_again_and_again();
    });
  }

  Log& log;
  const CurrentSnapshot& snapshot;
  const Figures& figures;
  const InFlight& in_flight;
  const Watchdog& watchdog;
  KnowledgeFigures knowledge;
  StatusServer server;
  TextFileWriter writer;
  boost::asio::steady_timer timer;
  std::optional<SocketAddress> address;
  std::optional<SocketFile> file;
};

StatusService::StatusService(boost::asio::io_context& loop, Log& log,
                             const CurrentSnapshot& snapshot, const Figures& figures,
                             const InFlight& in_flight, const Watchdog& watchdog)
    : parts_(std::make_unique<Parts>(loop, log, snapshot, figures, in_flight, watchdog)) {}

StatusService::~StatusService() = default;

Result<void> StatusService::open(const Settings& settings) {
  const auto& address = settings.status.listen;
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

void StatusService::start() {
  if (parts_->address) {
    parts_->server.start();
    parts_->log.write(Log::Level::kInfo,
                      "status: started listen=" + parts_->address->postfix_spelling());
  }
  parts_->write_again_and_again();
}

void StatusService::snapshot_changed(const std::shared_ptr<const Snapshot>& snapshot) {
  parts_->knowledge = KnowledgeFigures(*snapshot->knowledge);
  parts_->write_again_and_again();
}

void StatusService::stop() {
  parts_->timer.cancel();
  parts_->server.stop();
  if (parts_->file) parts_->file->remove();
  parts_->file.reset();
}

void StatusService::finish() {
  parts_->write_file();
  parts_->writer.drain(kLastPatience);
}

}  // namespace plainbounce
