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

}  // namespace
}  // namespace plainbounce
