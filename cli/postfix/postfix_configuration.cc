#include "cli/postfix/postfix_configuration.h"

#include <algorithm>

#include "cli/postfix/run_program.h"
#include "core/base/ascii.h"

namespace plainbounce {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (!trim(line).empty()) lines.push_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

// What postconf prints with this option. Its warnings go to `warnings`, each once.
Result<std::string> ask_postconf(const std::string& directory, const char* option,
                                 std::vector<std::string>& warnings) {
  std::vector<std::string> arguments;
  if (!directory.empty()) arguments = {"-c", directory};
  arguments.emplace_back(option);
  auto answer = run_program("postconf", arguments);
  if (!answer) return tl::unexpected<Error>(answer.error());
  if (answer->status != 0) {
    std::string words(trim(answer->err));
    if (words.empty()) words = "postconf ends with status " + std::to_string(answer->status);
    return fail(std::move(words));
  }
  for (const std::string_view line : lines_of(answer->err)) {
    if (std::find(warnings.begin(), warnings.end(), line) == warnings.end()) {
      warnings.emplace_back(line);
    }
  }
  return std::move(answer->out);
}

Result<std::vector<MasterService>> parse_services(std::string_view text) {
  std::vector<MasterService> services;
  for (const std::string_view line : lines_of(text)) {
    auto service = parse_master_service(line);
    if (!service) return tl::unexpected<Error>(service.error());
    services.push_back(std::move(*service));
  }
  return services;
}

}  // namespace

PostfixParameters parse_postfix_parameters(std::string_view text) {
  PostfixParameters parameters;
  for (const std::string_view line : lines_of(text)) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    parameters[std::string(trim(line.substr(0, equals)))] = trim(line.substr(equals + 1));
  }
  return parameters;
}

std::string PostfixConfiguration::value(std::string_view parameter) const {
  const auto found = effective.find(parameter);
  return found == effective.end() ? std::string() : found->second;
}

bool PostfixConfiguration::is_set(std::string_view parameter) const {
  return set.find(parameter) != set.end();
}

std::string PostfixConfiguration::value_for(const MasterService& service,
                                            std::string_view parameter) const {
  return service.option(parameter).value_or(value(parameter));
}

const MasterService* PostfixConfiguration::service(std::string_view name,
                                                   std::string_view type) const {
  const auto found =
      std::find_if(services.rbegin(), services.rend(), [name, type](const MasterService& service) {
        return service.name == name && service.type == type;
      });
  return found == services.rend() ? nullptr : &*found;
}

bool PostfixConfiguration::is_chrooted(const MasterService& service) const {
  if (service.chroot != "-") return service.chroot == "y";
  const std::string level = value("compatibility_level");
  return level.empty() || level.front() == '0';
}

Result<PostfixConfiguration> read_postfix_configuration(const std::string& directory) {
  PostfixConfiguration configuration;
  std::vector<std::string>& warnings = configuration.warnings;
  const auto every = ask_postconf(directory, "-x", warnings);
  if (!every) return tl::unexpected<Error>(every.error());
  const auto set = ask_postconf(directory, "-n", warnings);
  if (!set) return tl::unexpected<Error>(set.error());
  const auto master = ask_postconf(directory, "-M", warnings);
  if (!master) return tl::unexpected<Error>(master.error());
  configuration.effective = parse_postfix_parameters(*every);
  configuration.set = parse_postfix_parameters(*set);
  auto version = parse_postfix_version(configuration.value("mail_version"));
  if (!version) return tl::unexpected<Error>(version.error());
  auto services = parse_services(*master);
  if (!services) return tl::unexpected<Error>(services.error());
  configuration.version = *version;
  configuration.services = std::move(*services);
  configuration.directory = directory.empty() ? configuration.value("config_directory") : directory;
  return configuration;
}

}  // namespace plainbounce
