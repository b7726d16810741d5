#include "cli/doctor/postfix_limit_checks.h"

#include <algorithm>
#include <array>

#include "cli/postfix/list_words.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// A fault of Postfix and the releases, one for each branch that was then alive, that ended it.
struct Fault {
  std::array<PostfixVersion, 5> ended;  // rising; the last one: it and all later ones are right
  size_t branches;
  const char* says;
  const char* means;
};

constexpr std::array<Fault, 2> kFaults{{
    {{{{3, 4, 23}, {3, 5, 13}, {3, 6, 3}, {3, 7, 0}, {}}},
     4,
     "damages the queue file when a milter replaces a body with very long lines",
     "A returned message with lines beyond 2048 bytes can be lost with its bounce."},
    {{{{3, 5, 25}, {3, 6, 15}, {3, 7, 11}, {3, 8, 6}, {3, 9, 0}}},
     5,
     "changes the wrong header field for a milter when another field was put before it",
     "A field that plainbounce takes out of a report from elsewhere may be another one."},
}};

// What a warning of postconf that concerns us has in it.
constexpr std::array<std::string_view, 5> kWarningWords{"milter", "dsn", "plainbounce", "cleanup",
                                                        "footer"};

bool has_fault(const PostfixVersion& version, const Fault& fault) {
  for (size_t i = 0; i < fault.branches; ++i) {
    const PostfixVersion& ended = fault.ended.at(i);
    const bool same_branch = version.major == ended.major && version.minor == ended.minor;
    if (same_branch || i + 1 == fault.branches) return version < ended;
    const bool older_branch = version < PostfixVersion{ended.major, ended.minor, 0};
    if (older_branch) return true;
  }
  return false;
}

// A number of bytes; nothing: it is none.
std::optional<size_t> bytes_of(std::string_view text) {
  if (text.empty() || text.size() > 18 || !std::all_of(text.begin(), text.end(), is_digit)) {
    return std::nullopt;
  }
  return static_cast<size_t>(std::stoull(std::string(text)));
}

std::string text_of(size_t bytes) { return bytes == 0 ? "none" : std::to_string(bytes); }

const MasterService* first_cleanup(const PostfixExamination& examination) {
  for (const MilterUse& use : own_uses(examination)) {
    if (use.service->command == "cleanup") return use.service;
  }
  return examination.postfix.service("cleanup");
}

}  // namespace

CheckResult check_size_limit(const PostfixExamination& examination) {
  constexpr const char* kCheck = "size-limit";
  const MasterService* cleanup = first_cleanup(examination);
  const std::string text = cleanup != nullptr
                               ? examination.value_for(*cleanup, "message_size_limit")
                               : examination.postfix.value("message_size_limit");
  const auto real = bytes_of(text);
  if (!real) {
    return not_examined(kCheck, "message_size_limit is \"" + text + "\"", "That is no size.");
  }
  const size_t told = examination.settings().milter.mta_size_limit;
  const std::string both = concat({"Postfix takes messages up to ", text_of(*real),
                                   " bytes, mta_size_limit says ", text_of(told)});
  if (*real == told) return all_right(kCheck, both);
  const std::vector<std::string> lines{
      setting_line(examination.of, "milter", "mta_size_limit", std::to_string(*real)),
      reload_line(examination.daemon)};
  if (*real != 0 && (told == 0 || told > *real)) {
    return problem(kCheck, both,
                   "A report that grows beyond Postfix's limit is refused for good, or kept and "
                   "tried for ever. The daemon has to know the limit to leave it alone.",
                   lines);
  }
  return warning(kCheck, both, "Reports larger than that go out unexplained without need.", lines);
}

CheckResult check_postfix_version(const PostfixExamination& examination) {
  constexpr const char* kCheck = "postfix-version";
  const PostfixVersion& version = examination.postfix.version;
  for (const Fault& fault : kFaults) {
    if (!has_fault(version, fault)) continue;
    return warning(
        kCheck, concat({"Postfix ", to_string(version), " ", fault.says}),
        concat({fault.means,
                " An update of Postfix ends it (a distribution may have mended it "
                "without a new number); until then header fields only are safer:"}),
        {setting_line(examination.of, "bounce", "body", "off"), reload_line(examination.daemon)});
  }
  return all_right(kCheck, "Postfix " + to_string(version) + " has no known fault that matters");
}

namespace {

// receive_override_options of main.cf without no_milters; none: where the word comes from is not
// seen there.
std::vector<std::string> lines_for_milters(const PostfixExamination& examination) {
  constexpr const char* kParameter = "receive_override_options";
  const auto& set = examination.postfix.set;
  const auto found = set.find(kParameter);
  const auto words = split_postfix_list(found == set.end() ? std::string_view() : found->second);
  if (!words) return {};
  std::string rest;
  bool had_it = false;
  for (const std::string_view word : *words) {
    if (equals_ignoring_case(word, "no_milters")) {
      had_it = true;
      continue;
    }
    rest += concat({rest.empty() ? "" : ", ", word});
  }
  if (!had_it) return {};
  return {examination.commands.set(kParameter, rest), examination.commands.reload()};
}

}  // namespace

