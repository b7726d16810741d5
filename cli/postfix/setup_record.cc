#include "cli/postfix/setup_record.h"

#include <algorithm>

#include "cli/postfix/configuration_lines.h"
#include "cli/postfix/dsn_milters.h"
#include "cli/postfix/service_plan.h"
#include "cli/postfix/setup_edit.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr std::string_view kRecordHead =
    "# What \"plainbounce setup postfix\" has written into main.cf and master.cf; --undo reads "
    "it.\n";

void put(SetupRecord& record, SetupRecord::Parameter parameter) {
  std::vector<SetupRecord::Parameter>& all = record.parameters;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const auto& one) { return one.name == parameter.name; }),
            all.end());
  all.push_back(std::move(parameter));
}

void put(SetupRecord& record, SetupRecord::Service service) {
  std::vector<SetupRecord::Service>& all = record.services;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const auto& one) { return one.name == service.name; }),
            all.end());
  all.push_back(std::move(service));
}

void put(SetupRecord& record, SetupRecord::Option option) {
  std::vector<SetupRecord::Option>& all = record.options;
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const auto& one) {
                             return one.service == option.service &&
                                    one.option.name == option.option.name;
                           }),
            all.end());
  all.push_back(std::move(option));
}

// "name", "service/unix" or "service/unix/name".
void read_entry(std::string_view key, std::string_view value, SetupRecord& record) {
  const size_t first = key.find('/');
  if (first == std::string_view::npos) {
    put(record, SetupRecord::Parameter{std::string(key), std::string(value)});
    return;
  }
  const std::string service(key.substr(0, first));
  const std::string_view rest = key.substr(first + 1);
  if (rest == "unix") {
    put(record, SetupRecord::Service{service, std::string(value)});
  } else if (rest.substr(0, 5) == "unix/") {
    put(record, SetupRecord::Option{service, {std::string(rest.substr(5)), std::string(value)}});
  }
}

bool points_at_us(const ParameterDefinition& definition) {
  return (definition.name == kDsnMilters &&
          definition.value.find("plainbounce.sock") != std::string::npos) ||
         (definition.name == "smtpd_reject_footer_maps" &&
          definition.value.find("plainbounce/replies.sock") != std::string::npos);
}

bool stands_below_mark(const ConfigurationLines& lines, size_t line) {
  return line > 0 && is_setup_mark(lines[line - 1]) &&
         lines[line - 1].compare(0, kFormerMark.size(), kFormerMark) != 0;
}

// The options that lead a service's bounces to `cleanup`.
void recognise_options(const MasterService& service, const std::string& cleanup,
                       SetupRecord& record) {
  if (service.command != "bounce" || service.option("cleanup_service_name") != cleanup) return;
  put(record, SetupRecord::Option{service.name, {"cleanup_service_name", cleanup}});
  if (service.option("internal_mail_filter_classes") != "bounce") return;
  put(record, SetupRecord::Option{service.name, {"internal_mail_filter_classes", "bounce"}});
}

}  // namespace

void add_to_record(SetupRecord& record, const SetupPlan& plan) {
  for (const PlannedParameter& parameter : plan.parameters) {
    put(record, SetupRecord::Parameter{parameter.name, parameter.value});
  }
  if (plan.service) put(record, SetupRecord::Service{plan.service->name, plan.service->text});
  for (const PlannedOptions& planned : plan.options) {
    for (const ServiceOption& option : planned.options) {
      put(record, SetupRecord::Option{planned.service, option});
    }
  }
}

std::string record_text(const SetupRecord& record) {
  std::string text(kRecordHead);
  for (const auto& parameter : record.parameters) {
    text += concat({parameter.name, " = ", parameter.value, "\n"});
  }
  for (const auto& service : record.services) {
    text += concat({service.name, "/unix = ", service.text, "\n"});
  }
  for (const auto& option : record.options) {
    text +=
        concat({option.service, "/unix/", option.option.name, " = ", option.option.value, "\n"});
  }
  return text;
}

SetupRecord parse_record(std::string_view text) {
  SetupRecord record;
  for (const ParameterDefinition& entry : parameter_definitions(split_lines(text))) {
    read_entry(entry.name, entry.value, record);
  }
  return record;
}

SetupRecord recognise_setup(std::string_view main_text, std::string_view master_text) {
  SetupRecord record;
  const ConfigurationLines main = split_lines(main_text);
  for (const ParameterDefinition& definition : parameter_definitions(main)) {
    if (stands_below_mark(main, definition.first) || points_at_us(definition)) {
      put(record, SetupRecord::Parameter{definition.name, definition.value});
    }
  }
  std::vector<MasterService> services;
  for (const LogicalLine& line : logical_lines(split_lines(master_text))) {
    auto service = parse_master_service(line.text);
    if (!service || service->type != "unix") continue;
    if (service->name == kDsnService && is_dsn_service(*service)) {
      put(record, SetupRecord::Service{service->name, line.text});
    }
    services.push_back(std::move(*service));
  }
  if (record.services.empty()) return record;
  for (const MasterService& service : services) recognise_options(service, kDsnService, record);
  return record;
}

}  // namespace plainbounce
