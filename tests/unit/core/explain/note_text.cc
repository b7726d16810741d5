#include "tests/unit/core/explain/note_text.h"

namespace plainbounce {
namespace {

void add(std::string& out, const std::string& before, const std::string& text) {
  if (!text.empty()) out += before + text + "\n";
}

}  // namespace

std::string explanation_text(const Explanation& explanation) {
  std::string out;
  add(out, "== ", explanation.title);
  add(out, "", explanation.what);
  for (const std::string& address : explanation.addresses) add(out, "* ", address);
  add(out, "* ", explanation.more_addresses);
  add(out, "", explanation.outlook);
  add(out, "", explanation.actor);
  size_t number = 0;
  for (const std::string& action : explanation.actions)
    add(out, std::to_string(++number) + ". ", action);
  add(out, "", explanation.contact);
  add(out, "-> ", explanation.link);
  return out;
}

std::string note_text(const Note& note) {
  std::string out;
  for (const LanguageNote& language : note.languages) {
    out += "[" + language.language + "]\n";
    for (const Explanation& explanation : language.explanations)
      out += explanation_text(explanation);
    add(out, "", language.contact);
    add(out, "", language.other_recipients);
  }
  out += "---- " + note.support_title + "\n";
  for (size_t i = 0; i < note.support.size(); ++i) {
    if (i > 0) out += "\n";
    for (const SupportLine& line : note.support[i]) out += line.label + ": " + line.value + "\n";
  }
  add(out, "---- ", note.closing);
  return out;
}

}  // namespace plainbounce
