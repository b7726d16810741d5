#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/socket_address.h"
#include "core/base/result.h"
#include "core/bounce/bounce_policy.h"
#include "core/reply/reply_policy.h"

namespace plainbounce {

inline constexpr std::string_view kDefaultConfigFile = "/etc/plainbounce/plainbounce.ini";

// [milter]
struct MilterSettings {
  SocketAddress socket = {SocketAddress::Family::kUnix, "/run/plainbounce/plainbounce.sock", "", 0};
  unsigned socket_mode = 0660;  // of a unix socket
  std::string socket_group;     // of a unix socket; empty: as created
  bool allow_remote = false;
  std::vector<std::string> own_services = {"postfix-dsn"};
  size_t mta_size_limit = 10240000;  // bytes; 0: none
  size_t max_in_flight = 64U << 20U;
  std::chrono::seconds drain_timeout{30};  // how long a stop waits for messages being edited
  std::string user;                        // empty: stay
  friend bool operator==(const MilterSettings&, const MilterSettings&) = default;
};

// [bounce]
struct BounceSettings {
  bool observe = false;
  BodyMode body = BodyMode::kAdd;
  bool html = true;
  bool headers = true;
  Treatment success = Treatment::kHeaders;
  Treatment signed_reports = Treatment::kHeaders;
  Treatment friendly = Treatment::kHeaders;
  Treatment elsewhere = Treatment::kHeaders;
  Treatment legacy = Treatment::kHeaders;
  std::vector<std::string> machine_recipients = {
      "*-bounces@*", "*-bounces+*@*", "owner-*@*", "SRS0=*@*",    "SRS0+*@*", "SRS0-*@*",
      "SRS1=*@*",    "SRS1+*@*",      "SRS1-*@*",  "*+bounce*@*", "bounce*@*"};
  std::optional<size_t> max_body_size;  // nothing: auto, what fits one write to the MTA's socket
  size_t max_added = 32U << 10U;
  friend bool operator==(const BounceSettings&, const BounceSettings&) = default;
};

// [text]
struct TextSettings {
  std::vector<std::string> languages = {"en"};  // one or two
  bool choose_by_reader = true;
  std::string link_base;  // without the last slash; empty: no links
  std::string time_zone;  // name in the zone database; empty: the machine's
  friend bool operator==(const TextSettings&, const TextSettings&) = default;
};

// [help]
struct HelpSettings {
  std::string name;
  std::string phone;
  std::string email;
  std::string url;
  friend bool operator==(const HelpSettings&, const HelpSettings&) = default;
};

// [site]; names in lower case
struct SiteSettings {
  std::vector<std::string> local_domains;
  std::vector<std::string> our_hosts;
  bool hide_internal = false;
  std::vector<std::string> internal_networks = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
                                                "fc00::/7"};
  friend bool operator==(const SiteSettings&, const SiteSettings&) = default;
};

// [replies]; the lists and the language as in ReplyPolicy
struct ReplySettings {
  std::optional<SocketAddress> socket;  // of the reply map; nothing: there is none
  std::string language = ReplyPolicy().language;
  std::vector<std::string> causes;
  std::vector<std::string> not_causes = ReplyPolicy().not_causes;
  std::vector<std::string> codes;
  std::vector<std::string> not_codes = ReplyPolicy().not_codes;
  bool watch = false;  // rejected recipients are logged and counted
  friend bool operator==(const ReplySettings&, const ReplySettings&) = default;
};

// [status]
struct StatusSettings {
  std::optional<SocketAddress>
      listen;  // metrics and health over HTTP; nothing: they are not served
  bool allow_remote = false;
  std::string textfile;  // the same metrics as a file; empty: none
  std::chrono::seconds textfile_interval{15};
  friend bool operator==(const StatusSettings&, const StatusSettings&) = default;
};

// [web]: the wiki and the paste box, a service of their own
struct WebSettings {
  SocketAddress listen = {SocketAddress::Family::kInet4, "", "127.0.0.1", 8825};
  unsigned socket_mode = 0660;  // of a unix socket
  bool allow_remote = false;
  std::string base;           // "/bounces"; empty: the pages begin at "/"
  std::string client_header;  // that names the client; empty: none is believed
  std::vector<std::string> trusted_peers = {"127.0.0.0/8", "::1"};
  size_t decode_rate = 30;   // pasted messages of one client a minute,
  size_t decode_burst = 10;  // and at once
  size_t max_connections = 512;
  friend bool operator==(const WebSettings&, const WebSettings&) = default;
};

// [log]
struct LogSettings {
  enum class Target { kStderr, kSyslog, kJournald };
  enum class Level { kError, kWarning, kInfo, kDebug };
  Target target = Target::kStderr;
  Level level = Level::kInfo;
  bool addresses = false;
  size_t lines_per_minute = 600;  // of each kind that strangers can cause; 0: all
  std::string events;             // a file of JSON lines; empty: none
  friend bool operator==(const LogSettings&, const LogSettings&) = default;
};

// [knowledge]
struct KnowledgeSettings {
  std::string overlay = "/etc/plainbounce/knowledge.d";  // a directory; empty: none
  friend bool operator==(const KnowledgeSettings&, const KnowledgeSettings&) = default;
};

// [domain "example.org"]: what differs for readers of that domain; nothing: as in general.
struct DomainSettings {
  std::optional<std::vector<std::string>> languages;
  std::optional<std::string> link_base;
  std::optional<BodyMode> body;
  std::optional<std::string> help_name;
  std::optional<std::string> help_phone;
  std::optional<std::string> help_email;
  std::optional<std::string> help_url;
  friend bool operator==(const DomainSettings&, const DomainSettings&) = default;
};

// Where a value was set: for findings that show only later.
struct SettingPlace {
  std::string file;
  size_t line = 0;
};

// The whole configuration. A default one is what an empty file gives.
struct Settings {
  MilterSettings milter;
  BounceSettings bounce;
  TextSettings text;
  HelpSettings help;
  SiteSettings site;
  ReplySettings replies;
  StatusSettings status;
  WebSettings web;
  LogSettings log;
  KnowledgeSettings knowledge;
  std::map<std::string, DomainSettings, std::less<>> domains;  // by domain, lower case

  std::map<std::string, SettingPlace, std::less<>> places;  // "text.languages", "domain x.body"
  std::vector<Error> notices;                               // no error, but worth a line
};

// Reads the file at `path`, then conf.d/*.ini beside it in name order; what comes later wins. An
// empty path means kDefaultConfigFile, which may be missing (defaults and a notice); a file that is
// named must be there. All findings come back, each with file and line.
tl::expected<Settings, std::vector<Error>> load_settings(const std::string& path);
// The same with `text` in place of what conf.d/`name` holds; nothing: as if that file were not
// there.
tl::expected<Settings, std::vector<Error>> load_settings_with(
    const std::string& path, const std::string& name, const std::optional<std::string>& text);
// The path of conf.d/`name` beside the file at `path` (empty: kDefaultConfigFile).
std::string file_of_conf_d(const std::string& path, const std::string& name);
// load_settings() for one text without files beside it; `file` names it in errors.
tl::expected<Settings, std::vector<Error>> parse_settings(std::string_view text,
                                                          const std::string& file);
// A finding for each language that is asked for and that `known` lacks.
std::vector<Error> check_languages(const Settings& settings, const std::vector<std::string>& known);

}  // namespace plainbounce
