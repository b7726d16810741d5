#include "cli/explanation_text.h"

namespace plainbounce {
namespace {

std::string paragraph(const std::string& text) {
  return wrap_for_terminal(escape_for_terminal(text));
}

std::string coloured_title(const Explanation& explanation, const Console& console) {
  const std::string title = console.bold(escape_for_terminal(explanation.title));
  switch (explanation.outlook_kind) {
    case Outlook::kFinal:
      return console.red(title);
    case Outlook::kUnknown:
    case Outlook::kRetrying:
      return console.yellow(title);
    case Outlook::kDone:
      break;
  }
  return console.green(title);
}

std::string reply_line(const SmtpReply& reply) {
  std::string line;
  if (reply.code) line += reply.code->to_string() + " ";
  if (reply.enhanced) line += reply.enhanced->to_string() + " ";
  return line + reply.text;
}

}  // namespace

std::string fact_line(std::string_view label, std::string_view value) {
  constexpr size_t kLabelWidth = 14;
  if (value.empty()) return {};
  return wrap_for_terminal(escape_for_terminal(value), kLabelWidth, "  " + std::string(label));
}

std::string explanation_text(const Explanation& explanation, const Console& console) {
  std::string out = coloured_title(explanation, console) + "\n\n";
  out += paragraph(explanation.what);
  for (const std::string& address : explanation.addresses) {
    out += wrap_for_terminal(escape_for_terminal(address), 2);
  }
  out += wrap_for_terminal(escape_for_terminal(explanation.more_addresses), 2);
  out += paragraph(explanation.outlook);
  if (!explanation.actor.empty()) out += "\n" + paragraph(explanation.actor);
  const bool numbered = explanation.actions.size() > 1;
  for (size_t i = 0; i < explanation.actions.size(); ++i) {
    const std::string number = numbered ? std::to_string(i + 1) + ". " : "";
    out += wrap_for_terminal(escape_for_terminal(explanation.actions[i]), number.size(), number);
  }
  if (!explanation.contact.empty()) out += "\n" + paragraph(explanation.contact);
  return out + "\n";
}

std::string diagnosis_text(const Diagnosis& diagnosis, bool with_evidence) {
  std::string code = diagnosis.code;
  if (!diagnosis.code_title.empty()) code += ", " + diagnosis.code_title;
  std::string out = fact_line("code", code);
  out += fact_line("cause", diagnosis.cause + " (" + std::string(to_string(diagnosis.kind)) + ", " +
                                std::string(to_string(diagnosis.outlook)) + ", " +
                                std::string(to_string(diagnosis.confidence)) + ")");
  const bool is_clear = diagnosis.confidence != Confidence::kUnsure;
  out += fact_line("who acts", is_clear ? to_string(diagnosis.actor) : "not clear");
  out += fact_line("provider",
                   diagnosis.provider_name.empty() ? diagnosis.provider : diagnosis.provider_name);
  out += fact_line("rule", diagnosis.rule);
  out += fact_line("server", diagnosis.reply.host);
  out += fact_line("reply", reply_line(diagnosis.reply));
  if (!with_evidence) return out;
  for (const Evidence& evidence : diagnosis.evidence) {
    out += fact_line("why", evidence.kind + " \"" + evidence.text + "\": " + evidence.says);
  }
  return out;
}

}  // namespace plainbounce
