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
  for (const char* text : {"It could not be delivered yet to:",
                           "Further attempts will be made for 3 days.",
                           "Delivery attempts continue; it will be tried again.",
                           "Ihre Nachricht konnte bisher nicht zugestellt werden an:",
                           "Es werden weitere Zustellversuche unternommen.",
                           "Votre message n'a pu être remis pour l'instant à :",
                           "No se ha podido entregar aún a:",
                           "Il messaggio non è ancora stato consegnato",
                           "A mensagem ainda não foi entregue",
                           "Uw bericht is nog niet bezorgd bij:",
                           "Próby doręczenia będą kontynuowane.",
                           "Zprávu dosud nebylo možné doručit:",
                           "Správu zatiaľ nebolo možné doručiť",
                           "Még nem sikerült kézbesíteni",
                           "Mesajul nu a putut fi livrat încă",
                           "Meddelandet kunde ännu inte levereras till:",
                           "Meddelelsen kunne endnu ikke leveres",
                           "Meldingen kunne foreløpig ikke leveres til:",
                           "Viestiä ei voitu toimittaa vielä:",
                           "Ваше сообщение ещё не доставлено:",
                           "Попытки будут продолжены.",
                           "Повідомлення ще не доставлено",
                           "Το μήνυμα ακόμη δεν έχει παραδοθεί",
                           "İleti henüz teslim edilemedi",
                           "Pesan belum dapat dikirim",
                           "メッセージはまだ配信できませんでした。",
                           "再送を続けます。",
                           "您的邮件暂时无法投递到：",
                           "系統將繼續嘗試。",
                           "메시지가 아직 전달되지 못했습니다"}) {
    EXPECT_TRUE(tells_of_delay(text)) << text;
  }
  for (const char* text :
       {"The message was not delivered.", "Please try again later.",
        "Ihre Nachricht konnte nicht zugestellt werden", "Versuchen Sie es später erneut",
        "Votre message n'a pas pu être remis", "No se pudo entregar su mensaje",
        "Сообщение не доставлено. Повторите попытку позже.", "配信できませんでした", "无法投递"}) {
    EXPECT_FALSE(tells_of_delay(text)) << text;
  }
}

TEST(FailureWords, GivingUp) {
  EXPECT_TRUE(tells_of_giving_up("delivery failed; will not\ncontinue trying"));
  for (const char* text :
       {"No further attempts will be made.", "Further attempts will not be made.",
        "Es werden keine weiteren Zustellversuche unternommen.",
        "Weitere Zustellversuche werden nicht unternommen.",
        "Aucune nouvelle tentative ne sera faite.", "No se volverá a intentar.",
        "Er worden geen verdere pogingen gedaan.", "Kolejne próby nie będą podejmowane.",
        "Попытки доставки прекращены.", "再試行しません。", "系统不会继续尝试。"}) {
    EXPECT_TRUE(tells_of_giving_up(text)) << text;
  }
  for (const char* text : {"We will continue trying.", "Further attempts will be made.",
                           "Es werden weitere Zustellversuche unternommen."}) {
    EXPECT_FALSE(tells_of_giving_up(text)) << text;
  }
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
