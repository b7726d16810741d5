#include "cli/codes_command.h"

#include <ostream>

#include "cli/workplace.h"
#include "core/knowledge/rule_lookup.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

std::string column(std::string_view text, size_t width) {
  std::string out = escape_for_terminal(text.empty() ? "-" : text);
  if (out.size() < width) out.resize(width, ' ');
  return out + " ";
}

void print_json(const KnowledgeBase& knowledge, const Console& console) {
  const CodePages pages(knowledge);
  for (const CodeEntry& entry : knowledge.codes()) {
    JsonWriter json;
    write_code(json, pages.page_of(entry), find_rules(knowledge, entry.code));
    console.out << json.text() << "\n";
  }
  for (const Rule& rule : knowledge.rules()) {
    JsonWriter json;
    write_rule(json, rule, knowledge);
    console.out << json.text() << "\n";
  }
}

void print_text(const KnowledgeBase& knowledge, const Console& console) {
  constexpr size_t kNameWidth = 34;
  constexpr size_t kCauseWidth = 22;
  for (const CodeEntry& entry : knowledge.codes()) {
    console.out << column(entry.code, kNameWidth) << column(entry.cause, kCauseWidth)
                << escape_for_terminal(entry.title) << "\n";
  }
  for (const Rule& rule : knowledge.rules()) {
    console.out << column(rule.id, kNameWidth) << column(rule.cause, kCauseWidth)
                << escape_for_terminal(rule.title) << "\n";
  }
}

}  // namespace

ExitStatus run_codes(const CodesRequest& request, const Console& console) {
  const auto workplace = set_up_to_look(request.config, console);
  if (!workplace) {
    report(workplace.error(), console);
    return ExitStatus::kUsage;
  }
  if (request.json) {
    print_json(*workplace->knowledge, console);
  } else {
    print_text(*workplace->knowledge, console);
  }
  return ExitStatus::kDone;
}

}  // namespace plainbounce
