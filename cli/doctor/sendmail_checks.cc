#include "cli/doctor/sendmail_checks.h"

#include <algorithm>
#include <optional>

#include "cli/doctor/mending_lines.h"
#include "cli/doctor/milter_place.h"
#include "cli/postfix/shell_word.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// sendmail.cf is made out of sendmail.mc, which is the admin's: the lines are written beside it.
std::vector<std::string> setup_lines(const Examination& examination) {
  const std::string config =
      examination.config_file.empty() ? "" : " -c " + shell_word(examination.config_file);
  return {"plainbounce setup sendmail" + config + " > /etc/mail/plainbounce.m4",
          "make -C /etc/mail", "systemctl restart sendmail"};
}

constexpr const char* kInclude =
    " The lines come into /etc/mail/sendmail.mc before its MAILER() lines, as "
    "include(`/etc/mail/plainbounce.m4')dnl (docs/sendmail.md).";

std::vector<const SendmailEntry*> own_filters(const SendmailExamination& examination) {
  std::vector<const SendmailEntry*> found;
  const SocketAddress& listening = examination.of.settings.milter.socket;
  for (const SendmailEntry& filter : examination.sendmail.filters) {
    const auto place = parse_socket_address(filter.equate("S"));
    if (place && leads_to(*place, listening)) found.push_back(&filter);
  }
  return found;
}

// The port on loopback that has one of our filters, and none of all mail.
const SendmailEntry* second_port(const SendmailExamination& examination) {
  const auto filters = own_filters(examination);
  for (const SendmailEntry& port : examination.sendmail.ports) {
    const std::string names = port.equate("InputMailFilters");
    const bool ours = std::any_of(filters.begin(), filters.end(), [&names](const auto* filter) {
      return names.find(filter->name) != std::string::npos;
    });
    if (ours && !port.equate("Port").empty() && port.equate("Port") != "smtp") return &port;
  }
  return nullptr;
}

bool has_line(std::string_view answer) { return answer.find('\n') != std::string_view::npos; }

}  // namespace

CheckResult check_sendmail_filter(const SendmailExamination& examination) {
  constexpr const char* kCheck = "sendmail-filter";
  const auto filters = own_filters(examination);
  const std::string where = examination.of.settings.milter.socket.milter_spelling();
  if (filters.empty()) {
    return problem(kCheck, "no filter of sendmail.cf leads to " + where,
                   concat({"Sendmail does not ask the daemon.", kInclude}),
                   setup_lines(examination.of));
  }
  for (const SendmailEntry* filter : filters) {
    if (filter->equate("F") != "R") continue;
    return problem(kCheck, "the filter " + filter->name + " has F=R",
                   concat({"While the daemon is down, bounces are refused and never reach their "
                           "senders. F=T keeps them in the queue.",
                           kInclude}),
                   setup_lines(examination.of));
  }
  return all_right(kCheck, "the filter " + filters.front()->name + " leads to " + where);
}

CheckResult check_sendmail_port(const SendmailExamination& examination) {
  constexpr const char* kCheck = "sendmail-port";
  const SendmailEntry* port = second_port(examination);
  if (port == nullptr) {
    return problem(
        kCheck, "no second port of sendmail.cf has plainbounce's filter",
        concat({"Sendmail shows the bounces that it makes to no milter, unless they come "
                "in by such a port.",
                kInclude}),
        setup_lines(examination.of));
  }
  const std::vector<std::string>& known = examination.of.settings.milter.own_services;
  if (std::find(known.begin(), known.end(), port->name) == known.end()) {
    std::string names = port->name;
    for (const std::string& other : known) names += ", " + other;
    return problem(
        kCheck, "the second port is called \"" + port->name + "\", which own_service does not name",
        "The daemon does not know these bounces for the mail server's own.",
        {setting_line(examination.of, "milter", "own_service", names),
         reload_line(examination.daemon)});
  }
  const auto place = parse_socket_address("inet:" + port->equate("Port") + "@127.0.0.1");
  if (!place) return not_examined(kCheck, place.error().message, "It is no port.");
  const Heard heard = examination.of.probe.ask(*place, {"", has_line, "QUIT\r\n"});
  if (heard.stage != Heard::Stage::kDone || heard.answer.compare(0, 3, "220") != 0) {
    return problem(kCheck, "nothing answers at the second port, " + place->postfix_spelling(),
                   "Bounces wait in Sendmail's queue until it does.",
                   {"systemctl restart sendmail"});
  }
  return all_right(kCheck, concat({"the second port \"", port->name, "\" answers at ",
                                   place->postfix_spelling()}));
}

CheckResult check_sendmail_mailers(const SendmailExamination& examination) {
  constexpr const char* kCheck = "sendmail-mailers";
  const SendmailEntry* second = second_port(examination);
  const std::string port = second == nullptr ? "" : second->equate("Port");
  std::string without_way;
  std::string without_flag;
  for (const SendmailEntry& mailer : examination.sendmail.mailers) {
    const bool by_smtp = mailer.equate("P") == "[IPC]" && mailer.equate("A").find("TCP") == 0;
    if (!by_smtp) continue;
    const std::string way = mailer.equate("A");
    const bool goes_there = way.find("$?r") != std::string::npos && !port.empty() &&
                            way.find(port) != std::string::npos;
    if (!goes_there) without_way += (without_way.empty() ? "" : ", ") + mailer.name;
    if (mailer.equate("F").find('k') == std::string::npos) {
      without_flag += (without_flag.empty() ? "" : ", ") + mailer.name;
    }
  }
  if (!without_way.empty()) {
    return problem(kCheck, "these mailers do not take bounces to the second port: " + without_way,
                   concat({"Bounces that leave through them are not explained.", kInclude}),
                   setup_lines(examination.of));
  }
  if (!without_flag.empty()) {
    return problem(kCheck, "these mailers lack the flag k: " + without_flag,
                   concat({"Sendmail takes its own greeting for a loop, and the bounce goes to the "
                           "postmaster instead of the sender.",
                           kInclude}),
                   setup_lines(examination.of));
  }
  return all_right(kCheck, "every mailer that speaks SMTP takes bounces to the second port first");
}

CheckResult check_sendmail_size(const SendmailExamination& examination) {
  constexpr const char* kCheck = "sendmail-size";
  const std::string& real = examination.sendmail.max_message_size;
  const size_t told = examination.of.settings.milter.mta_size_limit;
  const bool is_number =
      !real.empty() && real.size() < 16 && std::all_of(real.begin(), real.end(), is_digit);
  const size_t limit = is_number ? static_cast<size_t>(std::stoull(real)) : 0;
  if (limit == 0 || (told != 0 && told <= limit)) {
    return all_right(kCheck, "no report grows beyond MaxMessageSize");
  }
  return problem(kCheck,
                 concat({"Sendmail takes messages up to ", real, " bytes, mta_size_limit says ",
                         told == 0 ? "none" : std::to_string(told)}),
                 "A report that grows beyond the limit is refused.",
                 {setting_line(examination.of, "milter", "mta_size_limit", real),
                  reload_line(examination.daemon)});
}

}  // namespace plainbounce
