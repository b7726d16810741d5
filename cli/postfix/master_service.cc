#include "cli/postfix/master_service.h"

#include "cli/postfix/list_words.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr size_t kColumns = 8;

Result<ServiceOption> parse_option(std::string_view word) {
  const std::string_view setting = without_braces(word);
  const size_t equals = setting.find('=');
  if (equals == std::string_view::npos) {
    return fail("\"-o " + std::string(word) + "\" has no value");
  }
  return ServiceOption{std::string(trim(setting.substr(0, equals))),
                       std::string(trim(setting.substr(equals + 1)))};
}

}  // namespace

std::optional<std::string> MasterService::option(std::string_view wanted) const {
  std::optional<std::string> value;
  for (const ServiceOption& option : options) {
    if (option.name == wanted) value = option.value;
  }
  return value;
}

Result<MasterService> parse_master_service(std::string_view line) {
  const auto words = split_postfix_list(line, " \t\r\n");
  if (!words) return tl::unexpected<Error>(words.error());
  if (words->size() < kColumns) {
    return fail("\"" + std::string(trim(line)) + "\" has fewer than eight columns");
  }
  const auto word = [&words](size_t i) { return std::string((*words)[i]); };
  MasterService service{word(0), word(1), word(2), word(3), word(4),
                        word(5), word(6), word(7), {},      {}};
  for (size_t i = kColumns; i < words->size(); ++i) {
    std::string_view text = (*words)[i];
    if (text.substr(0, 2) != "-o") {
      service.arguments.emplace_back(text);
      continue;
    }
    text.remove_prefix(2);
    if (text.empty() && i + 1 < words->size()) text = (*words)[++i];
    auto option = parse_option(text);
    if (!option) return tl::unexpected<Error>(option.error());
    service.options.push_back(std::move(*option));
  }
  return service;
}

std::string canonical_text(const MasterService& service) {
  std::string text = concat({service.name, " ", service.type, " ", service.is_private, " ",
                             service.unprivileged, " ", service.chroot, " ", service.wake_up, " ",
                             service.process_limit, " ", service.command});
  for (const ServiceOption& option : service.options) {
    text += concat({" -o {", option.name, " = ", option.value, "}"});
  }
  for (const std::string& argument : service.arguments) text += " " + argument;
  return text;
}

}  // namespace plainbounce
