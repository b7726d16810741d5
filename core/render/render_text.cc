#include "core/base/concat.h"
#include "core/base/own_marks.h"
#include "core/render/rendered_note.h"
#include "core/render/wrapped_text.h"

namespace plainbounce {

namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr size_t kUsualBytes = 3000;  // of a note about one recipient, with room
constexpr size_t kUsualLine = 300;    // of the support block

void append_blank_line(std::string& out) {
  if (!out.empty()) out += kLineEnd;
}

void append_explanation(std::string& out, const Explanation& explanation) {
  append_blank_line(out);
  append_wrapped(out, explanation.title);
  append_blank_line(out);
  append_wrapped(out, explanation.what);
  for (const std::string& address : explanation.addresses) {
    append_wrapped(out, address, {"  ", "    "});
  }
  append_wrapped(out, explanation.more_addresses, {"  ", "    "});
  append_wrapped(out, explanation.outlook);
  if (!explanation.actor.empty() || !explanation.actions.empty()) append_blank_line(out);
  append_wrapped(out, explanation.actor);
  const bool numbered = explanation.actions.size() > 1;
  for (size_t i = 0; i < explanation.actions.size(); ++i) {
    const std::string number = numbered ? std::to_string(i + 1) + ". " : "";
    append_wrapped(out, explanation.actions[i], {number, numbered ? "   " : ""});
  }
}

void append_paragraph(std::string& out, const std::string& text) {
  if (text.empty()) return;
  append_blank_line(out);
  append_wrapped(out, text);
}

// An empty label: a line of its own kind, which has no colon. `buffer` is of no account.
void append_support_line(std::string& out, const SupportLine& line, std::string& buffer) {
  buffer = line.label;
  if (!buffer.empty()) buffer += ": ";
  buffer += line.value;
  append_wrapped(out, buffer, {"", "    "});
}

}  // namespace

std::string divider_line() { return concat({kDivider, kLineEnd}); }

std::string render_text(const Note& note, bool with_closing) {
  std::string out;
  out.reserve(kUsualBytes);
  for (const LanguageNote& language : note.languages) {
    for (const Explanation& explanation : language.explanations) {
      append_explanation(out, explanation);
    }
    append_paragraph(out, language.contact);
    append_paragraph(out, language.other_recipients);
  }
  if (!note.support.empty()) {
    append_blank_line(out);
    out += kDivider;
    out += kLineEnd;
    append_wrapped(out, note.support_title);
  }
  std::string buffer;
  buffer.reserve(kUsualLine);
  for (const auto& block : note.support) {
    append_blank_line(out);
    for (const SupportLine& line : block) append_support_line(out, line, buffer);
  }
  if (with_closing) append_paragraph(out, note.closing);
  return out;
}

}  // namespace plainbounce
