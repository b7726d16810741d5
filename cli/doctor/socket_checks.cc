#include "cli/doctor/socket_checks.h"

#include <cerrno>
#include <system_error>

#include "cli/doctor/bounce_service_checks.h"
#include "cli/doctor/conversation.h"
#include "cli/doctor/milter_list_lines.h"
#include "cli/doctor/way_to_socket.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

std::string error_text(int error) { return std::generic_category().message(error); }

std::string who(const PostfixExamination& examination, const MasterService& service,
                const Account& account) {
  const bool chrooted = examination.postfix.is_chrooted(service);
  return concat({service.name, " (user ", account.name,
                 chrooted ? ", chrooted to " + examination.postfix.value("queue_directory") : "",
                 ")"});
}

std::string spelled(const SocketAddress& place) {
  return place.family == SocketAddress::Family::kUnix ? place.path : place.postfix_spelling();
}

std::vector<std::string> setup_and_restart(const PostfixExamination& examination) {
  std::vector<std::string> lines{setup_line(examination.of)};
  const auto restart = restart_lines(examination.of, examination.daemon);
  lines.insert(lines.end(), restart.begin(), restart.end());
  return lines;
}

CheckResult name_finding(const PostfixExamination& examination, const MilterUse& use,
                         const std::string& says) {
  const auto entry = own_entry_text(examination, *use.service);
  std::vector<std::string> lines;
  if (entry) {
    lines = list_lines(examination, use,
                       [&entry](MilterUse& list) { list.entries.at(*list.own).text = *entry; });
  } else {
    lines = setup_and_restart(examination);
    lines.push_back(examination.commands.reload());
  }
  return problem("socket-name", says,
                 "Postfix asks where nobody answers; its bounces go out unexplained.", lines);
}

// Who would talk to the daemon where nobody does.
const MasterService* likely_cleanup(const PostfixExamination& examination) {
  for (const MasterService* service : bounce_services(examination.postfix)) {
    const MasterService* cleanup = cleanup_of(examination, *service);
    if (cleanup != nullptr) return cleanup;
  }
  return examination.postfix.service("cleanup");
}

std::string with_advice(const std::string& means, const Obstacle& obstacle) {
  return obstacle.advice.empty() ? means : concat({means, " ", obstacle.advice});
}

CheckResult not_answered(const PostfixExamination& examination, const Heard& heard,
                         const std::string& asker, const SocketAddress& place, const char* check,
                         const char* listener) {
  const bool connected = heard.stage == Heard::Stage::kAnswer;
  const std::string says =
      connected
          ? concat({listener, " does not answer ", asker, ": ", error_text(heard.error)})
          : concat({asker, " cannot connect to ", spelled(place), ": ", error_text(heard.error)});
  return problem(check, says, "Postfix goes on without it.",
                 restart_lines(examination.of, examination.daemon));
}

}  // namespace

CheckResult try_as_service(const PostfixExamination& examination, const MasterService& service,
                           const SocketAddress& place, const Question& question, const char* check,
                           const char* listener) {
  const Probe& probe = examination.of.probe;
  const std::string owner = examination.postfix.value("mail_owner");
  const auto account = probe.account(owner);
  if (!account) {
    return problem(check, "there is no account \"" + owner + "\", which mail_owner names",
                   "Postfix cannot run without it.");
  }
  const bool chrooted = examination.postfix.is_chrooted(service);
  const Viewpoint viewpoint{*account, examination.postfix.value("queue_directory"), chrooted};
  const std::string asker = who(examination, service, *account);
  const bool is_unix = place.family == SocketAddress::Family::kUnix;
  const auto obstacle = is_unix ? obstacle_to(probe, viewpoint, place.path) : std::nullopt;
  if (!probe.is_root()) {
    if (obstacle && (!obstacle->mend.empty() || !obstacle->advice.empty())) {
      return problem(check, obstacle->says, with_advice("Postfix cannot reach it.", *obstacle),
                     obstacle->mend);
    }
    return not_examined(
        check,
        obstacle ? "how " + asker + " reaches " + spelled(place) + " is not seen"
                 : asker + " may reach " + spelled(place) + ", by owners and modes",
        obstacle ? obstacle->says + "; root sees it" : "Only root can try it as that user.");
  }
  const Heard heard = probe.ask_from(viewpoint, place, question);
  if (heard.stage == Heard::Stage::kDone) {
    return all_right(check, asker + " reaches " + listener + " at " + spelled(place));
  }
  if (heard.stage == Heard::Stage::kStandpoint) {
    return not_examined(check, "nobody could be made to stand where " + asker + " does",
                        error_text(heard.error));
  }
  if (heard.stage == Heard::Stage::kConnect && heard.error == EACCES && obstacle) {
    return problem(
        check, obstacle->says,
        with_advice(concat({asker, " cannot connect to ", spelled(place), "."}), *obstacle),
        obstacle->mend);
  }
  return not_answered(examination, heard, asker, place, check, listener);
}

CheckResult check_socket_name(const PostfixExamination& examination) {
  constexpr const char* kCheck = "socket-name";
  const SocketAddress& listening = examination.settings().milter.socket;
  for (const MilterUse& use : own_uses(examination)) {
    const std::string& address = use.own_entry()->address;
    const WorkingPlace process = examination.working_place(*use.service);
    const auto place = place_of(address, process);
    if (!place) {
      return name_finding(examination, use,
                          concat({address, " cannot be followed: ", place.error().message}));
    }
    if (!leads_to(*place, listening)) {
      return name_finding(examination, use,
                          concat({use.service->name, " looks for the daemon at ", spelled(*place),
                                  ", but it listens at ", spelled(listening)}));
    }
  }
  return all_right(kCheck,
                   "Postfix looks for the daemon where it listens, at " + spelled(listening));
}

CheckResult check_socket_access(const PostfixExamination& examination) {
  constexpr const char* kCheck = "socket-access";
  const SocketAddress& listening = examination.settings().milter.socket;
  CheckResult last;
  for (const MilterUse& use : own_uses(examination)) {
    const auto place = place_of(use.own_entry()->address, examination.working_place(*use.service));
    if (!place || !leads_to(*place, listening)) continue;
    last =
        try_as_service(examination, *use.service, *place, milter_question(), kCheck, "the daemon");
    if (last.health != Health::kOk) return last;
  }
  if (!last.check.empty()) return last;
  const MasterService* cleanup = likely_cleanup(examination);
  if (cleanup == nullptr) {
    return not_examined(kCheck, "master.cf has no cleanup service",
                        "There is nobody to try it as.");
  }
  const auto name = postfix_name(listening, examination.working_place(*cleanup));
  if (!name) {
    return problem(kCheck, name.error().message, "Postfix's bounces cannot come to the daemon.",
                   setup_and_restart(examination));
  }
  return try_as_service(examination, *cleanup, listening, milter_question(), kCheck, "the daemon");
}

}  // namespace plainbounce
