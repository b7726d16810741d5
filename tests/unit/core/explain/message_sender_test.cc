#include "core/explain/message_sender.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using Kind = MessageSender::Kind;

TEST(MessageSender, ByTheReportThenByTheReturnedMessage) {
  struct Case {
    const char* label;
    const char* field;  // null: none
    const char* value;
    const char* return_path;  // null: none
    bool returns_report;
    Kind kind;
    const char* address;
  };
  const Case cases[] = {
      {"Postfix says it", "X-Postfix-Sender", "rfc822; alice@box.example", "eve@x.example", false,
       Kind::kSomebody, "alice@box.example"},
      {"another name of the mail system", "X-Our-Mailer-Sender", "rfc822; <a@box.example>", nullptr,
       false, Kind::kSomebody, "a@box.example"},
      {"letters beyond ASCII", "X-Postfix-Sender", "utf-8; jörg@box.example", nullptr, false,
       Kind::kSomebody, "jörg@box.example"},
      {"control characters", "X-Postfix-Sender", "rfc822; a\x1b@box.example", nullptr, false,
       Kind::kSomebody, "a @box.example"},
      {"a bounce came back", "X-Postfix-Sender", "rfc822; MAILER-DAEMON@mx.box.example", nullptr,
       true, Kind::kNotice, ""},
      {"an automatic message came back", "X-Postfix-Sender", "rfc822; MAILER-DAEMON@mx.box.example",
       nullptr, false, Kind::kAutomatic, ""},
      {"the returned message alone says it", nullptr, "", "<alice@box.example>", false,
       Kind::kSomebody, "alice@box.example"},
      {"its sender was null", nullptr, "", "<>", true, Kind::kNotice, ""},
      {"Sendmail's name for it", nullptr, "", "<MAILER-DAEMON>", false, Kind::kAutomatic, ""},
      {"a report about somebody's message", "X-Postfix-Sender", "rfc822; a@box.example", nullptr,
       true, Kind::kSomebody, "a@box.example"},
      {"nothing says it", nullptr, "", nullptr, true, Kind::kUnknown, ""},
      {"a field of another kind", "X-Postfix-Sender", "alice", nullptr, false, Kind::kUnknown, ""},
  };
  for (const Case& c : cases) {
    DeliveryReport report;
    if (c.field != nullptr) report.message.other.push_back({c.field, c.value});
    report.original.emplace();
    if (c.return_path != nullptr) report.original->return_path = c.return_path;
    report.original->is_delivery_report = c.returns_report;
    const MessageSender sender = sender_of(report);
    EXPECT_EQ(sender.kind, c.kind) << c.label;
    EXPECT_EQ(sender.address, c.address) << c.label;
  }
}

}  // namespace
}  // namespace plainbounce
