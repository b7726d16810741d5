#include "core/dsn/failure_subject.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(FailureSubject, HowItEnded) {
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
  EXPECT_TRUE(is_summary_subject("Zusammenfassung der unzustellbaren Nachrichten"));
  EXPECT_TRUE(is_summary_subject("Delivery failure notices (this week)"));
  for (const char* subject :
       {"3 messages could not be delivered", "Undelivered mail of the last 24 hours",
        "Unzustellbare Nachrichten", "Messages non remis", "Resumen del día",
        "Недоставленные сообщения", "Messaggi non recapitati", "Quarantine report",
        "Undelivered mail rate above 5 %"}) {
    EXPECT_TRUE(is_summary_subject(subject)) << subject;
  }
  for (const char* subject : {"Unzustellbare Nachricht", "Message non remis", "Undeliverable mail",
                              "Your message could not be delivered", "Mensaje no entregado"}) {
    EXPECT_FALSE(is_summary_subject(subject)) << subject;
  }
  EXPECT_FALSE(is_summary_subject("failure notice"));
  EXPECT_FALSE(is_summary_subject("Delivery Status Notification (Failure)"));
}

TEST(FailureSubject, Beginnings) {
  for (const char* subject :
       {"Undelivered Mail Returned to Sender", "failure notice", " Unzustellbar: Hallo",
        "Не удается доставить: Hi", "Nelze doručit: Hi", "Échec de remise : Hi", "配信不能通知",
        "Returned mail: User unknown"}) {
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

TEST(FailureSubject, Ticket) {
  EXPECT_TRUE(is_ticket_subject("Delivery problem [Ticket 4711] closed"));
  EXPECT_TRUE(is_ticket_subject("Ticket 4711: mail delivery failed"));
  EXPECT_TRUE(is_ticket_subject("Undelivered mail (case 12)"));
  EXPECT_TRUE(is_ticket_subject("[MAIL-77] Returned mail"));
  EXPECT_TRUE(is_ticket_subject("(MAIL-77) Returned mail"));
  for (const char* subject : {"Mail delivery failed", "[Mail] failed", "[MAIL-] failed",
                              "[-77] failed", "(re-77) failed", "[", "MAIL-77 failed"}) {
    EXPECT_FALSE(is_ticket_subject(subject)) << subject;
  }
}

TEST(FailureSubject, Repair) {
  EXPECT_TRUE(tells_of_repair("Delivery failure to bob@x.test: solved"));
  EXPECT_TRUE(tells_of_repair("Zustellung fehlgeschlagen - gelöst"));
  EXPECT_TRUE(tells_of_repair("closed "));
  EXPECT_FALSE(tells_of_repair("Delivery failed: unsolved"));
  EXPECT_FALSE(tells_of_repair("Undeliverable: solved riddles"));
}

}  // namespace
}  // namespace plainbounce
