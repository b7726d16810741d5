#include "web/form_fields.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

constexpr const char* kMultipart =
    "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nline 1\r\nline 2\r\n"
    "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.eml\"\r\n"
    "Content-Type: message/rfc822\r\n\r\n%s\r\n--x--\r\n";

std::string with_file(const std::string& file) {
  std::string body = kMultipart;
  return body.replace(body.find("%s"), 2, file);
}

TEST(FormFields, WhatIsTakenOutOfEachKind) {
  const struct {
    const char* label;
    const char* type;
    std::string body;
    const char* text;  // null: nothing can be read
  } cases[] = {
      {"a message", "message/rfc822", "From: a\r\n\r\nb", "From: a\r\n\r\nb"},
      {"text", "text/plain; charset=utf-8", "550 no", "550 no"},
      {"text in any case", "Text/PLAIN", "550 no", "550 no"},
      {"a form", "application/x-www-form-urlencoded", "a=1&text=550+5.1.1%0D%0Ano",
       "550 5.1.1\r\nno"},
      {"a form with a broken escape", "application/x-www-form-urlencoded", "text=100%&x", "100%"},
      {"a form without the field", "application/x-www-form-urlencoded", "txt=1", ""},
      {"a file", "multipart/form-data; boundary=x", with_file("Subject: s\r\n\r\n--y\r\n"),
       "Subject: s\r\n\r\n--y\r\n"},
      {"no file chosen", "multipart/form-data; boundary=x", with_file(""), "line 1\r\nline 2"},
      {"a boundary in quotes", "multipart/form-data; boundary=\"x\"", with_file(""),
       "line 1\r\nline 2"},
      {"another boundary", "multipart/form-data; boundary=z", with_file("a"), nullptr},
      {"no boundary", "multipart/form-data", with_file("a"), nullptr},
      {"a picture", "image/png", "x", nullptr},
      {"no type", "", "x", nullptr},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.label);
    const auto submission = read_submission(test.type, test.body);
    ASSERT_EQ(submission.has_value(), test.text != nullptr);
    if (submission) {
      EXPECT_EQ(submission->text, test.text);
    }
  }
}

TEST(FormFields, TheLanguageIsAField) {
  const auto submission =
      read_submission("application/x-www-form-urlencoded", "lang=de&text=4.2.2");
  ASSERT_TRUE(submission);
  EXPECT_EQ(submission->language, "de");
}

}  // namespace
}  // namespace plainbounce
