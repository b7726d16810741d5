#include "cli/code_page_text.h"

#include "cli/explanation_text.h"
#include "cli/page_text.h"

namespace plainbounce {
namespace {

// How far the code alone may be believed; nothing where it suffices.
std::string_view certainty(Confidence confidence) {
  switch (confidence) {
    case Confidence::kCertain:
      break;
    case Confidence::kLikely:
      return "likely; the server's words may tell more";
    case Confidence::kUnsure:
      return "unsure: the code alone proves no cause, the server's words do";
  }
  return {};
}

std::string_view standing(const CodeEntry& entry) {
  if (entry.origin == "folk") return "none: no standard defines this code";
  if (entry.origin == "de-facto") return "none: custom of some servers only";
  if (!entry.class_allowed) return "not foreseen in this class, but met";
  return "yes";
}

// Replies of success and in between are nobody's trouble and have no cause worth a sentence.
bool reports_no_trouble(const CodeEntry& entry) {
  return entry.kind == Kind::kSuccess || entry.code[0] == '3';
}

std::string trouble(const CodeEntry& entry, std::string_view cause_line) {
  const bool is_clear = entry.cause != "unclear";
  const bool is_proven = entry.confidence != Confidence::kUnsure;
  std::string cause = entry.cause;
  if (is_proven && !cause_line.empty()) cause.append(": ").append(cause_line);
  return fact_line("who acts", is_clear ? to_string(entry.actor) : "not clear") +
         fact_line("cause", cause) + fact_line("certainty", certainty(entry.confidence));
}

std::string facts(const CodePage& page, std::string_view cause_line) {
  const CodeEntry& entry = page.entry;
  return fact_line("kind", entry.kind ? to_string(*entry.kind) : std::string_view()) +
         fact_line("class", entry.class_name) + fact_line("family", page.family) +
         (reports_no_trouble(entry) ? fact_line("who acts", to_string(entry.actor))
                                    : trouble(entry, cause_line)) +
         fact_line("standard", standing(entry));
}

}  // namespace

std::string code_page_text(const CodePage& page, std::string_view cause_line,
                           const std::vector<const Rule*>& rules, const Console& console) {
  const PageText& text = page.entry.page;
  std::string out =
      console.bold(page.entry.code + "  " + escape_for_terminal(page.entry.title)) + "\n";
  out += paragraph(page.substitute) + paragraph(text.answer) + "\n";
  out += facts(page, cause_line);
  if (!text.server_text.empty()) {
    out += heading("Example of a reply", console) + paragraph(text.server_text, 2);
  }
  if (!text.meaning.empty() || !text.class_text.empty()) {
    out += heading("What it means", console) + paragraph(text.meaning);
    out += paragraph(text.class_text);
  }
  out += causes_section(text, console) + fix_section(text, console);
  out += sources_section(text, console);
  if (!text.related.empty()) out += heading("Related codes", console);
  for (const RelatedCode& code : text.related) out += fact_line(code.code, code.why);
  if (!rules.empty()) out += heading("At providers and in programs", console);
  for (const Rule* rule : rules) out += paragraph(rule->id + ": " + rule->title, 4, "  -");
  return out;
}

}  // namespace plainbounce
