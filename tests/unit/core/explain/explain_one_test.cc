#include <gtest/gtest.h>

#include "core/explain/explainer.h"
#include "tests/unit/core/explain/note_text.h"
#include "tests/unit/core/explain/reports.h"

namespace plainbounce {
namespace {

Diagnosis full_mailbox(Outlook outlook) {
  Diagnosis diagnosis;
  diagnosis.cause = "mailbox-full";
  diagnosis.outlook = outlook;
  diagnosis.actor = Party::kRecipient;
  diagnosis.confidence = Confidence::kCertain;
  diagnosis.code = "5.2.2";
  return diagnosis;
}

TEST(ExplainOne, WritesOneExplanation) {
  const auto knowledge = knowledge_with({"de"});
  ASSERT_NE(knowledge, nullptr);
  PerRecipientFields with_date;
  with_date.will_retry_until = "Fri, 4 Dec 2026 14:00:00 +0000";
  PerRecipientFields internal;
  internal.final_recipient = TypedValue{"rfc822", "bob@store07.corp.internal"};
  struct Case {
    const char* label;
    Outlook outlook;
    std::string address;
    const PerRecipientFields* fields;
    const char* language;
    const char* text;
  };
  const Case cases[] = {
      {"a reply alone", Outlook::kFinal, "", nullptr, "en",
       "== Mailbox full\n"
       "Your message to the recipient was not delivered because the mailbox is full.\n"
       "Delivery attempts have stopped.\n"
       "The recipient has to act. What you can do:\n"
       "1. Tell the recipient another way, for example by phone. Only the recipient can make "
       "room.\n"
       "2. Send the message again when there is room.\n"
       "3. If it is urgent, use another address of the recipient.\n"
       "-> https://help.box.example/bounces/codes/5.2.2\n"},
      {"an address and a date", Outlook::kRetrying, "bob@far.example", &with_date, "en",
       "== Mailbox full\n"
       "Your message to bob@far.example has not been delivered yet because the mailbox is full.\n"
       "Delivery is still being tried until Friday, 4 December, 14:00 (UTC). You need not send it "
       "again.\n"
       "The recipient has to act. What you can do:\n"
       "1. Nothing. Only the recipient can make room.\n"
       "2. If it is urgent, reach the recipient another way.\n"
       "-> https://help.box.example/bounces/codes/5.2.2\n"},
      {"an internal machine's mailbox", Outlook::kRetrying, "bob@store07.corp.internal", &internal,
       "en",
       "== Mailbox full\n"
       "Your message to bob@hidden has not been delivered yet because the mailbox is full.\n"
       "Delivery is still being tried. You need not send it again.\n"
       "The recipient has to act. What you can do:\n"
       "1. Nothing. Only the recipient can make room.\n"
       "2. If it is urgent, reach the recipient another way.\n"
       "-> https://help.box.example/bounces/codes/5.2.2\n"},
      {"another language", Outlook::kDone, "bob@far.example", nullptr, "de",
       "== de-Message delivered\n"
       "de-de-Your message to bob@far.example was delivered.\n"
       "de-No more attempts are needed.\n"
       "de-Nobody has to act. What you can do:\n"
       "1. de-Nothing. This notice does not tell whether anyone has read the message.\n"
       "-> https://help.box.example/bounces/codes/5.2.2\n"}};
  const MadeSite site;
  for (const Case& c : cases) {
    const Result<Explanation> explanation =
        Explainer(*knowledge)
            .explain_one(full_mailbox(c.outlook), c.address, c.fields, c.language,
                         site.context(Reader::kUnknown, false));
    ASSERT_TRUE(explanation) << c.label;
    EXPECT_EQ(explanation_text(*explanation), c.text) << c.label;
    EXPECT_EQ(explanation->language, c.language) << c.label;
    EXPECT_EQ(explanation->outlook_kind, c.outlook) << c.label;
  }
}

TEST(ExplainOne, FailsWithoutTheLanguage) {
  const auto knowledge = knowledge_with({});
  ASSERT_NE(knowledge, nullptr);
  const MadeSite site;
  const Result<Explanation> explanation =
      Explainer(*knowledge)
          .explain_one(full_mailbox(Outlook::kFinal), "", nullptr, "ja",
                       site.context(Reader::kUnknown, false));
  ASSERT_FALSE(explanation);
  EXPECT_EQ(explanation.error().message, "there are no texts in the language \"ja\"");
}

}  // namespace
}  // namespace plainbounce
