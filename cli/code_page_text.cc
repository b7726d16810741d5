#include "cli/code_page_text.h"

#include "cli/explanation_text.h"

namespace plainbounce {
namespace {

std::string heading(std::string_view text, const Console& console) {
  return "\n" + console.bold(text) + "\n";
}

std::string paragraph(std::string_view text, size_t indent = 0, std::string_view first = {}) {
  if (text.empty()) return {};
  return wrap_for_terminal(escape_for_terminal(text), indent, first);
}

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

std::string_view name_of_party(std::string_view who) {
  if (who == "sender") return "The sender";
  if (who == "sender-admin") return "The sending mail service";
  if (who == "recipient") return "The recipient";
  if (who == "recipient-admin") return "The receiving mail service";
  return who;
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

std::string code_page_text(const CodePage& page, std::string_view cause_line,
                           const Console& console) {
  const PageText& text = page.entry.page;
  std::string out =
      console.bold(page.entry.code + "  " + escape_for_terminal(page.entry.title)) + "\n";
  out += paragraph(page.substitute) + paragraph(text.answer) + "\n";
  out += facts(page, cause_line);
  if (!text.server_text.empty()) {
    out += heading("What the server says", console) + paragraph(text.server_text, 2);
  }
  if (!text.meaning.empty() || !text.class_text.empty()) {
    out += heading("What it means", console) + paragraph(text.meaning);
    out += paragraph(text.class_text);
  }
  if (!text.causes.empty()) out += heading("Common causes", console);
  for (const std::string& cause : text.causes) out += paragraph(cause, 4, "  -");
  if (!text.fix.empty()) out += heading("How to fix it", console) + steps(text.fix);
  if (!text.sources.empty()) out += heading("Sources", console);
  for (const Source& source : text.sources) out += paragraph(source_line(source), 4, "  -");
  if (!text.related.empty()) out += heading("Related codes", console);
  for (const RelatedCode& code : text.related) out += fact_line(code.code, code.why);
  return out;
}

}  // namespace plainbounce
