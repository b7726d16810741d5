#include "cli/codes_command.h"

#include <ostream>

#include "cli/workplace.h"
#include "core/render/json.h"

namespace plainbounce {
namespace {

std::string column(std::string_view text, size_t width) {
  std::string out = escape_for_terminal(text.empty() ? "-" : text);
  if (out.size() < width) out.resize(width, ' ');
  return out + " ";
}

void write_rule(JsonWriter& json, const Rule& rule, const KnowledgeBase& knowledge) {
  const CauseEntry* cause = knowledge.find_cause(rule.cause);
  const auto kind = rule.kind ? rule.kind : cause ? std::optional(cause->kind) : std::nullopt;
  const auto actor = rule.actor ? rule.actor : cause ? std::optional(cause->actor) : std::nullopt;
  json.begin_object();
  json.key("rule").value(rule.id);
  json.key("provider").value(rule.provider);
  json.key("title").value(rule.title);
  json.key("kind").value_or_null(kind ? to_string(*kind) : std::string_view());
  json.key("actor").value_or_null(actor ? to_string(*actor) : std::string_view());
  json.key("cause").value(rule.cause);
  json.key("confidence").value(to_string(rule.confidence));
  json.key("priority").value(static_cast<int64_t>(rule.priority));
  json.key("scope").value(rule.scope);
  json.end_object();
}

void print_json(const KnowledgeBase& knowledge, const Console& console) {
  const CodePages pages(knowledge);
  for (const CodeEntry& entry : knowledge.codes()) {
    JsonWriter json;
    write_code(json, pages.page_of(entry));
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
