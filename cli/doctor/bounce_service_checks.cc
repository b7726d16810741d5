#include "cli/doctor/bounce_service_checks.h"

#include <algorithm>

#include "cli/doctor/milter_list_lines.h"
#include "cli/postfix/dsn_milters.h"
#include "cli/postfix/list_words.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kBounceService = "bounce-service";
constexpr const char* kNonSmtpd = "non_smtpd_milters";
constexpr const char* kUnexplained = "Those reports go out as Postfix writes them, unexplained.";

bool has_word(std::string_view list, std::string_view word) {
  const auto words = split_postfix_list(list);
  return words && std::find(words->begin(), words->end(), word) != words->end();
}

bool shows_bounces(const PostfixExamination& examination, const MasterService& service) {
  return has_word(examination.value_for(service, "internal_mail_filter_classes"), "bounce");
}

// Whether services that are not Postfix's own reporters hand their mail to this one, too.
bool serves_other_mail(const PostfixExamination& examination, const MasterService& cleanup) {
  const auto& services = examination.postfix.services;
  return cleanup.name == "cleanup" ||
         examination.postfix.value("cleanup_service_name") == cleanup.name ||
         std::any_of(services.begin(), services.end(), [&](const MasterService& service) {
           return service.command != "bounce" &&
                  examination.value_for(service, "cleanup_service_name") == cleanup.name;
         });
}

// A cleanup service for bounces alone that hands them to the daemon.
const MasterService* dedicated_cleanup(const PostfixExamination& examination) {
  for (const MasterService& service : examination.postfix.services) {
    const bool alone = service.command == "cleanup" && !serves_other_mail(examination, service);
    if (alone && milters_of(examination, service, kNonSmtpd).own) return &service;
  }
  return nullptr;
}

// What is wrong with the way of a service's reports; empty: nothing.
std::string why_unwired(const PostfixExamination& examination, const MasterService& service) {
  const std::string name = examination.value_for(service, "cleanup_service_name");
  const MasterService* cleanup = cleanup_of(examination, service);
  if (cleanup == nullptr) {
    return concat({"the cleanup service \"", name, "\" is not in master.cf"});
  }
  const MilterUse use = milters_of(examination, *cleanup, kNonSmtpd);
  if (!use.error.empty()) return concat({"the milters of ", name, " cannot be read: ", use.error});
  if (!use.own) {
    return concat({"the cleanup service \"", name, "\" hands nothing to plainbounce"});
  }
  if (!shows_bounces(examination, service)) {
    return "without internal_mail_filter_classes=bounce no milter sees these reports";
  }
  return {};
}

struct Unwired {
  std::vector<const MasterService*> services;
  std::string says;  // "bounce, defer: the cleanup service ...; trace: ..."
};

Unwired find_unwired(const PostfixExamination& examination) {
  Unwired unwired;
  std::vector<std::pair<std::string, std::string>> reasons;  // and who has it
  for (const MasterService* service : bounce_services(examination.postfix)) {
    const std::string reason = why_unwired(examination, *service);
    if (reason.empty()) continue;
    unwired.services.push_back(service);
    const bool same = !reasons.empty() && reasons.back().first == reason;
    if (same) {
      reasons.back().second += ", " + service->name;
    } else {
      reasons.emplace_back(reason, service->name);
    }
  }
  for (const auto& [reason, names] : reasons) {
    unwired.says += concat({unwired.says.empty() ? "" : "; ", names, ": ", reason});
  }
  return unwired;
}

// Puts our entry in front of the list of a cleanup service for bounces. Only dsn_milters is there
// for bounces alone; another parameter stays, and the service gets a list of its own. None: no line
// can do that.
std::vector<std::string> lines_with_us(const PostfixExamination& examination, const MilterUse& use,
                                       const std::string& entry) {
  const PostfixCommands& commands = examination.commands;
  const auto written = as_written(examination, use);
  if (!written) return {};
  const std::string others = list_text(written->entries);
  const std::string list = others.empty() ? entry : concat({entry, " ", others});
  if (use.parameter == kDsnMilters) return {commands.set(kDsnMilters, list), commands.reload()};
  const auto word = without_blanks(list);
  if (!word) return {};
  return {commands.set_for(*use.service, kNonSmtpd, *word), commands.reload()};
}

std::vector<std::string> mending_of(const PostfixExamination& examination,
                                    const std::vector<const MasterService*>& unwired) {
  const PostfixCommands& commands = examination.commands;
  std::vector<std::string> lines;
  const MasterService* dedicated = dedicated_cleanup(examination);
  if (dedicated != nullptr) {
    for (const MasterService* service : unwired) {
      lines.push_back(commands.set_for(*service, "cleanup_service_name", dedicated->name));
      lines.push_back(commands.set_for(*service, "internal_mail_filter_classes", "bounce"));
    }
    lines.push_back(commands.reload());
    return lines;
  }
  const MasterService* cleanup = cleanup_of(examination, *unwired.front());
  if (cleanup != nullptr && !serves_other_mail(examination, *cleanup)) {
    const MilterUse use = milters_of(examination, *cleanup, kNonSmtpd);
    const auto entry = own_entry_text(examination, *cleanup);
    if (entry && use.error.empty()) lines = lines_with_us(examination, use, *entry);
    if (!lines.empty()) return lines;
  }
  return {setup_line(examination.of), commands.reload()};
}

