#include "core/dsn/failure_words.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(FailureWords, Failure) {
  for (const char* text :
       {"Your message could not be delivered.", "I wasn't able to\n  deliver your message",
        "DELIVERY FAILURE: User not listed", "Ihre Nachricht konnte nicht zugestellt werden",
        "Votre message n'a pas pu être remis", "No se pudo entregar su mensaje",
        "Ваше письмо не может быть доставлено", "メールを配信できませんでした。配信できません"}) {
    EXPECT_TRUE(tells_of_failure(text)) << text;
  }
  for (const char* text : {"I am out of the office until Monday.", "Your message was delivered.",
                           "Ihre Nachricht wurde zugestellt", ""}) {
    EXPECT_FALSE(tells_of_failure(text)) << text;
  }
}

TEST(FailureWords, Delay) {
  EXPECT_TRUE(tells_of_delay("The message has not yet been\ndelivered to bob@x.test"));
  EXPECT_TRUE(tells_of_delay("YOU DO NOT NEED TO RESEND YOUR MESSAGE."));
  EXPECT_FALSE(tells_of_delay("The message was not delivered."));
}

TEST(FailureWords, Success) {
  for (const char* text : {"Your message has been delivered", "Successful Mail Delivery Report",
                           "Delivery Notification: successful"}) {
    EXPECT_TRUE(tells_of_success(text)) << text;
  }
  for (const char* text : {"Your message has not been delivered", "Delivery was not successful",
                           "Delivery unsuccessful"}) {
    EXPECT_FALSE(tells_of_success(text)) << text;
  }
}

TEST(FailureWords, SubjectThatSaysHowItEnded) {
  for (const char* subject : {"Undelivered Mail Returned to Sender", "[BOUNCE]Hi",
                              "Delivery Status Notification (Failure)"}) {
    EXPECT_TRUE(tells_of_failure_in_subject(subject)) << subject;
  }
  for (const char* subject : {"Delivery report", "Mail delivery", "Re: failure notice",
                              "Bounce rates", "échecs : tournoi", ""}) {
    EXPECT_FALSE(tells_of_failure_in_subject(subject)) << subject;
  }
  EXPECT_TRUE(is_failure_subject("échec de la remise : Hi"));
  EXPECT_FALSE(is_failure_subject("échecs : tournoi"));
  EXPECT_TRUE(is_summary_subject("Undeliverable mail summary"));
  EXPECT_FALSE(is_summary_subject("Undeliverable: Weekly report"));
  EXPECT_TRUE(tells_of_absence("I am out of\nthe office."));
  EXPECT_FALSE(tells_of_absence("Your mail could not be delivered."));
}

TEST(FailureWords, Subject) {
  for (const char* subject : {"Undelivered Mail Returned to Sender", "failure notice",
                              " Unzustellbar: Hallo", "Returned mail: User unknown"}) {
    EXPECT_TRUE(is_failure_subject(subject)) << subject;
  }
  for (const char* subject : {"Fwd: Undelivered Mail Returned to Sender", "Re: failure notice",
                              "AW: Unzustellbar: Hallo", "Lunch", ""}) {
    EXPECT_FALSE(is_failure_subject(subject)) << subject;
  }
  EXPECT_TRUE(is_forwarded_failure_subject("Fwd: AW: Undelivered Mail Returned to Sender"));
  EXPECT_FALSE(is_forwarded_failure_subject("Undelivered Mail Returned to Sender"));
  EXPECT_FALSE(is_forwarded_failure_subject("Fwd: Lunch"));
}

TEST(FailureWords, ReturnedMessage) {
  for (const char* line :
       {"--- Below this line is a copy of the message.", "Original message follows.",
        "   ----- Unsent message follows -----", "Message headers follow.",
        "    Below is a copy of the original message:", "------ Original message ------",
        "Received: from a.test by b.test", "Return-Path: <a@x.test>",
        "------- Returned Message --------"}) {
    EXPECT_TRUE(begins_returned_message(line)) << line;
  }
  for (const char* line :
       {"A copy of your message was sent to the recipient's manager today", "bob@x.test: no",
        "The following addresses did NOT receive a copy of your message:",
        "----- Transcript of session follows -----", "Your message was received: thanks", ""}) {
    EXPECT_FALSE(begins_returned_message(line)) << line;
  }
}

}  // namespace
}  // namespace plainbounce
