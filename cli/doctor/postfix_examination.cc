#include "cli/doctor/postfix_examination.h"

#include <algorithm>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

bool is_name_character(char c) { return is_alpha(c) || is_digit(c) || c == '_'; }

// The parameter whose whole value another's is ("$dsn_milters", "${dsn_milters}"); empty: it is
// none of that kind.
std::string name_alone(std::string_view value) {
  if (value.size() < 2 || value.front() != '$') return {};
  value.remove_prefix(1);
  const bool braced = value.front() == '{' && value.back() == '}';
  const bool bracketed = value.front() == '(' && value.back() == ')';
  if (braced || bracketed) value = value.substr(1, value.size() - 2);
  const bool is_name = !value.empty() && std::all_of(value.begin(), value.end(), is_name_character);
  return is_name ? std::string(value) : std::string();
}

void add_once(std::vector<MilterUse>& uses, MilterUse use) {
  const bool there = std::any_of(uses.begin(), uses.end(), [&use](const MilterUse& other) {
    return other.service == use.service;
  });
  if (!there) uses.push_back(std::move(use));
}

}  // namespace

WorkingPlace PostfixExamination::working_place(const MasterService& service) const {
  return {postfix.value("queue_directory"), postfix.is_chrooted(service)};
}

std::string PostfixExamination::value_for(const MasterService& service,
                                          std::string_view parameter) const {
  const std::string value = postfix.value_for(service, parameter);
  const std::string name = name_alone(value);
  return name.empty() ? value : postfix.value(name);
}

MilterUse milters_of(const PostfixExamination& examination, const MasterService& service,
                     std::string_view parameter) {
  MilterUse use;
  use.service = &service;
  const auto own_option = service.option(parameter);
  use.parameter = own_option ? name_alone(*own_option) : std::string(parameter);
  auto entries = parse_milter_list(examination.value_for(service, parameter));
  if (!entries) {
    use.error = entries.error().message;
    return use;
  }
  use.entries = std::move(*entries);
  const SocketAddress& socket = examination.settings().milter.socket;
  const WorkingPlace place = examination.working_place(service);
  for (size_t i = 0; i < use.entries.size() && !use.own; ++i) {
    if (is_own_entry(use.entries[i], socket, place)) use.own = i;
  }
  return use;
}

const MasterService* cleanup_of(const PostfixExamination& examination,
                                const MasterService& service) {
  return examination.postfix.service(examination.value_for(service, "cleanup_service_name"));
}

std::vector<const MasterService*> bounce_services(const PostfixConfiguration& postfix) {
  std::vector<const MasterService*> services;
  for (const char* name : {"bounce", "defer", "trace"}) {
    const MasterService* service = postfix.service(name);
    if (service != nullptr) services.push_back(service);
  }
  return services;
}

std::vector<MilterUse> own_uses(const PostfixExamination& examination) {
  std::vector<MilterUse> uses;
  for (const MasterService* service : bounce_services(examination.postfix)) {
    const MasterService* cleanup = cleanup_of(examination, *service);
    if (cleanup == nullptr) continue;
    MilterUse use = milters_of(examination, *cleanup, "non_smtpd_milters");
    if (use.own) add_once(uses, std::move(use));
  }
  for (const MasterService& service : examination.postfix.services) {
    if (service.command != "smtpd") continue;
    MilterUse use = milters_of(examination, service, "smtpd_milters");
    if (use.own) add_once(uses, std::move(use));
  }
  return uses;
}

}  // namespace plainbounce
