#include "core/dsn/sendmail_transcript.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

PerRecipientFields recipient(const std::string& address, const std::string& type = "",
                             const std::string& diagnostic = "") {
  PerRecipientFields fields;
  fields.final_recipient = TypedValue{"rfc822", address};
  if (!diagnostic.empty()) fields.diagnostic_code = TypedValue{type, diagnostic};
  return fields;
}

// Replies stand in reverse order below ">>> DATA", and Sendmail's closing line says "User unknown"
// of every 550.
constexpr std::string_view kFourRecipients =
    "The original message was received\n"
    "\n"
    "   ----- The following addresses had permanent fatal errors -----\n"
    "<nouser@sink.test>\n"
    "\n"
    "   ----- Transcript of session follows -----\n"
    "... while talking to [192.0.2.1]:\n"
    ">>> DATA\n"
    "<<< 550-5.7.26 The sender is unauthenticated.\n"
    "<<< 550-5.7.26 See https://support.sink.test/81126\n"
    "<<< 550 5.7.26 x1 - gsmtp\n"
    "550 5.1.1 <policy@sink.test>... User unknown\n"
    "<<< 552 5.2.2 <full@sink.test>: mailbox full\n"
    "554 5.0.0 Service unavailable\n"
    "<<< 550 5.1.1 <nouser@sink.test>: no such user\n"
    "550 5.1.1 <nouser@sink.test>... User unknown\n"
    "550 5.1.2 <someone@nohost.test>... Host unknown (Name server: nohost.test: host not found)\n"
    "\n"
    "   ----- Original message follows -----\n"
    "550 5.9.9 <nouser@sink.test>... not part of it\n";

TEST(SendmailTranscript, SeveralRecipients) {
  const auto steps = read_sendmail_transcript(kFourRecipients);
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[0].replies.size(), 3U);
  EXPECT_EQ(steps[0].address, "policy@sink.test");
  EXPECT_EQ(steps[1].closing, "554 5.0.0 Service unavailable");
  struct Case {
    const char* label;
    PerRecipientFields fields;
    const char* text;
  };
  const Case cases[] = {
      {"cut reply made whole",
       recipient("policy@sink.test", "smtp", "550-5.7.26 The sender is unauthenticated."),
       "550-5.7.26 The sender is unauthenticated.\n"
       "550-5.7.26 See https://support.sink.test/81126\n550 5.7.26 x1 - gsmtp"},
      {"whole reply needs nothing", recipient("nouser@sink.test", "smtp", "550 5.1.1 no"), ""},
      {"no diagnostic: Sendmail's own line", recipient("Someone@NoHost.test"),
       "550 5.1.2 <someone@nohost.test>... Host unknown (Name server: nohost.test: host not "
       "found)"},
      {"no diagnostic: the server's reply", recipient("nouser@sink.test"),
       "550 5.1.1 <nouser@sink.test>: no such user"},
      {"closing line without address is nobody's", recipient("full@sink.test"), ""},
      {"not in the transcript", recipient("other@sink.test"), ""},
  };
  for (const Case& c : cases) EXPECT_EQ(transcript_text(steps, c.fields, false), c.text) << c.label;
}

TEST(SendmailTranscript, OneRecipient) {
  struct Case {
    const char* label;
    const char* lines;
    PerRecipientFields fields;
    const char* text;
  };
  const Case cases[] = {
      {"exit code: the program's words",
       "procmail: Quota exceeded while writing \"/var/mail/mail\"\n"
       "550 5.0.0 <mail@mta.test>... Can't create output\n",
       recipient("mail@mta.test", "x-unix", "73"),
       "procmail: Quota exceeded while writing \"/var/mail/mail\""},
      {"exit code, closing line without address",
       "The ticket system is closed\n554 5.0.0 Service unavailable\n",
       recipient("prog@mta.test", "x-unix", "69"), "The ticket system is closed"},
      {"exit code without words", "550 5.1.1 <u@mta.test>... User unknown\n",
       recipient("u@mta.test", "x-unix", "67"), "550 5.1.1 <u@mta.test>... User unknown"},
      {"deferred",
       "<u@dead.test>... Deferred: Connection refused by [192.0.2.1]\n"
       "Message could not be delivered for 5 days\nMessage will be deleted from queue\n",
       recipient("u@dead.test"), "<u@dead.test>... Deferred: Connection refused by [192.0.2.1]"},
      {"follow-up reply is another step",
       ">>> DATA\n<<< 451 4.7.1 <t@sink.test>: Greylisted\n"
       "<t@sink.test>... Deferred: 451 4.7.1 <t@sink.test>: Greylisted\n"
       "<<< 554 5.5.1 no valid recipients\n",
       recipient("t@sink.test"), "451 4.7.1 <t@sink.test>: Greylisted"},
      {"address without brackets", "<<< 550 no\n550 5.1.1 nouser@sink.test... User unknown\n",
       recipient("nouser@sink.test"), "550 no"},
      {"one recipient, one step, another name for it", "550 5.1.2 <alias@x.test>... Host unknown\n",
       recipient("@relay.test"), "550 5.1.2 <alias@x.test>... Host unknown"},
      {"two steps, neither about it",
       "550 5.1.2 <a@x.test>... Host unknown\n550 5.1.1 <b@x.test>... User unknown\n",
       recipient("c@x.test"), ""},
      {"no line about it", "Message delivered to mailing list <l@mta.test>\n",
       recipient("u@mta.test"), ""},
  };
  for (const Case& c : cases) {
    const std::string notice =
        std::string("   ----- Transcript of session follows -----\n") + c.lines;
    EXPECT_EQ(transcript_text(read_sendmail_transcript(notice), c.fields, true), c.text) << c.label;
  }
}

TEST(SendmailTranscript, ActualRecipientNamesIt) {
  PerRecipientFields fields = recipient("sales@mta.test");
  fields.other.push_back({"X-Actual-Recipient", "rfc822; nouser@sink.test"});
  const auto steps = read_sendmail_transcript(
      "   ----- Transcript of session follows -----\n"
      "<<< 550 no\n550 5.1.1 nouser@sink.test... User unknown\n"
      "<<< 551 no\n550 5.1.1 other@sink.test... User unknown\n");
  EXPECT_EQ(transcript_text(steps, fields, false), "550 no");
}

TEST(SendmailTranscript, TwoRepliesThatBeginAlikeAreLeftOut) {
  const auto steps = read_sendmail_transcript(
      "   ----- Transcript of session follows -----\n"
      "<<< 550-no\n<<< 550 a\n550 5.1.1 <a@x.test>... User unknown\n"
      "<<< 550-no\n<<< 550 b\n550 5.1.1 <b@x.test>... User unknown\n");
  EXPECT_EQ(transcript_text(steps, recipient("a@x.test", "smtp", "550-no"), false), "");
}

TEST(SendmailTranscript, ALineShorterThanACodeIsAReplyOfItsOwn) {
  const auto steps = read_sendmail_transcript(
      "   ----- Transcript of session follows -----\n"
      "<<< )\n"
      "<<< \n"
      "<<< 550 5.1.1 no such user\n");
  ASSERT_EQ(steps.size(), 3U);
  EXPECT_EQ(steps[0].replies, std::vector<std::string>{")"});
  EXPECT_EQ(steps[2].replies, std::vector<std::string>{"550 5.1.1 no such user"});
}

TEST(SendmailTranscript, NoSection) {
  EXPECT_TRUE(read_sendmail_transcript("550 5.1.1 <a@x.test>... User unknown\n").empty());
  EXPECT_TRUE(read_sendmail_transcript("").empty());
}

}  // namespace
}  // namespace plainbounce
