#include "core/reply/client_words.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

constexpr size_t kCodes = 10;  // "550 5.1.1 "

TEST(ClientWords, AreLeftOut) {
  struct {
    const char* reply;
    const char* expected;
  } const cases[] = {
      {"550 5.1.1 <spam@lab.test>: Recipient address rejected: User unknown",
       "550 5.1.1 <->: Recipient address rejected: User unknown"},
      {"554 5.7.1 <virus.test[192.0.2.1]>: Client host rejected: Access denied",
       "554 5.7.1 <->: Client host rejected: Access denied"},
      {"554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using bl.test; [x]",
       "554 5.7.1 Service unavailable; Client host [-] blocked using bl.test; [x]"},
      {"554 5.7.1 Service unavailable; Sender address [full@x.test] blocked using bl.test",
       "554 5.7.1 Service unavailable; Sender address [-] blocked using bl.test"},
      {"550 5.1.1 <>: Sender address rejected: no", "550 5.1.1 <->: Sender address rejected: no"},
  };
  for (const auto& c : cases) EXPECT_EQ(without_client_words(c.reply, kCodes), c.expected);
}

TEST(ClientWords, WordsOfTheServerStay) {
  for (const char* reply :
       {"550 5.5.3 <DATA>: Data command rejected: Multi-recipient bounce",
        "550 5.7.1 <END-OF-MESSAGE>: End-of-data rejected: spam",
        "552 5.3.4 Message size exceeds fixed limit", "554 5.7.1 Service unavailable; no",
        "550-5.1.1 one\r\n550 5.1.1 <x@y>: two", "550 5.1.1 "}) {
    EXPECT_EQ(without_client_words(reply, kCodes), reply);
  }
}

TEST(ClientWords, WhereTheEndIsNotSureNothingIsTaken) {
  for (const char* reply :
       {"550 5.1.1 <\"a> b\"@x.test>: Recipient address rejected: User unknown",
        "550 5.1.1 <a b@x.test>: Recipient address rejected: User unknown", "550 5.1.1 <a@x.test",
        "550 5.1.1 <a<b>: no", "554 5.7.1 Service unavailable; Client host [a b] blocked",
        "554 5.7.1 Service unavailable; Client host [192.0.2.1"}) {
    EXPECT_EQ(without_client_words(reply, kCodes), std::nullopt) << reply;
  }
}

}  // namespace
}  // namespace plainbounce
