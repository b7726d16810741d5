#include <algorithm>

#include "core/render/escape.h"
#include "core/render/rendered_note.h"
#include "core/render/utf8_characters.h"
#include "core/render/wrapped_text.h"

namespace plainbounce {

namespace {

// No title, no :root and no max-width: mail programs show the first one's text in previews, take
// the second for an address, and squeeze the whole message to the third. No colours: the reader's
// own ones hold, dark or light.
constexpr std::string_view kHead =
    "<meta charset=\"utf-8\">\r\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\r\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\r\n"
    "<style>\r\n"
    "div.pb { font-family: sans-serif; line-height: 1.4 }\r\n"
    "div.pb h1 { font-size: 1.3em; margin: 0.8em 0 0.4em }\r\n"
    "div.pb h2 { font-size: 1.1em; margin: 0.8em 0 0.4em }\r\n"
    "div.pb p { margin: 0.4em 0 }\r\n"
    "div.pb ul, div.pb ol { margin: 0.4em 0; padding-left: 1.8em }\r\n"
    "div.pb dl { margin: 0.8em 0; font-size: 0.9em }\r\n"
    "div.pb dt { font-weight: bold; margin-top: 0.3em }\r\n"
    "div.pb dd { margin: 0 }\r\n"
    "div.pb hr { margin: 1.2em 0 0.8em }\r\n"
    "div.pb * { overflow-wrap: anywhere; word-break: break-word }\r\n"
    "</style>\r\n";

constexpr size_t kUsualBytes = 6000;  // of a note about one recipient, with room
constexpr size_t kUsualEscapes = 20;  // bytes that the escapes of a short text add
constexpr size_t kIndent = 2;         // of an element's further lines

// Appends a word. One that no line could hold is cut inside a <wbr> tag: the line end there is no
// blank to the reader.
void append_word(std::string& out, std::string_view word) {
  const size_t begin = out.size();
  append_escaped_for_html(out, word);
  if (out.size() - begin <= kLongestWord) return;
  out.resize(begin);
  size_t count = 0;
  for (size_t i = 0; i < word.size(); ++count) {
    const size_t size = std::max<size_t>(1, utf8_character_at(word, i).size());
    if (count != 0 && count % kCutWordAt == 0) out += "<wbr\r\n>";
    append_escaped_for_html(out, word.substr(i, size));
    i += size;
  }
}

// The words escaped; those that are too long have line ends of their own inside.
std::string escaped_words(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 4 + kUsualEscapes);
  if (is_ready_for_lines(text)) append_escaped_for_html(out, text);
  if (!out.empty() && out.size() <= kLongestWord) return out;
  out.clear();
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (!out.empty()) out += ' ';
    append_word(out, word);
  }
  return out;
}

// `open`, the words and `close` in lines; further lines begin with blanks, which HTML squeezes, so
// that no word of a stranger stands at the start of a line.
void append_element(std::string& out, std::string_view open, std::string_view text,
                    std::string_view close) {
  std::string buffer;
  if (!is_plain_html(text) || !is_ready_for_lines(text)) text = buffer = escaped_words(text);
  Lines lines(text, {count_characters(open), kIndent, close.size()});
  out += open;
  out += lines.next();
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    out += "\r\n";
    out.append(kIndent, ' ');
    out += line;
  }
  out += close;
  out += "\r\n";
}

void append_addresses(std::string& out, const Explanation& explanation) {
  if (explanation.addresses.empty() && explanation.more_addresses.empty()) return;
  out += "<ul>\r\n";
  for (const std::string& address : explanation.addresses) {
    append_element(out, "<li><bdi>", address, "</bdi></li>");
  }
  if (!explanation.more_addresses.empty()) {
    append_element(out, "<li>", explanation.more_addresses, "</li>");
  }
  out += "</ul>\r\n";
}

void append_paragraph(std::string& out, std::string_view text) {
  if (!text.empty()) append_element(out, "<p>", text, "</p>");
}

void append_explanation(std::string& out, const Explanation& explanation) {
  append_element(out, "<h1>", explanation.title, "</h1>");
  append_paragraph(out, explanation.what);
  append_addresses(out, explanation);
  append_paragraph(out, explanation.outlook);
  if (!explanation.actor.empty()) {
    append_element(out, "<p><strong>", explanation.actor, "</strong></p>");
  }
  if (explanation.actions.size() == 1) {
    append_paragraph(out, explanation.actions.front());
  } else if (!explanation.actions.empty()) {
    out += "<ol>\r\n";
    for (const std::string& action : explanation.actions) {
      append_element(out, "<li>", action, "</li>");
    }
    out += "</ol>\r\n";
  }
}

// The page's address is the one value that is ours and may be a link; it is the link of one of the
// explanations.
bool is_own_link(const Note& note, const std::string& value) {
  for (const LanguageNote& language : note.languages) {
    for (const Explanation& explanation : language.explanations) {
      if (!explanation.link.empty() && explanation.link == value) return true;
    }
  }
  return false;
}

void append_support(std::string& out, const Note& note) {
  if (note.support.empty()) return;
  out += "<hr>\r\n";
  append_element(out, "<h2>", note.support_title, "</h2>");
  for (const auto& block : note.support) {
    out += "<dl>\r\n";
    for (const SupportLine& line : block) {
      if (!line.label.empty()) append_element(out, "<dt>", line.label, "</dt>");
      if (is_own_link(note, line.value)) {
        out += "<dd><a\r\n  href=\"";
        append_escaped_for_html(out, line.value);
        out += "\"\r\n  ";
        append_element(out, ">", line.value, "</a></dd>");
      } else {
        append_element(out, "<dd><bdi>", line.value, "</bdi></dd>");
      }
    }
    out += "</dl>\r\n";
  }
}

}  // namespace

std::string render_html(const Note& note, bool with_closing) {
  std::string out;
  out.reserve(kUsualBytes);
  out += "<!DOCTYPE html>\r\n<html lang=\"";
  append_escaped_for_html(
      out, note.languages.empty() ? std::string_view("en") : note.languages.front().language);
  out += "\">\r\n<head>\r\n";
  out += kHead;
  out += "</head>\r\n<body>\r\n<div class=\"pb\">\r\n";
  for (const LanguageNote& language : note.languages) {
    out += "<div lang=\"";
    append_escaped_for_html(out, language.language);
    out += "\">\r\n";
    for (const Explanation& explanation : language.explanations) {
      append_explanation(out, explanation);
    }
    append_paragraph(out, language.contact);
    append_paragraph(out, language.other_recipients);
    out += "</div>\r\n";
  }
  append_support(out, note);
  if (with_closing) append_paragraph(out, note.closing);
  out += "</div>\r\n</body>\r\n</html>\r\n";
  return out;
}

}  // namespace plainbounce
