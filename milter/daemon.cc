#include "milter/daemon.h"

#include <signal.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "milter/accept_pause.h"
#include "milter/event_file.h"
#include "milter/libmilter_bindings.h"
#include "milter/line_limit.h"
#include "milter/losses_teller.h"
#include "milter/message_account.h"
#include "milter/milter_server.h"
#include "milter/process.h"
#include "milter/reply_service.h"
#include "milter/session_log.h"
#include "milter/signals.h"
#include "milter/single_write.h"
#include "milter/socket_place.h"
#include "milter/spd_log.h"
#include "milter/status_service.h"
#include "milter/supervisor_notice.h"
#include "milter/watchdog.h"

namespace plainbounce {
namespace {

using namespace exit_status;
// How long messages that are just being received may hold up a stop.
constexpr std::chrono::milliseconds kReceivingGrace{700};
// What the end itself may take on a slow machine.
constexpr std::chrono::seconds kStopReserve{10};
// What the last events may take to be written.
constexpr std::chrono::milliseconds kLastEvents{2000};

void say(const std::string& text) { std::fprintf(stderr, "plainbounced: %s\n", text.c_str()); }

void tell_of_shortage(Log& log, int error) {
  if (error == 0) {
    log.write(Log::Level::kInfo, "connections are accepted again");
  } else {
    log.write(Log::Level::kWarning,
              "new connections wait until others close: " + std::generic_category().message(error));
  }
}

void notify_reloading() {
  timespec now = {};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const long long microseconds = now.tv_sec * 1000000LL + now.tv_nsec / 1000;
  notify_supervisor("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(microseconds));
}

}  // namespace

// Made in the background process, with the signals blocked: all threads inherit that.
struct Daemon::Parts {
  Parts(std::shared_ptr<const Snapshot> first, StageProbe* probe)
      : figures(*first->knowledge),
        snapshot(std::move(first)),
        surroundings{snapshot, session_log, in_flight, unfinished, figures, account, 0, probe},
        server(surroundings),
        signals(loop) {}

