#include "config/schema_watching.h"

#include "config/setting_forms.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

using namespace setting_forms;
using S = Settings;

tl::unexpected<Error> refuse_line_count(std::string_view text) {
  return fail("\"" + std::string(text) +
              "\" is not allowed; allowed is a number from 0 to 1000000");
}

Result<size_t> parse_line_count(std::string_view text) {
  constexpr size_t kMost = 1000000;
  size_t number = 0;
  for (const char c : text) {
    if (!is_digit(c) || number > kMost) return refuse_line_count(text);
    number = number * 10 + static_cast<size_t>(c - '0');
  }
  if (text.empty() || number > kMost) return refuse_line_count(text);
  return number;
}

}  // namespace

SectionSpec status_section() {
  return {
      "status",
      "",
      "Figures and health, for Prometheus and other watchers (docs/figures.md).",
      {key("listen", "",
           optional_scalar("a unix socket (unix:/path) or a TCP port (inet:PORT@127.0.0.1)",
                           parse_socket_address, in(&S::status, &StatusSettings::listen)),
           "Where HTTP is served, in the spellings of the milter's socket: /metrics in the format "
           "of Prometheus, and /healthz, which says 200 when the milter answers and 503 when it "
           "does not. A unix socket gets the same mode and group as the milter's. Empty: nowhere. "
           "Changes take effect after a restart."),
       key("allow_remote", "no", yes_or_no(in(&S::status, &StatusSettings::allow_remote)),
           "Whether that may be reachable from other machines. There is neither a password nor "
           "encryption. Set it only behind a firewall."),
       key("textfile", "",
           scalar_or_empty("the path of a file", parse_absolute_path,
                           in(&S::status, &StatusSettings::textfile)),
           "A file that always holds the same figures, written anew as a whole, for the textfile "
           "collector of Prometheus' node exporter, which reads names that end in .prom. Empty: "
           "none."),
       key("textfile_interval", "15s",
           duration_between(std::chrono::seconds(1), std::chrono::hours(1),
                            in(&S::status, &StatusSettings::textfile_interval)),
           "How often it is written.")}};
}

SectionSpec log_section() {
  return {
      "log",
      "",
      "What the daemon writes about its work: a line for each message that it acts on.",
      {key("target", "stderr",
           one_of<LogSettings::Target>({{"stderr", LogSettings::Target::kStderr},
                                        {"syslog", LogSettings::Target::kSyslog},
                                        {"journald", LogSettings::Target::kJournald}},
                                       in(&S::log, &LogSettings::target)),
           "Where the log goes. stderr: under systemd to the journal, and to syslog when the "
           "daemon "
           "runs in the background without systemd. syslog uses the facility mail."),
       key("level", "info",
           one_of<LogSettings::Level>({{"error", LogSettings::Level::kError},
                                       {"warning", LogSettings::Level::kWarning},
                                       {"info", LogSettings::Level::kInfo},
                                       {"debug", LogSettings::Level::kDebug}},
                                      in(&S::log, &LogSettings::level)),
           "How much is logged."),
       key("addresses", "no", yes_or_no(in(&S::log, &LogSettings::addresses)),
           "Whether mail addresses are logged, and told in events."),
       key("lines_per_minute", "600",
           scalar("a number from 0 to 1000000", parse_line_count,
                  in(&S::log, &LogSettings::lines_per_minute)),
           "How many lines a minute are written at most of each kind that strangers can cause: "
           "rejected recipients, reports of other systems, messages that are in trouble. The rest "
           "is counted, and one line tells how many were held back. Lines about the mail server's "
           "own reports are never held back. 0: everything is written."),
       key("events", "",
           scalar_or_empty("the path of a file", parse_absolute_path,
                           in(&S::log, &LogSettings::events)),
           "A file that gets one JSON object a line for each recipient of a report "
           "(docs/figures.md). A reload opens it again, as logrotate needs it. Empty: none.")}};
}

}  // namespace plainbounce
