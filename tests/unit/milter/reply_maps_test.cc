#include "milter/reply_maps.h"

#include <gtest/gtest.h>

#include "tests/support/milter/test_site.h"

namespace plainbounce {
namespace {

TEST(ReplyMaps, AnswersByName) {
  const auto snapshot = testing::make_snapshot(
      [](Snapshot& change) { change.replies.link_base = "https://help.box.example"; });
  struct {
    const char* request;
    const char* answer;
  } const cases[] = {
      {"footer 552 5.2.2 <x@box.example>: Recipient address rejected: Mailbox full",
       "OK The mailbox is full. Only the recipient can make room. "
       "https://help.box.example/codes/5.2.2"},
      {"footer 552-5.2.2 Mailbox\r\n552 5.2.2 full",
       "OK The mailbox is full. Only the recipient can make room. "
       "https://help.box.example/codes/5.2.2"},
      {"footer 550 5.7.1 no", "NOTFOUND "},
      {"footer ", "NOTFOUND "},
      {"footer", "NOTFOUND "},
      {"dsn 4.2.2 host a.test said: 452 4.2.2 Over quota",
       "OK 4.2.2 host a.test said: 452 4.2.2 Over quota -- The mailbox is full. Only the recipient "
       "can make room."},
      {"dsn 2.0.0 250 2.0.0 Ok: queued", "NOTFOUND "},
      {"FOOTER 552 5.2.2 Mailbox full", "PERM there is no such map; there are footer and dsn"},
      {"", "PERM there is no such map; there are footer and dsn"},
      {" footer", "PERM there is no such map; there are footer and dsn"},
  };
  for (const auto& c : cases) EXPECT_EQ(answer_lookup(*snapshot, c.request), c.answer) << c.request;
}

TEST(KeptAnswers, AreThoseThatWouldBeGiven) {
  const auto snapshot = testing::make_snapshot();
  const std::string requests[] = {
      "footer 552 5.2.2 <a@box.example>: Recipient address rejected: Mailbox full",
      "footer 552 5.2.2 <b@box.example>: Recipient address rejected: Mailbox full",
      "footer 550 5.1.1 <b@box.example>: Recipient address rejected: User unknown",
      "footer 550 5.1.1 <mailbox-full@box.example>: Recipient address rejected: no",
      "footer 550 5.1.1 <\"> b\"@box.example>: Recipient address rejected: User unknown",
      "footer 550-5.1.1 <a>: User\r\n550 5.1.1 unknown",
      "footer 550-5.5.3 <DATA>: Data command rejected: Multi-recipient bounce",
      "footer 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using a.test",
      "footer 554 5.7.1 Service unavailable; Client host [192.0.2.2] blocked using a.test",
      "footer 250 2.0.0 Ok",
      "footer ",
      "footer",
      "",
      "footer 552 5.2.2 Mailbox full" + std::string(1000, ' '),
      "dsn 4.2.2 host a.test said: 452 4.2.2 Over quota",
      "other 552 5.2.2 Mailbox full"};
  KeptAnswers answers;
  for (int round = 0; round < 2; ++round) {
    for (const std::string& request : requests) {
      EXPECT_EQ(answers.answer(*snapshot, request), answer_lookup(*snapshot, request)) << request;
    }
    EXPECT_EQ(answers.size(), 7U);
  }
}

TEST(KeptAnswers, AreForgottenWithTheSettings) {
  const auto before = testing::make_snapshot();
  const auto after = testing::make_snapshot(
      [](Snapshot& change) { change.replies.not_causes = {"mailbox-full"}; });
  KeptAnswers answers;
  const char* request = "footer 552 5.2.2 Mailbox full";
  EXPECT_NE(answers.answer(*before, request), "NOTFOUND ");
  answers.forget();
  EXPECT_EQ(answers.answer(*after, request), "NOTFOUND ");
}

TEST(KeptAnswers, AreFew) {
  const auto snapshot = testing::make_snapshot();
  KeptAnswers answers;
  for (size_t i = 0; i < 3 * KeptAnswers::kMostKept; ++i) {
    answers.answer(*snapshot, "footer 550 no " + std::to_string(i));
    ASSERT_LE(answers.size(), KeptAnswers::kMostKept);
  }
}

}  // namespace
}  // namespace plainbounce