// The value that holds for a service, where a parameter that nobody has set follows header_checks.
std::string checks_of(const PostfixExamination& examination, const MasterService& service,
                      const std::string& parameter) {
  const bool follows = parameter == "mime_header_checks" || parameter == "nested_header_checks";
  if (follows && !service.option(parameter) && !examination.postfix.is_set(parameter)) {
    return examination.value_for(service, "header_checks");
  }
  return examination.value_for(service, parameter);
}

std::vector<const MasterService*> cleanups_in_use(const PostfixExamination& examination) {
  std::vector<const MasterService*> cleanups;
  for (const MasterService* service : bounce_services(examination.postfix)) {
    const MasterService* cleanup = cleanup_of(examination, *service);
    const bool known = std::find(cleanups.begin(), cleanups.end(), cleanup) != cleanups.end();
    if (cleanup != nullptr && !known && shows_bounces(examination, *service)) {
      cleanups.push_back(cleanup);
    }
  }
  return cleanups;
}

}  // namespace

Result<std::string> own_entry_text(const PostfixExamination& examination,
                                   const MasterService& service) {
  auto name =
      postfix_name(examination.settings().milter.socket, examination.working_place(service));
  if (!name) return name;
  return concat({"{ ", *name,
                 ", connect_timeout=5s, command_timeout=10s, content_timeout=30s,"
                 " default_action=accept }"});
}

CheckResult check_bounce_service(const PostfixExamination& examination) {
  const auto services = bounce_services(examination.postfix);
  if (services.size() < 3) {
    return problem(kBounceService, "master.cf lacks one of the services bounce, defer and trace",
                   "Postfix cannot write its reports without them.",
                   {"postfix check", setup_line(examination.of)});
  }
  const Unwired unwired = find_unwired(examination);
  if (!unwired.services.empty()) {
    return problem(kBounceService, unwired.says, kUnexplained,
                   mending_of(examination, unwired.services));
  }
  const std::string cleanup = examination.value_for(*services.front(), "cleanup_service_name");
  if (serves_other_mail(examination, *cleanup_of(examination, *services.front()))) {
    return warning(kBounceService,
                   "bounces share the cleanup service with all other mail of this machine",
                   "The daemon also sees what local programs send, header and body checks may stop "
                   "bounces, and nothing tells it for certain which messages are Postfix's own.",
                   {setup_line(examination.of), examination.commands.reload()});
  }
  return all_right(kBounceService,
                   "bounce, defer and trace hand their reports to the daemon, through " + cleanup);
}

CheckResult check_own_service(const PostfixExamination& examination) {
  constexpr const char* kCheck = "own-service";
  const std::vector<std::string>& known = examination.settings().milter.own_services;
  for (const MasterService* cleanup : cleanups_in_use(examination)) {
    const std::string name = examination.value_for(*cleanup, "milter_macro_daemon_name");
    if (serves_other_mail(examination, *cleanup) ||
        std::find(known.begin(), known.end(), name) != known.end()) {
      continue;
    }
    const std::string wanted = known.empty() ? "postfix-dsn" : known.front();
    return problem(
        kCheck,
        concat(
            {cleanup->name, " calls itself \"", name, "\", but own_service is \"", wanted, "\""}),
        "The daemon does not know these reports for Postfix's own. Copies for the postmaster stay "
        "as they are, and so may others.",
        {examination.commands.set_for(*cleanup, "milter_macro_daemon_name", wanted),
         examination.commands.reload()});
  }
  return all_right(kCheck, known.empty() ? "own_service names none"
                                         : "reports of Postfix's own are known by the name \"" +
                                               known.front() + "\"");
}

CheckResult check_header_checks(const PostfixExamination& examination) {
  constexpr const char* kCheck = "header-checks";
  std::string applied;
  std::vector<std::string> lines;
  for (const MasterService* cleanup : cleanups_in_use(examination)) {
    const bool shared = serves_other_mail(examination, *cleanup);
    for (const char* parameter : {"header_checks", "mime_header_checks", "nested_header_checks",
                                  "body_checks", "milter_header_checks"}) {
      if (checks_of(examination, *cleanup, parameter).empty()) continue;
      if (!has_word(applied, parameter)) {
        applied += concat({applied.empty() ? "" : ", ", parameter});
      }
      const std::string line = shared ? setup_line(examination.of)
                                      : examination.commands.set_for(*cleanup, parameter, "");
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  }
  if (applied.empty()) return all_right(kCheck, "no header or body checks are applied to bounces");
  lines.push_back(examination.commands.reload());
  return warning(kCheck, applied + " of main.cf are applied to bounces, too",
                 "A rule that rejects what a returned message holds stops its bounce; Postfix then "
                 "tries again for ever, and the sender hears nothing.",
                 lines);
}

}  // namespace plainbounce
