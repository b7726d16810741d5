#include "core/dsn/failure_words.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(FailureWords, Failure) {
  for (const char* text :
       {"Your message could not be delivered.", "I wasn't able to\n  deliver your message",
        "DELIVERY FAILURE: User not listed", "Ihre Nachricht konnte nicht zugestellt werden",
        "Votre message n'a pas pu être remis", "No se pudo entregar su mensaje",
        "Ваше письмо не может быть доставлено", "メールを配信できませんでした。配信できません",
        "Votre message n\u2019a pas pu etre délivré à bob", "НЕ УДАЕТСЯ ДОСТАВИТЬ",
        "Ihre Nachricht konnte leider nicht an die folgenden Adressen zugestellt werden"}) {
    EXPECT_TRUE(tells_of_failure(text)) << text;
  }
  for (const char* text :
       {"I am out of the office until Monday.", "Your message was delivered.",
        "Ihre Nachricht wurde zugestellt", "Ihre Nachricht konnte zugestellt werden", ""}) {
    EXPECT_FALSE(tells_of_failure(text)) << text;
  }
}

TEST(FailureWords, Delay) {
  EXPECT_TRUE(tells_of_delay("The message has not yet been\ndelivered to bob@x.test"));
  EXPECT_TRUE(tells_of_delay("YOU DO NOT NEED TO RESEND YOUR MESSAGE."));
  EXPECT_FALSE(tells_of_delay("The message was not delivered."));
}

TEST(FailureWords, GivingUp) {
  EXPECT_TRUE(tells_of_giving_up("delivery failed; will not\ncontinue trying"));
  EXPECT_FALSE(tells_of_giving_up("We will continue trying."));
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

TEST(FailureWords, Absence) {
  EXPECT_TRUE(tells_of_absence("I am out of\nthe office."));
  EXPECT_FALSE(tells_of_absence("Your mail could not be delivered."));
}

TEST(FailureWords, Letter) {
  for (const char* text :
       {"Dear Anna,\n\nyour mail", "\nHi all,\n", "Sehr geehrte Frau Muster,", "Hola Ana!"}) {
    EXPECT_TRUE(begins_as_letter(text)) << text;
  }
  for (const char* text : {"Hi. This is the qmail-send program", "Dear is what he was to us\n",
                           "Sorry, no,", "", "Your mail,\n\nDear Anna,"}) {
    EXPECT_FALSE(begins_as_letter(text)) << text;
  }
}

}  // namespace
}  // namespace plainbounce