  SpdLog log;
  SessionLog session_log{log};
  Figures figures;
  EventFile events{log, figures};
  LineLimit line_limit{figures};
  RejectionCounts rejections;
  MessageAccount account{session_log, figures, events, line_limit, rejections};
  CurrentSnapshot snapshot;
  InFlight in_flight;
  Unfinished unfinished;
  SessionSurroundings surroundings;
  MilterServer server;
  std::unique_ptr<SocketFile> socket_file;
  std::vector<std::unique_ptr<Service>> services;
  StatusService* status_service = nullptr;  // of these
  LossesTeller* losses = nullptr;
  boost::asio::io_context loop;
  boost::asio::thread_pool worker{1};
  Signals signals;
  std::thread milter_thread;
  std::thread stopper;
  size_t auto_body_size = 0;
  bool background = false;
  bool reloading = false;
  bool reload_again = false;
  bool stopping = false;
  int status = kDone;
};

Daemon::Daemon(DaemonOptions options, StageProbe* probe)
    : options_(std::move(options)), probe_(probe) {}

int Daemon::run() {
  if (const int status = start(); status != kDone || options_.check_only) return status;
  try {
    serve();
  } catch (const std::exception& error) {
    parts_->log.write(Log::Level::kError, std::string("cannot go on: ") + error.what());
    parts_->status = kCannotRun;
  }
  parts_->socket_file->remove();
  tell_rejections();
  for (const auto& service : parts_->services) service->stop();
  parts_->events.drain(kLastEvents);
  parts_->losses->tell();
  parts_->status_service->finish();
  parts_->log.write(Log::Level::kInfo, "stopped");
  return parts_->status;
}

int Daemon::start() {
  const size_t single_write = measure_single_write();
  const size_t body_size = body_size_for(single_write);
  LoadedSnapshot first = load_snapshot(options_.config_file, body_size);
  if (!first) {
    for (const Error& error : first.error()) say(to_string(error));
    return kBadConfiguration;
  }
  const std::shared_ptr<const Snapshot>& snapshot = *first;
  for (const Error& notice : snapshot->settings.notices) say(to_string(notice));
  if (options_.check_only) return kDone;

  // A reload reads it from another working directory.
  if (!options_.config_file.empty()) {
    options_.config_file = std::filesystem::absolute(options_.config_file).string();
  }
  Background background;
  if (!options_.foreground && std::getenv("NOTIFY_SOCKET") == nullptr) {
    if (const auto entered = background.enter(); !entered) {
      say(to_string(entered.error()));
      return kCannotRun;
    }
  }
  Signals::block();
  ::signal(SIGPIPE, SIG_IGN);
  ::openlog("plainbounced", LOG_PID, LOG_MAIL);  // libmilter's own lines
  parts_ = std::make_unique<Parts>(snapshot, probe_).release();
  parts_->surroundings.single_write = single_write;
  parts_->auto_body_size = body_size;
  if (!open_socket()) return kCannotRun;
  parts_->background = background.entered();
  parts_->log.configure(snapshot->settings.log, parts_->background);
  announce();
  if (parts_->background) background.ready();
  return kDone;
}

bool Daemon::open_socket() {
  const MilterSettings& settings = parts_->snapshot.get()->settings.milter;
  const auto fails = [this](const Result<void>& result) {
    if (!result) parts_->log.write(Log::Level::kError, to_string(result.error()));
    return !result;
  };
  if (fails(drop_privileges(settings.user)) || fails(claim_socket_place(settings.socket))) {
    return false;
  }
  ::umask(static_cast<mode_t>(~settings.socket_mode & 0777U));
  const auto opened = parts_->server.open(settings.socket);
  ::umask(007);
  if (fails(opened)) return false;
  parts_->socket_file = std::make_unique<SocketFile>(settings.socket);
  if (fails(give_socket_group(settings.socket, settings.socket_group))) {
    parts_->socket_file->remove();
    return false;
  }
  if (fails(make_services())) {
    parts_->socket_file->remove();
    return false;
  }
  return true;
}

// With their sockets; those that are open when another fails are taken away.
Result<void> Daemon::make_services() {
  Parts& parts = *parts_;
  const Settings& settings = parts.snapshot.get()->settings;
  auto watchdog = std::make_unique<Watchdog>(parts.loop, parts.log, parts.snapshot);
  auto status = std::make_unique<StatusService>(parts.loop, parts.log, parts.snapshot,
                                                parts.figures, parts.in_flight, *watchdog);
  auto replies =
      std::make_unique<ReplyService>(parts.loop, parts.log, parts.snapshot, parts.figures);
  auto losses =
      std::make_unique<LossesTeller>(parts.loop, parts.log, parts.figures, parts.line_limit);
  auto opened = replies->open(settings);
  if (!opened) return opened;
  opened = status->open(settings);
  if (!opened) {
    replies->stop();
    return opened;
  }
  parts.status_service = status.get();
  parts.losses = losses.get();
  parts.services.push_back(std::move(replies));
  parts.services.push_back(std::move(watchdog));
  parts.services.push_back(std::move(status));
  parts.services.push_back(std::move(losses));
  return {};
}

// In the log, not where a failed start shows.
void Daemon::announce() {
  const size_t files = raise_open_files();
  parts_->log.write(Log::Level::kInfo,
                    "started version=" PLAINBOUNCE_VERSION " socket=" +
                        parts_->snapshot.get()->settings.milter.socket.milter_spelling() +
                        " max_open_files=" + std::to_string(files) +
                        " auto_max_body_size=" + std::to_string(parts_->auto_body_size));
  warn_of_unbound_functions(parts_->log);
}

void Daemon::serve() {
  Parts& parts = *parts_;
  if (const std::string& path = parts.snapshot.get()->settings.log.events; !path.empty()) {
    parts.events.reopen(path);
  }
  parts.milter_thread = std::thread([&parts, this] {
    AcceptPause::begin([&parts](int error) { tell_of_shortage(parts.log, error); });
    const bool fine = parts.server.run();
    boost::asio::post(parts.loop, [&parts, this, fine] {
      if (parts.stopping) return;
      parts.log.write(Log::Level::kError, fine ? "libmilter ended" : "libmilter failed");
      parts.status = kCannotRun;
      stop();
    });
  });
  parts.signals.start([this](int number) { on_signal(number); },
                      [&parts, this](const std::string& why) {
                        parts.log.write(Log::Level::kError, "signals cannot be read: " + why);
                        parts.status = kCannotRun;
                        if (!parts.stopping) stop();
                      });
  for (const auto& service : parts.services) service->start();
  notify_supervisor("READY=1");
  parts.loop.run();
}

void Daemon::on_signal(int number) {
  if (number == SIGHUP || number == SIGUSR1) {
    reload();
  } else if (!parts_->stopping) {
    parts_->log.write(Log::Level::kInfo, "stopping");
    stop();
  } else {
    parts_->log.write(Log::Level::kWarning, "stopped by a second signal");
    parts_->socket_file->remove();
    std::_Exit(parts_->status);
  }
}

void Daemon::reload() {
  Parts& parts = *parts_;
  if (parts.stopping) return;
  if (parts.reloading) {
    parts.reload_again = true;
    return;
  }
  parts.reloading = true;
  notify_reloading();
  boost::asio::post(parts.worker, [&parts, this] {
    LoadedSnapshot loaded;
    try {
      loaded = load_snapshot(options_.config_file, parts.auto_body_size);
    } catch (const std::exception& error) {
      loaded = tl::unexpected(std::vector<Error>{{error.what(), {}, 0}});
    }
    boost::asio::post(parts.loop, [this, loaded = std::move(loaded)]() mutable {
      try {
        take_over(std::move(loaded));
      } catch (const std::exception& error) {
        parts_->log.write(Log::Level::kError, std::string("reload: ") + error.what());
      }
      end_reload();
    });
  });
}

void Daemon::take_over(LoadedSnapshot loaded) {
  Parts& parts = *parts_;
  // What goes over to a new configuration would begin again what has been stopped.
  if (parts.stopping) return;
  if (!loaded) {
    for (const Error& error : loaded.error()) {
      parts.log.write(Log::Level::kError, "reload: " + to_string(error));
    }
    parts.log.write(Log::Level::kError, "reload failed, the old configuration stays");
    note_reload(false);
  } else {
    const std::shared_ptr<const Snapshot> next = std::move(*loaded);
    std::shared_ptr<const Snapshot> before = parts.snapshot.get();
    parts.snapshot.set(next);
    if (!(next->settings.log == before->settings.log)) {
      parts.log.configure(next->settings.log, parts.background);
    }
    for (const auto& service : parts.services) service->snapshot_changed(next);
    for (const Error& notice : next->settings.notices) {
      parts.log.write(Log::Level::kWarning, "reload: " + to_string(notice));
    }
    for (const std::string& key : needs_restart(before->settings, next->settings)) {
      parts.log.write(Log::Level::kWarning, "reload: " + key + " changes with a restart only");
    }
    // To let go of a whole knowledge base takes a millisecond.
    boost::asio::post(parts.worker, [before = std::move(before)] {});
    parts.log.write(Log::Level::kInfo, "reloaded");
    note_reload(true);
  }
  tell_rejections();
}

// The file of events is opened again in any case: whoever sent the signal may have moved it.
void Daemon::note_reload(bool fine) {
  Parts& parts = *parts_;
  parts.figures.reloads.add(fine ? "ok" : "failed");
  parts.figures.last_reload_failed = !fine;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  parts.figures.last_reload = std::chrono::duration_cast<std::chrono::seconds>(now).count();
  parts.events.reopen(parts.snapshot.get()->settings.log.events);
}

void Daemon::tell_rejections() {
  const std::string line = parts_->rejections.line();
  if (!line.empty()) parts_->log.write(Log::Level::kInfo, line);
}

void Daemon::end_reload() {
  Parts& parts = *parts_;
  parts.reloading = false;
  if (parts.stopping) return;
  notify_supervisor("READY=1");
  if (std::exchange(parts.reload_again, false)) reload();
}

// libmilter is not told: it serves what is open until the process ends (milter_server.h).
void Daemon::stop() {
  Parts& parts = *parts_;
  parts.stopping = true;
  for (const auto& service : parts.services) service->stop();
  parts.socket_file->remove();
  const std::chrono::milliseconds most = parts.snapshot.get()->settings.milter.drain_timeout;
  // The unit's own time would cut a long drain_timeout.
  const std::chrono::microseconds enough = most + kReceivingGrace + kStopReserve;
  notify_supervisor("STOPPING=1\nEXTEND_TIMEOUT_USEC=" + std::to_string(enough.count()));
  // On a thread of its own, so that a second signal is still heard.
  parts.stopper = std::thread([&parts, most] {
    using Phase = Unfinished::Phase;
    parts.unfinished.stop_and_wait(Phase::kReceiving, std::min(kReceivingGrace, most));
    if (!parts.unfinished.stop_and_wait(Phase::kEnding, most)) {
      parts.log.write(Log::Level::kWarning, "stopped with messages at their end");
    }
    parts.loop.stop();
  });
}

}  // namespace plainbounce
