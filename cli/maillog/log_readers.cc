#include "cli/maillog/log_readers.h"

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

constexpr auto kNowhere = std::string_view::npos;

// Lines that journalctl writes between those of the log.
bool is_journal_remark(std::string_view line) { return line.starts_with("-- "); }

class SyslogReader : public LineConsumer {
 public:
  explicit SyslogReader(DeliveryFollower& follower) : follower_(follower) {}

 private:
  void take_line(std::string_view line) override {
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    if (const auto split = split_log_line(line)) {
      follower_.take(*split);
    } else if (!line.empty() && !is_journal_remark(line)) {
      ++figures.unreadable_lines;
    }
  }
  void take_overlong_line() override {
    LogFigures& figures = follower_.figures();
    ++figures.lines;
    ++figures.unreadable_lines;
    ++figures.overlong_lines;
  }

  DeliveryFollower& follower_;
};

bool is_queue_listing(std::string_view beginning) {
  for (const std::string_view mark : {"-Queue ID-", "-----Q-ID-----", "Mail queue is empty"}) {
    const size_t at = beginning.find(mark);
    if (at < 400) return true;  // kNowhere is larger
  }
  // Sendmail: "/var/spool/mqueue is empty", below it "Total requests: 0".
  return beginning.find(" is empty\n") != kNowhere && beginning.size() < 1000;
}

}  // namespace

LogFormat format_of(std::string_view beginning) {
  constexpr size_t kLooked = 4000;
  const std::string_view text = trim(beginning.substr(0, kLooked));
  if (text.starts_with('{')) {
    const std::string_view line = text.substr(0, text.find('\n'));
    return line.find("\"queue_name\"") != kNowhere ? LogFormat::kQueueJson
                                                   : LogFormat::kJournalJson;
  }
  if (text.starts_with("__CURSOR=") || text.starts_with("__REALTIME_TIMESTAMP=")) {
    return LogFormat::kJournalExport;
  }
  return is_queue_listing(beginning.substr(0, kLooked)) ? LogFormat::kQueueListing
                                                        : LogFormat::kSyslog;
}

std::unique_ptr<LogConsumer> make_syslog_reader(DeliveryFollower& follower) {
  return std::make_unique<SyslogReader>(follower);
}

std::unique_ptr<LogConsumer> make_log_reader(LogFormat format, DeliveryFollower& follower) {
  switch (format) {
    case LogFormat::kJournalExport:
      return make_journal_export_reader(follower);
    case LogFormat::kJournalJson:
      return make_journal_json_reader(follower);
    case LogFormat::kQueueListing:
      return make_queue_listing_reader(follower);
    case LogFormat::kQueueJson:
      return make_queue_json_reader(follower);
    case LogFormat::kSyslog:
      break;
  }
  return make_syslog_reader(follower);
}

}  // namespace plainbounce
