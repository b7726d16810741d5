#include "cli/doctor/bounce_service_checks.h"

#include <algorithm>

#include "cli/postfix/list_words.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kBounceService = "bounce-service";
constexpr const char* kUnexplained = "Those reports go out as Postfix writes them, unexplained.";

bool has_word(std::string_view list, std::string_view word) {
  const auto words = split_postfix_list(list);
  return words && std::find(words->begin(), words->end(), word) != words->end();
}

bool shows_bounces(const PostfixExamination& examination, const MasterService& service) {
  return has_word(examination.value_for(service, "internal_mail_filter_classes"), "bounce");
}

// A cleanup service beside the ordinary one that hands messages to the daemon.
const MasterService* dedicated_cleanup(const PostfixExamination& examination) {
  for (const MasterService& service : examination.postfix.services) {
    const bool beside = service.command == "cleanup" && service.name != "cleanup";
    if (beside && milters_of(examination, service, "non_smtpd_milters").own) return &service;
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
  const MilterUse use = milters_of(examination, *cleanup, "non_smtpd_milters");
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

// Our entry in front of what a list of main.cf holds.
std::string list_with_us(const PostfixExamination& examination, const MilterUse& use,
                         const std::string& entry) {
  std::string value = entry;
  for (const MilterEntry& other : use.entries) value += " " + other.text;
  return examination.commands.set(use.parameter, value);
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
  if (cleanup != nullptr && cleanup->name != "cleanup") {
    const MilterUse use = milters_of(examination, *cleanup, "non_smtpd_milters");
    const auto entry = own_entry_text(examination, *cleanup);
    if (entry && use.error.empty() && !use.parameter.empty()) {
      return {list_with_us(examination, use, *entry), commands.reload()};
    }
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
  if (cleanup == "cleanup") {
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
    if (cleanup->name == "cleanup" || std::find(known.begin(), known.end(), name) != known.end()) {
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
    for (const char* parameter : {"header_checks", "mime_header_checks", "nested_header_checks",
                                  "body_checks", "milter_header_checks"}) {
      if (checks_of(examination, *cleanup, parameter).empty()) continue;
      applied += concat({applied.empty() ? "" : ", ", parameter});
      lines.push_back(examination.commands.set_for(*cleanup, parameter, ""));
    }
    if (!lines.empty() && cleanup->name == "cleanup") lines = {setup_line(examination.of)};
  }
  if (applied.empty()) return all_right(kCheck, "no header or body checks are applied to bounces");
  lines.push_back(examination.commands.reload());
  return warning(kCheck, applied + " of main.cf are applied to bounces, too",
                 "A rule that rejects what a returned message holds stops its bounce; Postfix then "
                 "tries again for ever, and the sender hears nothing.",
                 lines);
}

}  // namespace plainbounce
