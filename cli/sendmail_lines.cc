#include "cli/sendmail_lines.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr size_t kMaxSentence = 200;
constexpr std::string_view kPostfixService = "postfix-dsn";
constexpr std::string_view kSecondPort = "sendmail-dsn";

std::string definition(std::string_view name, std::string_view value) {
  return concat({"define(`", name, "', `", value, "')dnl\n"});
}

Result<std::string> fill_hook(std::string_view hook, const LanguageTexts& texts) {
  const size_t open = hook.find('{');
  const size_t close = hook.find('}', open);
  if (open == std::string_view::npos || close == std::string_view::npos) return std::string(hook);
  const std::string_view cause = hook.substr(open + 1, close - open - 1);
  const auto found = texts.causes.find(cause);
  if (found == texts.causes.end()) {
    return fail(concat({"there is no text about ", cause, " in ", texts.id}));
  }
  auto sentence = escape_for_sendmail(found->second.line);
  if (!sentence) {
    return fail(
        concat({"the line about ", cause, " in ", texts.id, " ", sentence.error().message}));
  }
  return concat({hook.substr(0, open), *sentence, hook.substr(close + 1)});
}

}  // namespace

SecondPort sendmail_second_port(const Settings& settings) {
  const std::vector<std::string>& names = settings.milter.own_services;
  const auto found = std::find_if(names.begin(), names.end(),
                                  [](const std::string& name) { return name != kPostfixService; });
  if (found == names.end()) return {std::string(kSecondPort), false};
  return {*found, true};
}

std::string sendmail_definitions(const Settings& settings) {
  return definition("PLAINBOUNCE_SOCKET", settings.milter.socket.milter_spelling()) +
         definition("PLAINBOUNCE_NAME", sendmail_second_port(settings).name);
}

Result<std::string> escape_for_sendmail(std::string_view sentence) {
  if (sentence.empty()) return fail("is empty");
  if (sentence.size() > kMaxSentence) {
    return fail("has more than " + std::to_string(kMaxSentence) + " characters");
  }
  std::string out;
  for (const char c : sentence) {
    if (!is_printable(c)) return fail("is not printable ASCII");
    if (c == '`' || c == '"' || c == '\\' || c == '$') {
      return fail(std::string("holds ") + c + ", which m4 and Sendmail read as their own");
    }
    // The end of m4's quotes, an apostrophe outside them, and new ones.
    out += c == '\'' ? "''`" : std::string(1, c);
  }
  return out;
}

FilledHooks fill_sendmail_hooks(std::string_view hooks, const LanguageTexts& texts) {
  FilledHooks filled;
  while (!hooks.empty()) {
    const size_t size = std::min(hooks.find('\n'), hooks.size() - 1) + 1;
    auto line = fill_hook(hooks.substr(0, size), texts);
    if (line) {
      filled.text += *line;
    } else {
      filled.left_out.push_back(line.error());
    }
    hooks.remove_prefix(size);
  }
  return filled;
}

}  // namespace plainbounce
