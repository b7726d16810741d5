#include "core/dsn/ending_words.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(EndingWords, AReturnIsTold) {
  for (const char* text :
       {"Undeliverable: Hello", "Undelivered Mail Returned to Sender", "It has been returned.",
        "Delivery to the following recipient failed\n permanently:", "Unzustellbar: Hallo",
        "Mail ist zurück an Absender gegangen", "Retour à l'expéditeur", "Mensaje devuelto",
        "Messaggio non recapitabile", "Onbestelbaar", "Письмо возвращено отправителю", "配信不能",
        "退信", "반송된 메일"}) {
    EXPECT_TRUE(tells_of_return(text)) << text;
    EXPECT_TRUE(is_title_of_end(text)) << text;
  }
  for (const char* text :
       {"", "Undelivered mail", "Your message could not be delivered.", "Delivery failed.",
        "It will be returned to you after five days.", "konnte nicht zugestellt werden",
        "n'a pas pu être remis", "配信できません", "无法投递"}) {
    EXPECT_FALSE(tells_of_return(text)) << text;
  }
}

TEST(EndingWords, ATitleCallsItAFailure) {
  for (const char* subject :
       {"failure notice", "Delivery Status Notification (Failure)", "Mail delivery failed",
        "Zustellung fehlgeschlagen", "Échec de la remise : Hi", "Mancata consegna",
        "Dostarczenie wiadomości nie powiodło się", "Сбой доставки", "送信に失敗しました",
        "投递失败"}) {
    EXPECT_TRUE(is_title_of_end(subject)) << subject;
    EXPECT_FALSE(tells_of_return(subject)) << subject;
  }
  for (const char* subject :
       {"", "Undelivered mail", "Delivery Status Notification (Delay)",
        "Temporary delivery failure", "Transient delivery failure",
        "Zustellung vorübergehend fehlgeschlagen", "Échec temporaire : échec de la remise"}) {
    EXPECT_FALSE(is_title_of_end(subject)) << subject;
  }
}

}  // namespace
}  // namespace plainbounce
