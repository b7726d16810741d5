#include "milter/spd_log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/sinks/syslog_sink.h>
#include <spdlog/sinks/systemd_sink.h>
#include <syslog.h>

#include <cstdlib>
#include <string>
#include <utility>

namespace plainbounce {
namespace {

constexpr const char* kIdent = "plainbounced";

spdlog::level::level_enum to_spdlog(Log::Level level) {
  switch (level) {
    case Log::Level::kError:
      return spdlog::level::err;
    case Log::Level::kWarning:
      return spdlog::level::warn;
    case Log::Level::kInfo:
      return spdlog::level::info;
    case Log::Level::kDebug:
      break;
  }
  return spdlog::level::debug;
}

// "<6>": what the journal takes for the priority of a line (sd-daemon(3)).
class PriorityFlag : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& out) override {
    const char priority = message.level >= spdlog::level::err    ? '3'
                          : message.level == spdlog::level::warn ? '4'
                          : message.level == spdlog::level::info ? '6'
                                                                 : '7';
    out.push_back('<');
    out.push_back(priority);
    out.push_back('>');
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<PriorityFlag>();
  }
};

spdlog::sink_ptr standard_error() {
  auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  if (std::getenv("JOURNAL_STREAM") != nullptr) {
    formatter->add_flag<PriorityFlag>('*').set_pattern("%*%v");
  } else {
    formatter->set_pattern("%Y-%m-%d %H:%M:%S plainbounced[%P]: %l: %v");
  }
  sink->set_formatter(std::move(formatter));
  return sink;
}

spdlog::sink_ptr sink_for(LogSettings::Target target, bool background) {
  if (target == LogSettings::Target::kStderr && !background) return standard_error();
  if (target == LogSettings::Target::kJournald) {
    return std::make_shared<spdlog::sinks::systemd_sink_mt>(kIdent);
  }
  return std::make_shared<spdlog::sinks::syslog_sink_mt>(kIdent, LOG_PID, LOG_MAIL, false);
}

std::shared_ptr<spdlog::logger> make_logger(const LogSettings& settings, bool background) {
  auto logger = std::make_shared<spdlog::logger>(kIdent, sink_for(settings.target, background));
  logger->set_level(to_spdlog(settings.level));
  logger->flush_on(spdlog::level::debug);
  return logger;
}

}  // namespace

SpdLog::SpdLog() : logger_(make_logger(LogSettings{}, false)) {}

SpdLog::~SpdLog() = default;

void SpdLog::configure(const LogSettings& settings, bool background) {
  std::shared_ptr<spdlog::logger> next = make_logger(settings, background);
  const std::lock_guard lock(mutex_);
  logger_.swap(next);
}

std::shared_ptr<spdlog::logger> SpdLog::current() const {
  const std::lock_guard lock(mutex_);
  return logger_;
}

void SpdLog::write(Level level, std::string_view line) noexcept {
  try {
    current()->log(to_spdlog(level), spdlog::string_view_t(line.data(), line.size()));
  } catch (...) {
    // A log that fails must not stop a message.
  }
}

}  // namespace plainbounce
