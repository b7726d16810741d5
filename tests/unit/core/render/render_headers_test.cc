#include <gtest/gtest.h>

#include "core/base/own_marks.h"
#include "core/render/rendered_note.h"
#include "tests/unit/core/render/sample_note.h"

namespace plainbounce {
namespace {

using testing::sample_note;
using testing::sample_note_of_many;

DiagnosedRecipient mailbox_full(std::string address) {
  DiagnosedRecipient recipient;
  recipient.address = std::move(address);
  recipient.diagnosis.cause = "mailbox-full";
  recipient.diagnosis.outlook = Outlook::kFinal;
  recipient.diagnosis.kind = Kind::kPermanent;
  recipient.diagnosis.actor = Party::kRecipient;
  recipient.diagnosis.code = "5.2.2";
  recipient.diagnosis.reply.code = ReplyCode::from(552);
  recipient.diagnosis.reply.enhanced = EnhancedStatusCode::from(5, 2, 2);
  return recipient;
}

std::string cause_of(const DiagnosedRecipient& recipient) {
  for (const HeaderValue& header : render_headers(sample_note(), {recipient}, "", false)) {
    if (header.name == kCauseField) return header.value;
  }
  return "none";
}

TEST(RenderHeaders, AllFields) {
  const auto headers = render_headers(sample_note(), {mailbox_full("bob@example.net")},
                                      "https://help.example.org/", true);
  ASSERT_EQ(headers.size(), 3U);
  EXPECT_EQ(headers[0].name, "X-Bounce-Explanation");
  EXPECT_EQ(headers[0].value,
            "Your message to nouser@far.example was not delivered\n"
            " because this address does not exist. We have stopped trying. You have to\n"
            " act: Check the address for a typing mistake and send the message again. Ask\n"
            " the recipient for the current address, for example by phone.");
  EXPECT_EQ(headers[1].name, "X-Bounce-Cause");
  EXPECT_EQ(headers[1].value,
            "mailbox-full; outlook=final; kind=permanent;\n"
            " actor=recipient; status=5.2.2; reply=552; rcpt=bob@example.net");
  EXPECT_EQ(headers[2].name, "X-Bounce-Help");
  EXPECT_EQ(headers[2].value, "<https://help.example.org/codes/5.2.2>");
}

TEST(RenderHeaders, RecipientIsEncoded) {
  struct Case {
    const char* label;
    const char* address;
    const char* rcpt;
  };
  const Case cases[] = {
      {"plain", "bob@example.net", "rcpt=bob@example.net"},
      {"plus and equals", "b+o=b@example.net", "rcpt=b+2Bo+3Db@example.net"},
      {"semicolon, quote and blank", "\"a; actor=nobody\"@example.net",
       "rcpt=+22a+3B+20actor+3Dnobody+22@example.net"},
      {"line ends", "a\r\nX-Evil: b@example.net", "rcpt=a+0D+0AX-Evil:+20b@example.net"},
      {"UTF-8", "b\u00FCr;o@example.net", "rcpt=b\\x{FC}r\\x{3B}o@example.net"},
  };
  for (const Case& c : cases) {
    const std::string value = cause_of(mailbox_full(c.address));
    EXPECT_TRUE(value.ends_with(c.rcpt)) << c.label << ": " << value;
  }
}

TEST(RenderHeaders, WhatIsUnknownIsLeftOut) {
  DiagnosedRecipient recipient;
  EXPECT_EQ(cause_of(recipient), "unclear; outlook=final; kind=permanent; actor=nobody");
  recipient.diagnosis.outlook = Outlook::kUnknown;
  EXPECT_EQ(cause_of(recipient), "unclear; kind=permanent; actor=nobody");
  recipient.diagnosis.outlook = Outlook::kFinal;
  recipient.diagnosis.code = "552";
  recipient.diagnosis.reply.code = ReplyCode::from(552);
  EXPECT_EQ(cause_of(recipient),
            "unclear; outlook=final; kind=permanent; actor=nobody;\n reply=552");
}

TEST(RenderHeaders, OneCauseForEachRecipientUpToTheCap) {
  std::vector<DiagnosedRecipient> recipients(120, mailbox_full("bob@example.net"));
  EXPECT_EQ(render_headers(sample_note(), recipients, "", false).size(), 51U);
  EXPECT_EQ(render_headers(sample_note(), recipients, "", false, 3).size(), 4U);
}

TEST(RenderHeaders, NoHelpWithoutLinkBaseCodeOrPermission) {
  const std::vector<DiagnosedRecipient> with_code = {mailbox_full("bob@example.net")};
  const std::vector<DiagnosedRecipient> without_code(1);
  EXPECT_EQ(render_headers(sample_note(), with_code, "", true).size(), 2U);
  EXPECT_EQ(render_headers(sample_note(), with_code, "https://h.example", false).size(), 2U);
  EXPECT_EQ(render_headers(sample_note(), without_code, "https://h.example", true).size(), 2U);
}

TEST(RenderHeaders, ManyAddressesEndInDots) {
  Note note = sample_note_of_many();
  EXPECT_TRUE(render_headers(note, {}, "", false)[0].value.ends_with("not send it again."));
  note.languages[0].explanations[1].what = std::string(1200, 'x');
  EXPECT_TRUE(render_headers(note, {}, "", false)[0].value.ends_with(" ..."));
  note.languages[0].explanations.erase(note.languages[0].explanations.begin());
  EXPECT_EQ(render_headers(note, {}, "", false)[0].value, "...");
}

TEST(RenderHeaders, Marker) {
  EXPECT_EQ(render_marker("1.0", "mail.example.org").name, "X-Bounce-Explained-By");
  EXPECT_EQ(render_marker("1.0", "mail.example.org").value, "plainbounce 1.0 (mail.example.org)");
  EXPECT_EQ(render_marker("1.0", "a) (b\r\n.example").value, "plainbounce 1.0 (ab.example)");
}

}  // namespace
}  // namespace plainbounce
