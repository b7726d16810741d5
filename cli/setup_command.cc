#include "cli/setup_command.h"

#include <ostream>

#include "cli/sendmail_lines.h"
#include "cli/setup_postfix.h"
#include "cli/workplace.h"

namespace plainbounce {
namespace {

ExitStatus print_sendmail(const Settings& settings, const LanguageTexts& texts,
                          const Console& console) {
  const FilledHooks hooks = fill_sendmail_hooks(sendmail_reply_hooks(), texts);
  console.out << sendmail_definitions(settings) << sendmail_ways() << "dnl\n" << hooks.text;
  const SecondPort port = sendmail_second_port(settings);
  if (!port.configured) {
    console.complain(
        "own_service = " + port.name +
        " has to stand under [milter] in plainbounce.ini, the name of the second port");
  }
  for (const Error& error : hooks.left_out) {
    console.complain("left out: " + escape_for_terminal(to_string(error)));
  }
  return hooks.left_out.empty() ? ExitStatus::kDone : ExitStatus::kNo;
}

bool has_postfix_options(const SetupRequest& request) {
  return request.apply || request.undo || !request.replies || !request.reload || request.json ||
         !request.postfix_directory.empty();
}

ExitStatus run_setup_sendmail(const SetupRequest& request, const Console& console) {
  if (has_postfix_options(request)) {
    console.complain("for sendmail there is text alone: --lang and -c are its options");
    return ExitStatus::kUsage;
  }
  auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  const std::string language =
      request.language.empty() ? workplace->settings.replies.language : request.language;
  const auto chosen = choose_language(*workplace, language);
  if (!chosen) {
    console.complain(chosen.error().message);
    return ExitStatus::kUsage;
  }
  return print_sendmail(workplace->settings, *workplace->knowledge->texts(language), console);
}

}  // namespace

ExitStatus run_setup(const SetupRequest& request, const Console& console) {
  if (request.server == "sendmail") return run_setup_sendmail(request, console);
  if (request.server != "postfix") {
    console.complain("there is no setup for \"" + request.server +
                     "\"; there is one for postfix and one for sendmail");
    return ExitStatus::kUsage;
  }
  if (!request.language.empty()) {
    console.complain("--lang is for sendmail; for Postfix, \"language\" under [replies] says it");
    return ExitStatus::kUsage;
  }
  return run_setup_postfix(request, console);
}

}  // namespace plainbounce
