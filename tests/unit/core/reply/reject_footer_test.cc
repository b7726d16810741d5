#include "core/reply/reject_footer.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "core/base/ascii.h"
#include "tests/support/whole_way.h"

namespace plainbounce {
namespace {

using testing::built_in_knowledge;

std::string footer(std::string_view reply, const ReplyPolicy& policy = {}) {
  return reject_footer(built_in_knowledge(), policy, reply).value_or("(none)");
}

TEST(RejectFooter, EachReplyByItsCause) {
  struct {
    const char* reply;
    const char* expected;
  } const cases[] = {
      {"550 5.1.1 <x@lab.test>: Recipient address rejected: User unknown in local recipient table",
       "This address does not exist. Look for a typing mistake, or ask the recipient for the "
       "current address."},
      {"554 5.7.1 <x@lab.test>: Relay access denied",
       "This mail service does not take messages for that address. Check the address and your "
       "login."},
      {"552 5.3.4 Message size exceeds fixed limit",
       "The message is too large. Send large files as a link."},
      {"450 4.2.0 <x@lab.test>: Recipient address rejected: Greylisted, see http://a.test/x.html",
       "New senders have to wait a little. The sending mail service should try again in some "
       "minutes."},
      {"501 5.1.3 Bad recipient address syntax",
       "This address is not written as an address must be. Look for blanks, commas and missing "
       "signs."},
      {"504 5.5.2 <foo>: Recipient address rejected: need fully-qualified address",
       "This address is not written as an address must be. Look for blanks, commas and missing "
       "signs."},
      {"554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org",
       "The mail service that sent the message is blocked here."},
      {"550-5.7.1 Our content filter found\r\n550 5.7.1 a virus in it",
       "The message may be harmful. Check your computer and the attachments with a virus scanner."},
      {"550 5.1.0 <a@b.test>: Sender address rejected: User unknown in virtual mailbox table",
       "The sender address is not accepted. Check it for a typing mistake."},
      // True of a wrong password and of no login at all.
      {"535 5.7.8 Error: authentication failed",
       "Your login is missing or was not accepted. Check user name and password for sending in "
       "your mail program."},
      {"553 5.7.1 <ann@x.test>: Sender address rejected: not logged in",
       "Your login is missing or was not accepted. Check user name and password for sending in "
       "your mail program."},
      // The inner reply tells why.
      {"450 4.1.1 <x@lab.test>: Recipient address rejected: unverified address: host a.test said: "
       "552 5.2.2 Mailbox full",
       "The mailbox is full. Only the recipient can make room."},
  };
  for (const auto& c : cases) EXPECT_EQ(footer(c.reply), c.expected) << c.reply;
}

TEST(RejectFooter, NoneWithoutACertainCause) {
  for (const char* reply :
       {"", "550", "550 ", "550 5.7.1 no", "554 5.7.1 <x@lab.test>: Access denied",
        "450 4.1.1 <x@lab.test>: Recipient address rejected: unverified address: in progress",
        "250 2.1.5 Ok", "354 End data", "user unknown", "5.1.1 user unknown",
        // What became of the MTA's own check of an address.
        "550-5.1.1 <bob@x.test>: Recipient address rejected: undeliverable address: host "
        "mx[192.0.2.1] said: 550 5.7.1 Client host blocked using zen.spamhaus.org",
        "450 4.1.7 <ann@x.test>: Sender address rejected: unverified address: connect to "
        "mx.x.test[192.0.2.1]:25: Connection timed out",
        // Other words than the MTA's own prove nothing.
        "554 5.7.1 <mailbox-full@lab.test>: Recipient address rejected: Access denied",
        "554 5.7.1 <over-quota>: Helo command rejected: Access denied",
        "554 5.7.1 <\"> User unknown\"@lab.test>: Recipient address rejected: User unknown"}) {
    EXPECT_EQ(footer(reply), "(none)") << reply;
  }
}

TEST(RejectFooter, NoneForWhatNoPersonSees) {
  for (const char* reply :
       {"500 5.5.2 Error: bad syntax", "501 5.5.4 Syntax: MAIL FROM:<address>",
        "502 5.5.2 Error: command not recognized", "503 5.5.1 Error: need MAIL command",
        "504 5.5.2 <foo>: Helo command rejected: need fully-qualified hostname",
        "421 4.7.0 mx.lab.test Error: too many connections from 192.0.2.1"}) {
    EXPECT_EQ(footer(reply), "(none)") << reply;
    ReplyPolicy all;
    all.not_causes.clear();
    all.not_codes.clear();
    const std::string known = footer(reply, all);
    // What is left out is left out by the lists, where it is certain at all.
    if (std::string_view(reply).starts_with("421")) {
      EXPECT_EQ(known, "The mail service is too busy right now.") << reply;
    }
  }
}

TEST(RejectFooter, ListsChoose) {
  const char* unknown = "550 5.1.1 <x@lab.test>: Recipient address rejected: User unknown";
  const char* relay = "554 5.7.1 <x@lab.test>: Relay access denied";
  struct {
    const char* label;
    ReplyPolicy policy;
    bool for_unknown;
    bool for_relay;
  } cases[] = {{"all", {}, true, true},
               {"one cause", {}, true, false},
               {"not one cause", {}, false, true},
               {"one code", {}, false, true},
               {"not one code", {}, false, true},
               {"chosen and refused", {}, false, false}};
  cases[1].policy.causes = {"address-unknown", "mailbox-full"};
  cases[2].policy.not_causes = {"address-unknown"};
  cases[3].policy.codes = {"554", "4.7.X"};
  cases[4].policy.not_codes = {"X.1.X"};
  cases[5].policy.codes = {"550", "554"};
  cases[5].policy.not_codes = {"550", "5.7.1"};
  for (const auto& c : cases) {
    EXPECT_EQ(footer(unknown, c.policy) != "(none)", c.for_unknown) << c.label;
    EXPECT_EQ(footer(relay, c.policy) != "(none)", c.for_relay) << c.label;
  }
}

TEST(RejectFooter, ALinkWhereThereIsABaseAndRoom) {
  ReplyPolicy policy;
  policy.link_base = "https://help.lab.test/b";
  const char* full = "552 5.2.2 <x@lab.test>: Recipient address rejected: Mailbox full";
  EXPECT_EQ(footer(full, policy),
            "The mailbox is full. Only the recipient can make room. "
            "https://help.lab.test/b/codes/5.2.2");
  // 5.2.99 has no page.
  EXPECT_EQ(footer("552 5.2.99 Mailbox full", policy),
            "The mailbox is full. Only the recipient can make room.");
  policy.link_base = "https://help.lab.test/$1";
  EXPECT_EQ(footer(full, policy),
            "The mailbox is full. Only the recipient can make room. "
            "https://help.lab.test/$$1/codes/5.2.2");
  for (const std::string& base :
       {std::string("https://a\\c.test"), std::string("https://f\xC3\xBC"),
        "https://" + std::string(400, 'a')}) {
    policy.link_base = base;
    EXPECT_EQ(footer(full, policy), "The mailbox is full. Only the recipient can make room.");
  }
  // Exactly 400 characters are possible.
  const size_t rest = 10 + footer(full).size() + 1 + std::string("/codes/5.2.2").size();
  policy.link_base = std::string(kReplyLineSize - rest, 'a');
  EXPECT_EQ(10 + footer(full, policy).size(), kReplyLineSize);
  policy.link_base += 'a';
  EXPECT_EQ(footer(full, policy), footer(full));
}

TEST(RejectFooter, InTheLanguageThatIsAskedForOrEnglish) {
  ReplyPolicy policy;
  policy.language = "de";
  const char* full = "552 5.2.2 <x@lab.test>: Recipient address rejected: Mailbox full";
  const std::string german =
      built_in_knowledge().texts("de")->causes.find("mailbox-full")->second.line;
  ASSERT_TRUE(is_ascii(german));
  EXPECT_EQ(footer(full, policy), german);
  EXPECT_NE(footer(full, policy), footer(full));
  policy.language = "xx";
  EXPECT_EQ(footer(full, policy), footer(full));
}

// Bits of replies in any order, whole lines of a corpus, and noise: the rules hold for each.
class Pieces {
 public:
  std::string next() {
    static const std::vector<std::string> pieces = {"550 ",
                                                    "554-",
                                                    "5.1.1 ",
                                                    "4.7.1 ",
                                                    "\r\n",
                                                    "\n",
                                                    "\r",
                                                    "<x@lab.test>: ",
                                                    "$recipient",
                                                    "${",
                                                    "\\n",
                                                    "\\c",
                                                    "User unknown",
                                                    "Mailbox full",
                                                    "Relay access denied",
                                                    "said: ",
                                                    "host a.test[192.0.2.1] ",
                                                    "Greylisted",
                                                    std::string("\0", 1),
                                                    "\xFF",
                                                    "spam ",
                                                    "virus ",
                                                    "Service unavailable; Client host [",
                                                    "] blocked using zen.spamhaus.org",
                                                    "\"",
                                                    "421 "};
    std::string text = random_() % 4 == 0 ? "" : "550 5.1.1 ";
    for (size_t count = random_() % 8; count > 0; --count)
      text += pieces[random_() % pieces.size()];
    return text;
  }

 private:
  std::mt19937 random_{5};  // NOLINT: the same sequence each time
};

TEST(RejectFooter, IsAlwaysOneSafeLine) {
  Pieces pieces;
  ReplyPolicy policy;
  policy.link_base = "https://help.lab.test/$x";
  size_t some = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string reply = pieces.next();
    const auto line = reject_footer(built_in_knowledge(), policy, reply);
    if (!line) continue;
    ++some;
    EXPECT_FALSE(line->empty());
    EXPECT_LE(line->size(), kReplyLineSize - 4);
    EXPECT_EQ(printable_size(*line), line->size()) << reply;
    EXPECT_EQ(line->find('\\'), std::string::npos) << reply;
    EXPECT_EQ(line->find("lab.test>"), std::string::npos) << reply;
    for (size_t at = line->find('$'); at != std::string::npos; at = line->find('$', at + 2)) {
      EXPECT_EQ((*line)[at + 1], '$') << *line;
    }
  }
  EXPECT_GT(some, 1000U);
}

}  // namespace
}  // namespace plainbounce