CheckResult check_reports_from_elsewhere(const PostfixExamination& examination) {
  constexpr const char* kCheck = "smtp-reports";
  bool any = false;
  for (const MilterUse& use : own_uses(examination)) {
    if (use.service->command != "smtpd") continue;
    any = true;
    const std::string overrides = examination.value_for(*use.service, "receive_override_options");
    if (find_ignoring_case(overrides, "no_milters") == std::string::npos) continue;
    const bool in_service = use.service->option("receive_override_options").has_value();
    if (in_service) continue;  // a port of its own, such as the one behind a content filter
    return warning(kCheck, "receive_override_options = no_milters in main.cf keeps all milters out",
                   "Reports that come in by SMTP are not explained, though smtpd_milters names "
                   "plainbounce; nor does any other milter see mail.",
                   lines_for_milters(examination));
  }
  return all_right(kCheck, any ? "reports of other servers come to the daemon by SMTP"
                               : "reports of other servers are not shown to the daemon "
                                 "(smtpd_milters does not name it)");
}

CheckResult check_postfix_runs(const PostfixExamination& examination) {
  constexpr const char* kCheck = "postfix";
  const std::string pid_file = examination.postfix.value("queue_directory") + "/pid/master.pid";
  const Probe& probe = examination.of.probe;
  const FileStatus seen = probe.status(pid_file);
  const auto text = probe.read_file(pid_file);
  if (!text && seen.error != 2) {
    return not_examined(kCheck, "whether Postfix runs is not seen",
                        text.error().message + "; root sees it");
  }
  const std::string process = text ? std::string(trim(*text)) : std::string();
  if (!process.empty() && probe.status("/proc/" + process).error == 0) {
    return all_right(kCheck, "Postfix " + to_string(examination.postfix.version) + " runs");
  }
  std::string start = examination.commands.reload();
  start.replace(start.size() - 6, 6, "start");
  if (examination.daemon.has_systemd && examination.of.postfix_directory.empty()) {
    start = "systemctl start postfix";
  }
  return problem(kCheck, "Postfix does not run", "No mail comes or goes.", {start});
}

CheckResult check_postfix_warnings(const PostfixExamination& examination) {
  constexpr const char* kCheck = "postfix-warnings";
  std::string ours;
  for (const std::string& line : examination.postfix.warnings) {
    const bool concerns_us =
        std::any_of(kWarningWords.begin(), kWarningWords.end(), [&line](std::string_view word) {
          return find_ignoring_case(line, word) != std::string::npos;
        });
    if (concerns_us) ours += (ours.empty() ? "" : "; ") + line;
  }
  if (ours.empty()) return all_right(kCheck, "postconf has nothing to say against it");
  return warning(kCheck, ours,
                 "Postfix does not use what it does not know: most often a name is misspelt. Take "
                 "the line out or put its name right.");
}

CheckResult check_instances(const PostfixExamination& examination) {
  constexpr const char* kCheck = "instances";
  if (!examination.of.postfix_directory.empty()) {
    return all_right(
        kCheck, "only the instance in " + examination.of.postfix_directory + " was asked about");
  }
  std::string unwired;
  std::vector<std::string> lines;
  size_t wired = 0;
  const std::string list = examination.postfix.value("multi_instance_directories");
  const auto directories = split_postfix_list(list);
  for (const std::string_view word : directories ? *directories : std::vector<std::string_view>{}) {
    const std::string directory(word);
    const auto instance = examination.of.probe.postfix(directory);
    if (!instance) {
      return not_examined(kCheck, "the instance in " + directory + " cannot be read",
                          instance.error().message);
    }
    Examination other = examination.of;
    other.postfix_directory = directory;
    const PostfixExamination its{other, examination.daemon, *instance, PostfixCommands(directory)};
    if (!own_uses(its).empty()) {
      ++wired;
      continue;
    }
    unwired += (unwired.empty() ? "" : ", ") + directory;
    lines.push_back(setup_line(other));
  }
  if (!unwired.empty()) {
    return warning(kCheck, "further instances of Postfix do not use the daemon: " + unwired,
                   "Their bounces are not explained.", lines);
  }
  return all_right(kCheck, wired == 0 ? "there is one instance of Postfix"
                                      : "the other instances of Postfix use the daemon, too (each "
                                        "is examined with --postfix-config DIR)");
}

}  // namespace plainbounce
