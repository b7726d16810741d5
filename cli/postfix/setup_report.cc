#include "cli/postfix/setup_report.h"

#include "cli/postfix/configuration_lines.h"
#include "cli/postfix/setup_edit.h"
#include "cli/postfix/shell_word.h"
#include "core/base/concat.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

std::string heading(const std::string& file, std::string_view what) {
  return concat({"\n", file, ", ", what, ":\n\n"});
}

std::string indented(std::string_view text) {
  std::string out;
  for (const std::string& line : split_lines(text)) {
    out += line.empty() ? "\n" : concat({"    ", line, "\n"});
  }
  return out;
}

std::string lines_put_out(const SetupPlan& plan, const PostfixInstance& instance) {
  std::string text;
  const ConfigurationLines lines = split_lines(instance.main_text);
  for (const PlannedParameter& parameter : plan.parameters) {
    for (const ParameterDefinition& one : definitions_of(lines, parameter.name)) {
      text += concat({one.name, " =", one.value.empty() ? "" : " ", one.value, "\n"});
    }
  }
  return text;
}

std::string service_lines(const PlannedOptions& planned) {
  SetupPlan one;
  one.options.push_back(planned);
  const std::string line = planned.service + " unix - - - - - bounce";
  const std::string text = add_services(line, one);
  return text.substr(line.size() + 1);
}

std::string master_text(const SetupPlan& plan, const std::string& file) {
  std::string text;
  for (const PlannedOptions& planned : plan.options) {
    text += heading(file, "below the service " + planned.service);
    text += indented(service_lines(planned));
  }
  SetupPlan service;
  service.service = plan.service;
  if (plan.service) text += heading(file, "at its end") + indented(add_services("", service));
  return text;
}

void write_list(JsonWriter& json, std::string_view key, const std::vector<std::string>& values) {
  json.key(key).begin_array();
  for (const std::string& value : values) json.value(value);
  json.end_array();
}

void write_option_list(JsonWriter& json, const SetupPlan& plan) {
  json.key("options").begin_array();
  for (const PlannedOptions& planned : plan.options) {
    for (const ServiceOption& option : planned.options) {
      json.begin_object();
      json.key("service").value(planned.service);
      json.key("name").value(option.name);
      json.key("value").value(option.value);
      json.end_object();
    }
  }
  json.end_array();
}

void write_parameters(JsonWriter& json, const SetupPlan& plan) {
  json.key("parameters").begin_array();
  for (const PlannedParameter& parameter : plan.parameters) {
    json.begin_object();
    json.key("name").value(parameter.name);
    json.key("value").value(parameter.value);
    json.key("why").value(parameter.why);
    write_list(json, "lines", parameter.lines);
    json.end_object();
  }
  json.end_array();
}

void write_service(JsonWriter& json, const SetupPlan& plan) {
  json.key("service");
  if (!plan.service) {
    json.null();
    return;
  }
  json.begin_object();
  json.key("name").value(plan.service->name);
  json.key("why").value(plan.service->why);
  write_list(json, "lines", plan.service->lines);
  json.end_object();
}

std::string directory_command(const PlannedDirectory& directory) {
  return concat({"install -d -o ", shell_word(directory.owner), " -g ", shell_word(directory.group),
                 " -m 2750 ", shell_word(directory.path)});
}

}  // namespace

std::string daemon_restart(const SetupScene& scene) {
  if (scene.config.empty()) return "systemctl restart plainbounce";
  return "# stop and start the plainbounced that runs with -c " + shell_word(scene.config);
}

std::vector<std::string> commands_after(const SetupPlan& plan, const SetupScene& scene) {
  std::vector<std::string> commands;
  if (plan.directory) commands.push_back(directory_command(*plan.directory));
  if (plan.ini) {
    commands.push_back(daemon_restart(scene));
  }
  if (plan.changes_postfix()) {
    commands.push_back(scene.instance.command_line("check"));
    commands.push_back(scene.instance.command_line("reload"));
  }
  return commands;
}

std::string plan_text(const SetupPlan& plan, const SetupScene& scene) {
  std::string text = concat({"Postfix ", to_string(scene.instance.configuration.version),
                             ", configured in ", scene.instance.configuration.directory, "\n"});
  if (plan.ini) {
    text += heading(scene.ini_file, scene.ini_exists ? "which becomes" : "a new file");
    text += indented(*plan.ini);
  }
  if (!plan.parameters.empty()) {
    const std::string former = lines_put_out(plan, scene.instance);
    if (!former.empty()) {
      text += heading(scene.instance.main_file(), "lines that become comments") + indented(former);
    }
    text += heading(scene.instance.main_file(), "at its end") + indented(add_parameters("", plan));
  }
  text += master_text(plan, scene.instance.master_file());
  text += "\nThen:\n\n";
  for (const std::string& command : commands_after(plan, scene)) text += "    " + command + "\n";
  text +=
      concat({"\nNothing has been changed. All of it is done, with copies of both files kept in\n",
              scene.instance.kept_directory(), ", by\n\n    ", scene.command,
              " --apply\n\nand these lines, no others, are taken out again by\n\n    ",
              scene.command, " --undo\n"});
  return text;
}

std::string plan_json(const SetupPlan& plan, const SetupScene& scene) {
  JsonWriter json;
  json.begin_object();
  json.key("server").value("postfix");
  json.key("version").value(to_string(scene.instance.configuration.version));
  json.key("directory").value(scene.instance.configuration.directory);
  json.key("done").value(plan.is_done());
  write_list(json, "refusals", plan.refusals);
  write_list(json, "notes", plan.notes);
  json.key("ini").begin_object();
  json.key("file").value(scene.ini_file);
  json.key("text").value_or_null(plan.ini.value_or(""));
  json.end_object();
  json.key("main_cf").begin_object();
  write_parameters(json, plan);
  json.end_object();
  json.key("master_cf").begin_object();
  write_service(json, plan);
  write_option_list(json, plan);
  json.end_object();
  write_list(json, "commands", commands_after(plan, scene));
  json.end_object();
  return json.text();
}

}  // namespace plainbounce
