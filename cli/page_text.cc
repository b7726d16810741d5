#include "cli/page_text.h"

#include "cli/explanation_text.h"

namespace plainbounce {
namespace {

std::string_view name_of_party(std::string_view who) {
  if (who == "sender") return "The sender";
  if (who == "sender-admin") return "The sending mail service";
  if (who == "recipient") return "The recipient";
  if (who == "recipient-admin") return "The receiving mail service";
  return who;
}

std::string steps(const std::vector<FixStep>& fix) {
  std::string out;
  std::string who;
  int number = 0;
  for (const FixStep& step : fix) {
    if (step.who != who) {
      who = step.who;
      number = 0;
      out += "  " + std::string(name_of_party(who)) + ":\n";
    }
    out += paragraph(step.text, 7, "    " + std::to_string(++number) + ".");
  }
  return out;
}

std::string source_line(const Source& source) {
  return source.name + (source.url.empty() ? "" : ", " + source.url) +
         (source.checked.empty() ? "" : " (checked " + source.checked + ")");
}

}  // namespace

std::string heading(std::string_view text, const Console& console) {
  return "\n" + console.bold(text) + "\n";
}

std::string paragraph(std::string_view text, size_t indent, std::string_view first) {
  if (text.empty()) return {};
  return wrap_for_terminal(escape_for_terminal(text), indent, first);
}

std::string causes_section(const PageText& page, const Console& console) {
  if (page.causes.empty()) return {};
  std::string out = heading("Common causes", console);
  for (const std::string& cause : page.causes) out += paragraph(cause, 4, "  -");
  return out;
}

std::string fix_section(const PageText& page, const Console& console) {
  if (page.fix.empty()) return {};
  return heading("How to fix it", console) + steps(page.fix);
}

std::string sources_section(const PageText& page, const Console& console) {
  if (page.sources.empty()) return {};
  std::string out = heading("Sources", console);
  for (const Source& source : page.sources) out += paragraph(source_line(source), 4, "  -");
  return out;
}

}  // namespace plainbounce
