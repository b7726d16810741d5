#include <gtest/gtest.h>

#include "core/base/ascii.h"
#include "core/rewrite/edit_plan.h"
#include "tests/support/files.h"

namespace plainbounce {
namespace {

using testing::with_crlf;
using testing::with_lf;

constexpr size_t kEnough = 32U << 10U;

NoteTexts sample_texts(bool html) {
  NoteTexts texts;
  texts.text = "Mailbox full\r\n\r\nNo room.\r\n";
  texts.divider = "\r\n----\r\n\r\n";
  if (html) texts.html = "<h1>Mailbox full</h1>\r\n<p>No room.</p>\r\n";
  return texts;
}

// A report whose first part is `part`, header and all.
std::string report_with(const std::string& part, const std::string& boundary = "outer") {
  return with_crlf(
      "From: MAILER-DAEMON@example.org\nMIME-Version: 1.0\n"
      "Content-Type: multipart/report; report-type=delivery-status;\n\tboundary=\"" +
      boundary + "\"\n\nPreamble\n\n--" + boundary + "\n" + part + "\n--" + boundary +
      "\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\n"
      "Final-Recipient: rfc822; b@example.net\nAction: failed\n\n--" +
      boundary + "--\n");
}

// The report with other fields in place of its Content-Type.
std::string with_type(std::string report, const std::string& fields) {
  const size_t begin = report.find("Content-Type:");
  const size_t end = report.find("\r\n\r\n");
  return report.replace(begin, end + 2 - begin, fields);
}

std::string nested(const std::string& boundary) {
  return "Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\n\n--" + boundary +
         "\n\nIt was refused.\n--" + boundary + "--\n";
}

std::string without_boundary_digits(std::string text) {
  const std::string stem = "=_plainbounce_";
  for (size_t at = text.find(stem); at != std::string::npos; at = text.find(stem, at + 1)) {
    text.replace(at + stem.size(), 16, "#");
  }
  return text;
}

struct Edited {
  std::string message;
  EditPlan plan;
};

Edited edit(const std::string& message, const NoteTexts& texts, BodyEdit how = BodyEdit::kAdd) {
  const auto tree = split_message(message, {});
  EXPECT_TRUE(tree);
  const auto plan = plan_edits(*tree, 1, texts, how, kEnough);
  if (!plan) {
    ADD_FAILURE() << plan.error().message;
    return {message, {}};
  }
  return {plainbounce::apply(message, *plan), *plan};
}

TEST(PlanEdits, AddWithHtml) {
  const std::string message = report_with(
      "Content-Description: Notification\nContent-Type: text/plain; charset=utf-8\n"
      "Content-Transfer-Encoding: 8bit\n\nIt was refused.\n");
  const Edited edited = edit(message, sample_texts(true));
  const std::string expected = report_with(R"(Content-Type: multipart/mixed;
	boundary="=_plainbounce_#_1"
Content-Description: Notification

--=_plainbounce_#_1
Content-Type: multipart/alternative;
	boundary="=_plainbounce_#_2"

--=_plainbounce_#_2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit
Content-Description: Explanation

Mailbox full

No room.

--=_plainbounce_#_2
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: 7bit
Content-Description: Explanation

<h1>Mailbox full</h1>
<p>No room.</p>

--=_plainbounce_#_2--

--=_plainbounce_#_1
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

It was refused.

--=_plainbounce_#_1--
)");
  EXPECT_EQ(without_boundary_digits(edited.message), expected);
  EXPECT_EQ(undo(edited.message, edited.plan), message);
}

TEST(PlanEdits, AddWithHtmlWhereTheOriginalHasEightBitBytes) {
  const std::string message = report_with(
      "Content-Type: text/plain; charset=iso-8859-1\n"
      "Content-Transfer-Encoding: 8bit\n\nzur\xFC"
      "ck\n");
  const std::string edited = edit(message, sample_texts(true)).message;
  EXPECT_NE(without_boundary_digits(edited).find(
                "boundary=\"=_plainbounce_#_1\"\r\nContent-Transfer-Encoding: 8bit\r\n"
                "Content-Description: Notification\r\n"),
            std::string::npos);
}

TEST(PlanEdits, AHeaderlessOriginalGetsAType) {
  struct Case {
    const char* label;
    std::string part;
    std::string before;  // between our delimiter and the text
  };
  const Case cases[] = {
      {"Sendmail's", "\nIt was refused.\n", "Content-Type: text/plain\r\n\r\n"},
      {"UTF-8", "\nzurück\n",
       "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"},
      {"8-bit bytes of no known charset",
       "\nzur\xFC"
       "ck\n",
       "Content-Type: text/plain\r\n\r\n"},
      {"fields but no type", "Content-Description: Notification\n\nIt was refused.\n",
       "Content-Type: text/plain\r\nContent-Description: Notification\r\n\r\n"},
      {"not even a blank line", "It was refused.\n", "Content-Type: text/plain\r\n\r\n"},
  };
  for (const Case& c : cases) {
    const std::string message = report_with(c.part);
    const Edited edited = edit(message, sample_texts(true));
    const std::string delimiter = "\r\n--" + [&] {
      const size_t at = edited.message.find("=_plainbounce_");
      return edited.message.substr(at, edited.message.find('"', at) - at);
    }() + "\r\n";
    const size_t second =
        edited.message.find(delimiter, edited.message.find(delimiter) + 1) + delimiter.size();
    EXPECT_EQ(edited.message.substr(second, c.before.size()), c.before) << c.label;
    EXPECT_EQ(undo(edited.message, edited.plan), message) << c.label;
  }
}

TEST(PlanEdits, TextThatIsNotAsciiIsQuotedPrintable) {
  NoteTexts texts = sample_texts(true);
  texts.text = "Postfach für bob voll\r\n";
  texts.html = "<h1>Postfach für bob voll</h1>\r\n";
  const std::string edited = edit(report_with("Content-Type: text/plain\n\nx\n"), texts).message;
  EXPECT_NE(edited.find("Content-Type: text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: quoted-printable\r\n"
                        "Content-Description: Explanation\r\n\r\n"
                        "Postfach f=C3=BCr bob voll\r\n\r\n--"),
            std::string::npos);
  EXPECT_NE(edited.find("<h1>Postfach f=C3=BCr bob voll</h1>\r\n"), std::string::npos);
  EXPECT_TRUE(is_ascii(edited));
}

TEST(PlanEdits, AddWithoutHtmlGoesIntoThePart) {
  const std::string message = report_with("Content-Type: text/plain\n\nIt was refused.\n");
  const Edited edited = edit(message, sample_texts(false));
  EXPECT_EQ(edited.message,
            report_with("Content-Type: text/plain\n\nMailbox full\n\nNo room.\n\n----\n\n"
                        "It was refused.\n"));
  EXPECT_EQ(undo(edited.message, edited.plan), message);
}

TEST(PlanEdits, AddWithoutHtmlAroundAPartThatTakesNoText) {
  const std::string message = report_with(
      "Content-Type: text/plain; charset=gb2312\nContent-Transfer-Encoding: base64\n\nYWJj\n");
  const Edited edited = edit(message, sample_texts(false));
  const std::string expected = report_with(R"(Content-Type: multipart/mixed;
	boundary="=_plainbounce_#_1"
Content-Description: Notification

--=_plainbounce_#_1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit
Content-Description: Explanation

Mailbox full

No room.

--=_plainbounce_#_1
Content-Type: text/plain; charset=gb2312
Content-Transfer-Encoding: base64

YWJj

--=_plainbounce_#_1--
)");
  EXPECT_EQ(without_boundary_digits(edited.message), expected);
  EXPECT_EQ(undo(edited.message, edited.plan), message);
}

TEST(PlanEdits, Replace) {
  const std::string message = report_with("Content-Type: text/plain\n\nIt was refused.\n");
  EXPECT_EQ(edit(message, sample_texts(false), BodyEdit::kReplace).message,
            report_with("Content-Type: text/plain; charset=utf-8\n"
                        "Content-Transfer-Encoding: 7bit\nContent-Description: Explanation\n\n"
                        "Mailbox full\n\nNo room.\n"));
  const std::string both = edit(message, sample_texts(true), BodyEdit::kReplace).message;
  EXPECT_EQ(both.find("It was refused."), std::string::npos);
  EXPECT_NE(without_boundary_digits(both).find(
                "--outer\r\nContent-Type: multipart/alternative;\r\n"
                "\tboundary=\"=_plainbounce_#_2\"\r\nContent-Description: Notification\r\n\r\n"),
            std::string::npos);
}

TEST(PlanEdits, LineEndsFollowTheMessage) {
  const std::string message = with_lf(report_with("Content-Type: text/plain\n\nIt was refused.\n"));
  for (const bool html : {true, false}) {
    const Edited edited = edit(message, sample_texts(html));
    EXPECT_EQ(edited.message.find('\r'), std::string::npos);
    EXPECT_EQ(undo(edited.message, edited.plan), message);
  }
}

TEST(PlanEdits, WhatIsLeftAlone) {
  const std::string whole = report_with("Content-Type: text/plain\n\nIt was refused.\n");
  const std::string never_closed = whole.substr(0, whole.rfind("--outer--"));
  const std::string type = "Content-Type: multipart/report; boundary=outer\r\n";
  const std::string inner_never_closed = report_with(
      "Content-Type: multipart/alternative; boundary=inner\n\n--inner\n\nIt was refused.\n");
  struct Case {
    const char* label;
    std::string message;
    size_t notice;
    size_t max_added;
    PlanFailure::Reason reason;
  };
  const Case cases[] = {
      {"the report is never closed", never_closed, 1, kEnough, PlanFailure::Reason::kStructure},
      {"the notice is never closed", inner_never_closed, 1, kEnough,
       PlanFailure::Reason::kStructure},
      {"two types", with_type(whole, type + "Content-Type: text/plain\r\n"), 1, kEnough,
       PlanFailure::Reason::kStructure},
      {"two boundaries",
       with_type(whole,
                 "Content-Type: multipart/report; boundary=outer;\r\n"
                 "\tBOUNDARY = other\r\n"),
       1, kEnough, PlanFailure::Reason::kStructure},
      {"another boundary for old readers",
       with_type(whole, "Content-Type: multipart/report; boundary*=''outer; boundary=other\r\n"), 1,
       kEnough, PlanFailure::Reason::kStructure},
      {"a boundary in pieces",
       with_type(whole, "Content-Type: multipart/report; boundary*0=out; boundary*1=er\r\n"), 1,
       kEnough, PlanFailure::Reason::kStructure},
      {"an encoded multipart", with_type(whole, type + "Content-Transfer-Encoding: base64\r\n"), 1,
       kEnough, PlanFailure::Reason::kStructure},
      {"a notice of two types",
       report_with("Content-Type: text/plain\nContent-Type: text/html\n\nIt was refused.\n"), 1,
       kEnough, PlanFailure::Reason::kStructure},
      {"the outer boundary within", report_with(nested("outer")), 1, kEnough,
       PlanFailure::Reason::kStructure},
      {"a boundary within that closes the outer one", report_with(nested("outer--")), 1, kEnough,
       PlanFailure::Reason::kStructure},
      {"a boundary within that begins like the outer one", report_with(nested("outer.1")), 1,
       kEnough, PlanFailure::Reason::kStructure},
      {"an outer boundary that begins like the one within", report_with(nested("out")), 1, kEnough,
       PlanFailure::Reason::kStructure},
      {"no notice", whole, MimePart::kNoParent, kEnough, PlanFailure::Reason::kStructure},
      {"the message itself", whole, 0, kEnough, PlanFailure::Reason::kStructure},
      {"too much to add", whole, 1, 100, PlanFailure::Reason::kTooLarge},
      {"our text holds a delimiter",
       report_with("Content-Type: text/plain\n\nIt was refused.\n", "--"), 1, kEnough,
       PlanFailure::Reason::kStructure},
  };
  for (const Case& c : cases) {
    const auto tree = split_message(c.message, {});
    ASSERT_TRUE(tree) << c.label;
    for (const bool html : {true, false}) {
      NoteTexts texts = sample_texts(html);
      texts.text += "----\r\n" + std::string(200, 'x') + "\r\n";
      const auto plan = plan_edits(*tree, c.notice, texts, BodyEdit::kAdd, c.max_added);
      ASSERT_FALSE(plan) << c.label;
      EXPECT_EQ(plan.error().reason, c.reason) << c.label;
    }
  }
}

TEST(PlanEdits, AMultipartNoticeIsWrappedWhole) {
  const std::string message = report_with(
      "Content-Type: multipart/alternative; boundary=inner\n\n--inner\n\nIt was refused.\n"
      "--inner\nContent-Type: text/html\n\n<p>It was refused.\n--inner--\n");
  const Edited edited = edit(message, sample_texts(true));
  EXPECT_EQ(undo(edited.message, edited.plan), message);
  const auto tree = split_message(edited.message, {});
  ASSERT_TRUE(tree);
  ASSERT_EQ(tree->parts.size(), 9U);
  EXPECT_TRUE(tree->parts[1].type.is("multipart", "mixed"));
  EXPECT_TRUE(tree->parts[2].type.is("multipart", "alternative"));
  EXPECT_TRUE(tree->parts[5].type.is("multipart", "alternative"));
  EXPECT_EQ(tree->parts[5].boundary, "inner");
  EXPECT_TRUE(tree->parts[8].type.is("message", "delivery-status"));
}

}  // namespace
}  // namespace plainbounce
