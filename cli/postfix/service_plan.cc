#include "cli/postfix/service_plan.h"

#include <algorithm>
#include <array>

#include "cli/postfix/configuration_lines.h"
#include "cli/postfix/dsn_milters.h"
#include "cli/postfix/list_words.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kCleanupName = "cleanup_service_name";
constexpr const char* kClasses = "internal_mail_filter_classes";
constexpr const char* kMilters = "non_smtpd_milters";
constexpr const char* kDaemonName = "milter_macro_daemon_name";
constexpr const char* kOwnService = "postfix-dsn";
constexpr std::array<const char*, 3> kMakers = {"bounce", "defer", "trace"};
// A check that rejects a bounce would stop it for good.
constexpr std::array<const char*, 5> kChecks = {"header_checks", "mime_header_checks",
                                                "nested_header_checks", "body_checks",
                                                "milter_header_checks"};

bool has_blank(const std::string& text) { return text.find(' ') != std::string::npos; }

std::string option_line(const ServiceOption& option) {
  const bool braces = has_blank(option.value);
  return concat({"    -o ", braces ? "{ " : "", option.name, braces ? " = " : "=", option.value,
                 braces ? " }" : ""});
}

// The present service's options but for those that the new one sets; then these.
std::vector<ServiceOption> options_of_service(const MasterService& cleanup,
                                              const std::string& daemon_name) {
  std::vector<ServiceOption> own = {{kMilters, concat({"$", kDsnMilters})}};
  for (const char* check : kChecks) own.push_back({check, ""});
  own.push_back({kDaemonName, daemon_name});
  std::vector<ServiceOption> options;
  for (const ServiceOption& option : cleanup.options) {
    const bool is_own = std::any_of(own.begin(), own.end(), [&option](const ServiceOption& one) {
      return one.name == option.name;
    });
    if (!is_own) options.push_back(option);
  }
  options.insert(options.end(), own.begin(), own.end());
  return options;
}

PlannedService make_service(const MasterService& cleanup, const std::string& daemon_name) {
  PlannedService planned;
  planned.name = kDsnService;
  planned.why =
      "for Postfix's own bounces alone: plainbounce knows them by the name, and no check of "
      "headers or bodies stops them.";
  std::string line =
      concat({kDsnService, " unix  ", cleanup.is_private, "       ", cleanup.unprivileged,
              "       ", cleanup.chroot, "       ", cleanup.wake_up, "       ",
              cleanup.process_limit, "       ", cleanup.command});
  for (const std::string& argument : cleanup.arguments) line += " " + argument;
  planned.lines.push_back(std::move(line));
  for (const ServiceOption& option : options_of_service(cleanup, daemon_name)) {
    planned.lines.push_back(option_line(option));
  }
  for (const std::string& one : planned.lines) planned.text += one + " ";
  planned.text = single_spaced(planned.text);
  return planned;
}

// What is there under our name has to be what we would make, in what matters.
void examine_service(const MasterService& service, const Settings& settings, SetupPlan& plan) {
  const std::string name = service.option(kDaemonName).value_or("");
  const std::vector<std::string>& known = settings.milter.own_services;
  if (!is_dsn_service(service)) {
    plan.refusals.push_back(concat({"there is a service ", kDsnService,
                                    " in master.cf that is not plainbounce's; give it another "
                                    "name, in the services that use it too"}));
  } else if (std::find(known.begin(), known.end(), name) == known.end()) {
    plan.refusals.push_back(concat({"the service ", kDsnService, " has ", kDaemonName, "=", name,
                                    ", which own_service under [milter] does not know"}));
  }
}

void plan_maker(const MasterService& maker, SetupPlan& plan) {
  PlannedOptions planned{maker.name, {}};
  if (maker.option(kCleanupName) != kDsnService)
    planned.options.push_back({kCleanupName, kDsnService});
  if (!maker.option(kClasses)) planned.options.push_back({kClasses, "bounce"});
  if (!planned.options.empty()) plan.options.push_back(std::move(planned));
}

bool find_word(std::string_view list, std::string_view word) {
  const auto words = split_postfix_list(list);
  return words && std::find(words->begin(), words->end(), word) != words->end();
}

void examine_maker(const MasterService& maker, SetupPlan& plan) {
  const std::string cleanup = maker.option(kCleanupName).value_or(kDsnService);
  if (cleanup != kDsnService) {
    plan.refusals.push_back(concat({"the service ", maker.name, " in master.cf has ", kCleanupName,
                                    "=", cleanup, " already: its bounces go another way"}));
  }
  const std::string classes = maker.option(kClasses).value_or("bounce");
  if (find_word(classes, "bounce")) return;
  plan.refusals.push_back(concat({"the service ", maker.name, " in master.cf has ", kClasses, "=",
                                  classes, ", which leaves bounces out"}));
}

}  // namespace

std::string own_service_name(const Settings& settings) {
  const std::vector<std::string>& names = settings.milter.own_services;
  if (names.empty() || std::find(names.begin(), names.end(), kOwnService) != names.end()) {
    return kOwnService;
  }
  return names.front();
}

bool is_dsn_service(const MasterService& service) {
  return service.command == "cleanup" &&
         service.option(kMilters).value_or("").find(kDsnMilters) != std::string::npos &&
         !service.option(kDaemonName).value_or("").empty();
}

BounceServices find_bounce_services(const PostfixConfiguration& postfix, SetupPlan& plan) {
  BounceServices found;
  for (const char* name : kMakers) {
    const MasterService* maker = postfix.service(name);
    if (maker == nullptr) {
      plan.notes.push_back(concat({"master.cf has no service ", name}));
      continue;
    }
    found.makers.push_back(maker);
    examine_maker(*maker, plan);
  }
  found.bounce = postfix.service("bounce");
  if (found.bounce == nullptr) {
    plan.refusals.emplace_back("master.cf has no service bounce (type unix): who makes bounces?");
  }
  const std::string cleanup = postfix.value(kCleanupName);
  found.cleanup = postfix.service(cleanup);
  if (found.cleanup == nullptr) {
    plan.refusals.push_back(
        concat({"master.cf has no service ", cleanup, " (type unix), which takes bounces today"}));
  } else if (found.cleanup->command != "cleanup") {
    plan.refusals.push_back(concat({"the service ", cleanup, ", which takes bounces today, runs ",
                                    found.cleanup->command, " and not Postfix's cleanup"}));
  }
  return found;
}

void plan_services(const SetupBasis& basis, const BounceServices& found, SetupPlan& plan) {
  const MasterService* present = basis.postfix.service(kDsnService);
  if (present != nullptr) {
    examine_service(*present, basis.settings, plan);
  } else {
    plan.service = make_service(*found.cleanup, own_service_name(basis.settings));
  }
  for (const MasterService* maker : found.makers) plan_maker(*maker, plan);
  if (filters_bounces(basis.postfix, *found.bounce) && present == nullptr) {
    for (const char* check : kChecks) {
      const std::string value = basis.postfix.value(check);
      // nested_header_checks and mime_header_checks inherit from header_checks.
      if (value.empty() || !basis.postfix.is_set(check)) continue;
      plan.notes.push_back(
          concat({check, " = ", value, " is applied to bounces today; it will not be any more"}));
    }
  }
}

}  // namespace plainbounce
