#include "core/decode/pasted_text.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(PastedText, FieldsOfAStatus) {
  const auto pasted = read_pasted_text(
      "Reporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; bob@example.net\n"
      "Action: failed\nStatus: 5.1.1\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kReport);
  ASSERT_EQ(pasted->report.recipients.size(), 1U);
  EXPECT_EQ(pasted->report.recipients.front().final_recipient->value, "bob@example.net");
  EXPECT_FALSE(pasted->reply);
}

TEST(PastedText, QuotedInAReply) {
  const auto pasted = read_pasted_text(
      "> Final-Recipient: rfc822; bob@example.net\r\n> Action: failed\r\n>\r\n> Status: 5.1.1\r\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kReport);
}

TEST(PastedText, AReplyAlone) {
  const auto pasted = read_pasted_text("550 5.1.1 No such user\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kLegacy);
  ASSERT_EQ(pasted->report.recipients.size(), 1U);
  EXPECT_EQ(pasted->report.recipients.front().diagnostic_code->value, "550 5.1.1 No such user");
}

// Numbers in sentences look like codes.
TEST(PastedText, ANumberInASentenceIsDoubtful) {
  struct Case {
    const char* text;
    bool doubtful;
  };
  const Case cases[] = {
      {"550 5.1.1 No such user", false},
      {"550 No such user", false},
      {"5.1.1 No such user", false},
      {"5.1.1", false},
      {"5.1.1 The tenant pays\n5.1.2 The owner does not", true},
      {"version: 5.1.1", true},
      {"status: 4.4.1", true},
      {"It came back with error 5.1.1 today", false},
      {"It came back (5.1.1) today", true},
      {"It came back\n#5.1.1", false},
      {"{\"message\": \"5.1.1 No such user\"}", false},
      {"They said 550 5.1.1 No such user", false},
      {"<bob@example.net>: 550 No such user", false},
      {"host mx.example.net[192.0.2.1] said: 550 No such user", false},
      {"We went to 5.2.2 today and to 4.3.1 later", true},
      {"I paid 550 euros for the 5.1.1 sound system", true},
      {"Room: 500 people fit in there", true},
      {"Mail says: 550 No such user", true},
      {"501 Main Street", false},
      {"501 Main Street\nSpringfield\n\nDear Anna,\nsee you soon.", true},
      {"501 rooms away\nthere is a town", true},
      {"550 No such\nuser", true},
      {"550 5.1.1 No such\nuser", false},
      {"550-No such user\n550 here", false},
      {"My letter could not be delivered, bob@example.net says hi", true},
      {"550-One\n\nnot the same paragraph", false},
  };
  for (const Case& c : cases) {
    const auto pasted = read_pasted_text(c.text);
    ASSERT_TRUE(pasted) << c.text;
    EXPECT_EQ(pasted->doubtful, c.doubtful) << c.text;
  }
}

// Every notice of such a program begins so; addresses are often blacked out before they are shown.
TEST(PastedText, NoticesOfProgramsWithoutHeader) {
  const std::string postfix =
      "This is the mail system at host mx.example.org.\n\nI'm sorry to have to inform you that "
      "your message could not\nbe delivered to one or more recipients.\n\n";
  struct Case {
    const char* label;
    std::string text;
    const char* recipient;
  };
  for (const Case& c :
       {Case{"nobody", postfix + "               The mail system\n", ""},
        Case{"blacked out", postfix + "<XXX>: User unknown in virtual alias table\n", ""},
        Case{"alias", postfix + "<XXX> (expanded from <bob@example.net>): User unknown in\n    x\n",
             "bob@example.net"},
        Case{"quoted",
             "> Delivery to the following recipient has been delayed:\n> \n>  "
             "bob@example.net\n",
             "bob@example.net"},
        Case{"Haraka",
             "Hi. This is the Haraka Mailer program at mx.example.org.\nI'm afraid I "
             "wasn't able to deliver your message to the following addresses.\n\n"
             "Intended Recipients: <bob@example.net>\nFailure Reason: x\n",
             "bob@example.net"},
        Case{
            "Markdown",
            "This message was created automatically by mail delivery software.\nA message that you "
            "sent has not yet been delivered to one or more of its\nrecipients after 24 hours.\n\n"
            "The address to which the message has not yet been delivered is:\n\n"
            "  [bob@example.net](mailto:bob@example.net)\n",
            "bob@example.net"},
        Case{"Gmail",
             "Delivery incomplete\n--\nThere was a temporary problem delivering your message "
             "to bob@example.net. Gmail will retry for 46 more hours.\n",
             "bob@example.net"},
        Case{"Groups",
             "Hello anna@example.org, We're writing to let you know that the group you "
             "tried to contact (all) may not exist, or you may not have permission.\n",
             ""},
        Case{"Exchange Online",
             "Your message to bob@example.net couldn't be delivered.\n\nbob "
             "wasn't found at example.net.\n",
             "bob@example.net"}}) {
    const auto pasted = read_pasted_text(c.text);
    ASSERT_TRUE(pasted) << c.label;
    EXPECT_FALSE(pasted->doubtful) << c.label;
    ASSERT_EQ(pasted->report.recipients.size(), 1U) << c.label;
    const auto& recipient = pasted->report.recipients.front().final_recipient;
    EXPECT_EQ(recipient ? recipient->value : "", c.recipient) << c.label;
  }
  // Further down, somebody tells about one.
  std::string lines;
  for (int i = 0; i < 20; ++i) lines += "a line\n";
  EXPECT_FALSE(read_pasted_text(lines + postfix));
}

TEST(PastedText, WordsAroundTheFieldsOfAStatus) {
  const auto pasted = read_pasted_text(
      "<bob@example.net>: host mx.example.net[192.0.2.1] refused to talk to me: 554 5.7.1 no\n\n"
      "Final-Recipient: rfc822; bob@example.net\nAction: delayed\nStatus: 4.7.1\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(pasted->kind, MessageKind::kReport);
  EXPECT_EQ(pasted->report.recipients.front().notice_text,
            "host mx.example.net[192.0.2.1] refused to talk to me: 554 5.7.1 no");
}

TEST(PastedText, AnAddressAndAFewLinesAreDoubtful) {
  const auto pasted = read_pasted_text("bob@example.net (bob@example.net)\nThe mailbox is full.\n");
  ASSERT_TRUE(pasted);
  EXPECT_TRUE(pasted->doubtful);
  EXPECT_EQ(pasted->report.recipients.front().final_recipient->value, "bob@example.net");
  EXPECT_FALSE(read_pasted_text("bob@example.net\n1\n2\n3\n4\n5\n6\n"));
}

TEST(PastedText, APageAboutReplies) {
  const std::string page = "What they mean\nOne host said: 550 No such user\nIt is unknown\n";
  EXPECT_TRUE(read_pasted_text(page));
  EXPECT_EQ(
      read_pasted_text(page + "552 Mailbox full\nIt is full\n550 5.7.1 Rejected\n").error().message,
      "the text is a list of replies");
}

TEST(PastedText, AShortNoticeHasSoManyLinesAndBytes) {
  const std::string five_lines = "bob@example.net\n1\n2\n3\n4\n";
  EXPECT_TRUE(read_pasted_text(five_lines + "the mailbox is full\n"));
  EXPECT_FALSE(read_pasted_text(five_lines + "the mailbox is full\n6\n"));
  const std::string words = "bob@example.net\nThe mailbox is full.";
  constexpr size_t kMostBytes = 2000;
  EXPECT_TRUE(read_pasted_text(words + std::string(kMostBytes - words.size(), '.')));
  EXPECT_FALSE(read_pasted_text(words + std::string(kMostBytes - words.size() + 1, '.')));
}

TEST(PastedText, ALinkIsSoLongAtMost) {
  const auto recipient = [](const std::string& address) {
    const auto pasted =
        read_pasted_text("550 5.1.1 <[" + address + "](mailto:" + address + ")>: User unknown\n");
    return pasted ? pasted->report.recipients.front().diagnostic_code->value : std::string("none");
  };
  constexpr size_t kLongest = 500;
  const std::string domain = "@example.net";
  // The bracket behind the address belongs to what is looked at.
  const std::string longest = std::string(kLongest - 1 - domain.size(), 'b') + domain;
  EXPECT_EQ(recipient(longest), "550 5.1.1 <" + longest + ">: User unknown");
  const std::string longer = "b" + longest;
  EXPECT_EQ(recipient(longer), "550 5.1.1 <[" + longer + "](mailto:" + longer + ")>: User unknown");
}

// What is written about codes, and numbers that are no codes.
TEST(PastedText, WhatIsWrittenAboutACodeIsNoReply) {
  for (const char* const text :
       {"Reason code 5.2.2 means the mailbox is full",
        "In SMTP, 550 5.1.1 means user unknown, and 552 5.2.2 means mailbox full",
        "5.1.1 stands for an unknown user", "Der Code 5.2.2 bedeutet: Postfach voll"}) {
    const auto pasted = read_pasted_text(text);
    ASSERT_FALSE(pasted) << text;
    EXPECT_EQ(pasted.error().message, "the text explains a code") << text;
  }
  for (const char* const text :
       {"552 EUR for the mailbox, full price", "500 miles away\nis a town", "550 $ for 5 rooms"}) {
    const auto pasted = read_pasted_text(text);
    ASSERT_FALSE(pasted) << text;
    EXPECT_EQ(pasted.error().message, "the number at the beginning is an amount") << text;
  }
  EXPECT_TRUE(read_pasted_text("550 5.1.1 <bob@example.net> means nobody"));
}

TEST(PastedText, ANoticeThatSomebodyQuotes) {
  const std::string notice =
      "> This is the mail system at host mx.example.org.\n>\n"
      "> I'm sorry to have to inform you that your message could not\n"
      "> be delivered to one or more recipients.\n>\n"
      "> <bob@example.net>: Host or domain name not found\n";
  const auto pasted = read_pasted_text("I get this twice a day:\n\n" + notice + "\nWhy?\n");
  ASSERT_TRUE(pasted);
  EXPECT_FALSE(pasted->doubtful);
  ASSERT_EQ(pasted->report.recipients.size(), 1U);
  EXPECT_EQ(pasted->report.recipients.front().final_recipient->value, "bob@example.net");
  // What begins otherwise may be anything.
  EXPECT_FALSE(read_pasted_text("She wrote:\n\n> one\n> bob@example.net is full\n> three\n\nOh."));
}

TEST(PastedText, ACodeBelowAnAddressIsNotDoubtful) {
  const auto pasted = read_pasted_text(
      "Your message for <bob@example.net> could not be delivered.\n\nReason:\n\n"
      "5.1.1 x; that service is not mapped\n");
  ASSERT_TRUE(pasted);
  EXPECT_FALSE(pasted->doubtful);
}

TEST(PastedText, NeitherOfThem) {
  EXPECT_EQ(read_pasted_text("Dear all,\nthe meeting is at noon.\n").error().message,
            "the text is neither a mail message nor holds a delivery status or a reply");
  EXPECT_EQ(read_pasted_text(" \n").error().message, "the input is empty");
}

}  // namespace
}  // namespace plainbounce
