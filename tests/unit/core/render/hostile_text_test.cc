#include <gtest/gtest.h>

#include <cctype>

#include "core/base/ascii.h"
#include "core/base/clean_text.h"
#include "core/render/json.h"
#include "core/render/line_start.h"
#include "core/render/rendered_note.h"
#include "tests/unit/core/render/sample_note.h"

namespace plainbounce {
namespace {

struct Hostile {
  const char* label;
  std::string text;
};

std::vector<Hostile> hostile_texts() {
  return {
      {"header injection", "550 no\r\nX-Evil: yes\r\n\r\nbody"},
      {"bare line ends", "550 no\nSubject: x\rFrom: y"},
      {"NUL", std::string("550\0 no", 7)},
      {"HTML", "</p><script>alert(1)</script><img src=http://x.example/ onerror=\"y\">"},
      {"parameters", "a; actor=nobody; rcpt=\"b\""},
      {"encoded word", "=?utf-8?q?=0D=0AX-Evil:_yes?="},
      {"2,000 characters in one word", std::string(2000, 'A')},
      {"2,000 quotes", std::string(2000, '"')},
      {"2,000 angle brackets", std::string(2000, '<')},
      {"right-to-left marks", "abc\u202Egnp.exe\u2066\u200F"},
      {"broken UTF-8", "a\xFF\xFE\xC3("},
      {"DSN fields in running text",
       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa Final-Recipient: "
       "rfc822; x@example.net Action: failed Status: 5.1.1 <x@example.net>: no"},
      {"delimiter", "--=_boundary-- x"},
  };
}

// The text stands everywhere where a stranger's words can: cleaned, as the explainer does.
Note note_with(const std::string& raw) {
  const std::string text = clean_text(raw);
  Note note = testing::sample_note();
  Explanation& explanation = note.languages[0].explanations[0];
  explanation.what = "Your message to " + text + " was not delivered.";
  explanation.addresses = {text, text};
  note.support[0].push_back({"Server said", text});
  return note;
}

// A line that begins with a blank continues one of ours.
void expect_no_foreign_line(const std::string& label, const std::string& text) {
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = text.find("\r\n", begin);
    ASSERT_NE(end, std::string::npos) << label;
    const std::string line = text.substr(begin, end - begin);
    EXPECT_LE(line.size(), 998U) << label;
    EXPECT_EQ(line.find_first_of(std::string("\r\n\0", 3)), std::string::npos) << label;
    const bool divider = line.find_first_not_of('-') == std::string::npos;
    EXPECT_TRUE(divider || !looks_like_report_line(line)) << label << ": " << line;
    begin = end + 2;
  }
}

TEST(HostileText, InThePlainText) {
  for (const Hostile& hostile : hostile_texts()) {
    const std::string text = render_text(note_with(hostile.text), true);
    EXPECT_TRUE(is_utf8(text)) << hostile.label;
    expect_no_foreign_line(hostile.label, text);
    EXPECT_EQ(text.find("\u202E"), std::string::npos) << hostile.label;
  }
}

TEST(HostileText, InTheHtml) {
  const std::string calm = render_html(note_with("calm"), true);
  const auto tags = [](const std::string& html, std::string_view tag) {
    size_t count = 0;
    for (size_t at = html.find(tag); at != std::string::npos; at = html.find(tag, at + 1)) ++count;
    return count;
  };
  for (const Hostile& hostile : hostile_texts()) {
    const std::string html = render_html(note_with(hostile.text), true);
    EXPECT_TRUE(is_utf8(html)) << hostile.label;
    EXPECT_EQ(html.find('\0'), std::string::npos) << hostile.label;
    // No tag but ours: each "<" of the output is one of a calm note's or the break within a word.
    EXPECT_EQ(tags(html, "<") - tags(html, "<wbr"), tags(calm, "<")) << hostile.label;
    size_t begin = 0;
    while (begin < html.size()) {
      const size_t end = html.find("\r\n", begin);
      ASSERT_NE(end, std::string::npos) << hostile.label;
      EXPECT_LE(end - begin, 998U) << hostile.label;
      EXPECT_NE(html.substr(begin, 2), "--") << hostile.label;
      begin = end + 2;
    }
  }
}

TEST(HostileText, InTheHeaders) {
  for (const Hostile& hostile : hostile_texts()) {
    DiagnosedRecipient recipient;
    recipient.address = clean_text(hostile.text);
    for (const HeaderValue& header :
         render_headers(note_with(hostile.text), {recipient}, "https://h.example", true)) {
      size_t line = header.name.size() + 2;
      for (size_t i = 0; i < header.value.size(); ++i) {
        const char c = header.value[i];
        if (c == '\n') {
          ASSERT_LT(i + 1, header.value.size()) << hostile.label;
          EXPECT_EQ(header.value[i + 1], ' ') << hostile.label;
          line = 0;
          continue;
        }
        EXPECT_TRUE(is_printable(c)) << hostile.label << ": " << header.value;
        EXPECT_LE(++line, 998U) << hostile.label;
      }
    }
  }
}

TEST(HostileText, InTheJson) {
  for (const Hostile& hostile : hostile_texts()) {
    PerRecipientFields fields;
    fields.diagnostic_code = TypedValue{"smtp", hostile.text};
    fields.status = hostile.text;
    fields.final_recipient = TypedValue{"rfc822", hostile.text};
    Diagnosis diagnosis;
    diagnosis.evidence = {{"phrase", hostile.text, hostile.text}};
    JsonWriter json;
    write_recipient(json, &fields, diagnosis, note_with(hostile.text).languages[0].explanations[0]);
    EXPECT_TRUE(is_utf8(json.text())) << hostile.label;
    for (const char c : json.text()) {
      EXPECT_TRUE(static_cast<unsigned char>(c) >= ' ' && c != '\x7F') << hostile.label;
    }
  }
}

}  // namespace
}  // namespace plainbounce
