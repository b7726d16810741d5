// A reply without a report around it.
#include <gtest/gtest.h>

#include "core/diagnosis/diagnoser.h"
#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

TEST(Diagnoser, OneReplyAlone) {
  struct {
    const char* reply;
    const char* host;
    const char* expected;
  } const cases[] = {
      {"550 5.7.26 This email has been blocked because the sender is unauthenticated", "",
       "authentication-failed final permanent sender-admin certain 5.7.26 gmail"},
      {"452 4.2.2 Over quota", "", "mailbox-full retrying temporary recipient certain 4.2.2 "},
      {"250 2.0.0 Ok: queued", "", "delivered done success nobody likely 250 "},
      {"550 5.7.27 blocked", "gmail-smtp-in.l.google.com",
       "authentication-failed final permanent sender-admin certain 5.7.27 gmail"},
      {"550 5.7.27 done", "mx.example.org", "unclear final permanent sender unsure 5.7.27 "},
      {"550 5.4.1 done", "mx.example.org", "unclear final permanent sender unsure 5.4.1 "},
      {"550 5.1.0 sender rejected", "",
       "sender-refused final permanent sender-admin likely 5.1.0 "},
      {"550 Helo domain is listed in Spamhaus", "",
       "blocked-ip final permanent sender-admin certain 550 "},
      {"550 The sending IP 192.0.2.1 is not listed in the SPF record", "",
       "authentication-failed final permanent sender-admin likely 550 "},
      {"550 Unauthenticated mail not allowed from this range", "",
       "policy-refusal final permanent sender-admin likely 550 "},
      {"450 4.1.1 <bob@example.org>: Recipient address rejected: unverified address: Address "
       "verification in progress",
       "", "unclear retrying temporary nobody unsure 4.1.1 "},
      {"550 5.1.1 done", "MTA6.AM0.YAHOODNS.NET.",
       "address-unknown final permanent sender likely 5.1.1 yahoo"},
      {"no code, user unknown", "", "address-unknown final permanent sender likely  "},
      {"", "", "unclear final permanent sender unsure  "},
  };
  for (const auto& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), c.host);
    EXPECT_EQ(testing::summary(diagnosis) + " " + diagnosis.provider, c.expected) << c.reply;
  }
}

// What a word speaks of counts, not that it stands there: the sender, a host, a list, a bounce.
TEST(Diagnoser, WordsOfAnotherThingAreNoReason) {
  struct {
    const char* reply;
    const char* cause;
    Confidence confidence;
  } const cases[] = {
      {"550 Your IP address does not exist in our database", "unclear", Confidence::kUnsure},
      {"550 Account is disabled, user unknown", "mailbox-disabled", Confidence::kLikely},
      {"550 5.1.1 Account is disabled, user unknown", "address-unknown", Confidence::kLikely},
      {"550 5.1.0 <anna@example.net>: Sender address rejected: User unknown in local recipient "
       "table",
       "sender-refused", Confidence::kCertain},
      {"550 La casella non è piena", "unclear", Confidence::kUnsure},
      {"552 La casella è piena", "mailbox-full", Confidence::kCertain},
      {"550 5.7.1 Mail address of sender is not valid", "sender-refused", Confidence::kCertain},
      {"550 Callback to sender failed: user unknown", "sender-refused", Confidence::kLikely},
      {"550 Sender's account is suspended", "account-blocked", Confidence::kCertain},
      {"550 Password of account expired", "login-required", Confidence::kCertain},
      {"550 HELO unknown host example.lan", "protocol-problem", Confidence::kCertain},
      {"550 You have exceeded your quota of messages per hour", "sending-quota",
       Confidence::kCertain},
      {"450 DNSBL lookup timed out, try again", "system-problem", Confidence::kLikely},
      {"550 no mail is accepted from your IP", "blocked-ip", Confidence::kLikely},
      {"550 Recipient domain does not exist", "domain-not-found", Confidence::kCertain},
      {"421 Connection timeout", "connection-lost", Confidence::kCertain},
      {"550 5.1.1 Access denied", "address-unknown", Confidence::kLikely},
      {"550 5.1.1 message blocked as spam", "spam-suspected", Confidence::kLikely},
      {"552 Sender quota exceeded", "sending-quota", Confidence::kCertain},
      {"554 5.7.1 You have exceeded your quota for today", "sending-quota", Confidence::kCertain},
      {"552 Your storage quota is exceeded; you cannot send messages", "unclear",
       Confidence::kUnsure},
      {"452 Requested action not taken: mail server out of storage", "system-storage-full",
       Confidence::kCertain},
      {"451 queue disk quota exceeded", "system-storage-full", Confidence::kCertain},
      {"552 Message size exceeds the quota per message of 20 MB", "message-too-large",
       Confidence::kCertain},
      {"552 Too many messages in mailbox", "mailbox-full", Confidence::kCertain},
      {"550 Mailbox is fully operational, message refused", "unclear", Confidence::kUnsure},
      {"550 Sender mailbox does not exist", "sender-refused", Confidence::kCertain},
      {"550 your email address does not exist", "sender-refused", Confidence::kCertain},
      {"550 Unknown user in MAIL FROM", "sender-refused", Confidence::kCertain},
      {"550 MAIL FROM domain not found", "sender-refused", Confidence::kCertain},
      {"550 Your domain does not exist", "sender-refused", Confidence::kCertain},
      {"550 HELO domain does not exist", "protocol-problem", Confidence::kCertain},
      {"550 5.7.1 User suspended for sending spam", "account-blocked", Confidence::kCertain},
      {"550 Email undeliverable", "unclear", Confidence::kUnsure},
      {"550 Delivery to user failed: unknown cause", "unclear", Confidence::kUnsure},
      {"550 5.3.0 user bob: procmail not found", "local-delivery-problem", Confidence::kLikely},
      {"550 recipient host unknown", "domain-not-found", Confidence::kCertain},
      {"550 The domain of the email address does not exist", "domain-not-found",
       Confidence::kLikely},
      {"451 Greylisting service temporarily unavailable", "system-problem", Confidence::kCertain},
      {"451 DNSBL query failed, try again later", "system-problem", Confidence::kCertain},
      {"451 4.7.1 SPF check temporarily failed", "system-problem", Confidence::kCertain},
      {"451 4.7.1 malware scanner timeout", "system-problem", Confidence::kLikely},
      {"451 milter not responding", "system-problem", Confidence::kCertain},
      {"421 lost connection to database", "system-problem", Confidence::kCertain},
      {"550 5.7.1 Anti-spam policy, connection refused", "spam-suspected", Confidence::kLikely},
      {"550 This address does not accept mail with attachments", "attachment-refused",
       Confidence::kCertain},
      {"550 This server does not accept mail from dynamic addresses", "blocked-ip",
       Confidence::kCertain},
      {"535 user not found", "login-required", Confidence::kCertain},
      {"450 Mailbox locked, try again in 5 minutes", "mailbox-busy", Confidence::kLikely},
      {"550 Delivery failed. Possible reasons: user unknown, mailbox full, blocked", "unclear",
       Confidence::kUnsure},
      {"550 mailbox unavailable (e.g., mailbox not found, no access, or command rejected for "
       "policy reasons)",
       "unclear", Confidence::kUnsure},
      {"550 SPF check passed but message refused", "unclear", Confidence::kUnsure},
      {"550 This message was not scanned for virus", "unclear", Confidence::kUnsure},
      {"550 Recipient is on our block list", "unclear", Confidence::kUnsure},
      {"554 body contains blacklisted URL", "spam-suspected", Confidence::kCertain},
      {"554 your host is infected with a spambot", "blocked-ip", Confidence::kLikely},
      {"552 Size of recipient list exceeds the limit", "too-many-recipients", Confidence::kCertain},
      {"550 Message mentions flood insurance", "unclear", Confidence::kUnsure},
      {"421 Server overloaded, try again in 5 minutes", "system-not-accepting",
       Confidence::kLikely},
      {"550 DKIM signature invalid, message rejected", "authentication-failed",
       Confidence::kCertain},
      {"550 DMARC failed: SPF passed, DKIM failed", "authentication-failed", Confidence::kLikely},
      {"556 done", "domain-accepts-no-mail", Confidence::kLikely},
      {"Sorry, I couldn't find a mail exchanger or IP address. (#5.4.4)", "domain-not-found",
       Confidence::kLikely},
      {"No MX found for domain", "domain-accepts-no-mail", Confidence::kLikely},
      {"550 5.7.1 IP address blacklisted by recipient", "blocked-ip", Confidence::kCertain},
      {"550 5.7.1 Your message was blocked by recipient", "not-permitted", Confidence::kCertain},
      {"550 domain [example.com] mismatches client ip 192.0.2.225.", "authentication-failed",
       Confidence::kLikely},
      {"550 5.7.1 Relaying denied. IP name lookup failed [192.0.2.1]", "missing-reverse-dns",
       Confidence::kLikely},
      {"451 4.1.8 Domain of sender address anna@example.net does not resolve", "sender-refused",
       Confidence::kLikely},
  };
  for (const auto& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), "");
    EXPECT_EQ(diagnosis.cause, c.cause) << c.reply;
    EXPECT_EQ(diagnosis.confidence, c.confidence) << c.reply;
  }
}

// Sure is only what was understood as a whole, and what nothing in the reply contradicts.
TEST(Diagnoser, WhatMayBeMeantOtherwiseIsNotCertain) {
  struct {
    const char* reply;
    const char* cause;
    Confidence confidence;
  } const cases[] = {
      // Words that nobody knows.
      {"550 user unknown is the usual cause", "address-unknown", Confidence::kLikely},
      {"554 Our greylisting-free gateway refused it", "unclear", Confidence::kUnsure},
      {"552 This message is too large for us to explain here", "message-too-large",
       Confidence::kLikely},
      {"550 Without SPF failure this would have been accepted", "authentication-failed",
       Confidence::kLikely},
      {"554 Message rejected. It contains no virus and no spam.", "malware-suspected",
       Confidence::kLikely},
      {"550 refused. Make sure your IP is not listed in Spamhaus", "blocked-ip",
       Confidence::kLikely},
      {"550 We block hosts without reverse DNS, hosts listed at Spamhaus and others", "blocked-ip",
       Confidence::kLikely},
      {"550 refused; users whose mailbox is full get no mail", "mailbox-full", Confidence::kLikely},
      // A code whose words nobody knows, or that only one half of an "or" agrees with.
      {"550 5.1.1 done", "address-unknown", Confidence::kLikely},
      {"550 5.2.2 Refused", "mailbox-full", Confidence::kLikely},
      {"550 5.1.1 User unknown or relaying denied", "address-unknown", Confidence::kLikely},
      {"552 5.2.2 Mailbox full or message too large", "mailbox-full", Confidence::kLikely},
      // A number that may be any.
      {"Reason code 5.2.2 means the mailbox is full", "mailbox-full", Confidence::kLikely},
      {"5.2.2 mailbox over quota warning added", "mailbox-full", Confidence::kLikely},
      {"5.2.2 mailbox over quota", "mailbox-full", Confidence::kCertain},
      {"Mailbox over quota (5.2.2)", "mailbox-full", Confidence::kCertain},
      // What is said of another one.
      {"550 your account does not exist", "address-unknown", Confidence::kLikely},
      {"550 The administrator's mailbox is full", "mailbox-full", Confidence::kLikely},
      {"550 Unknown user anna@example.net in From header", "address-unknown", Confidence::kLikely},
      {"552 account over quota for outgoing mail", "mailbox-full", Confidence::kLikely},
      {"550 user status unknown", "address-unknown", Confidence::kLikely},
      {"550 domain not found", "domain-not-found", Confidence::kLikely},
      {"550 5.1.2 domain not found", "domain-not-found", Confidence::kCertain},
      // A reply for now says nothing for good, and the other way round.
      {"451 unknown mailbox error", "address-unknown", Confidence::kLikely},
      {"550 you are on the greylist", "greylisted", Confidence::kLikely},
      {"451 you are on the greylist", "greylisted", Confidence::kCertain},
      // Two causes.
      {"554 Message is spam. Mailbox full.", "spam-suspected", Confidence::kLikely},
      {"451 mailbox full check failed: LDAP down", "system-problem", Confidence::kLikely},
      {"451 rate limit service unavailable", "rate-limited", Confidence::kLikely},
      // What was read wrongly.
      {"550 5.7.1 <host.example[192.0.2.1]>: Client host rejected: Blacklisted user: a@example.org",
       "account-blocked", Confidence::kLikely},
      {"501 Recipient syntax error", "address-syntax", Confidence::kCertain},
      {"421 4.7.0 mx.example.org Error: too many errors", "protocol-problem", Confidence::kCertain},
      {"421 Too many errors", "protocol-problem", Confidence::kLikely},
      {"maildir delivery failed: Sorry, the user's maildir has overdrawn his diskspace quota",
       "mailbox-full", Confidence::kLikely},
      {"550 5.7.1 Error: exceeded unknown recipient count limit", "rate-limited",
       Confidence::kCertain},
      {"550 OU-002 (COL0-MC6-F14) Unfortunately, messages from 192.0.2.1 weren't sent. Please "
       "contact your Internet service provider since part of their network is on our block list.",
       "blocked-ip", Confidence::kCertain},
      {"550 OU-002 Unfortunately, messages from 192.0.2.1 weren't sent", "spam-suspected",
       Confidence::kLikely},
      {"451 qq write error or disk full (#4.3.0)", "system-problem", Confidence::kCertain},
      {"555 bob@example.com rejects SPAM from anna@example.net", "spam-suspected",
       Confidence::kLikely},
  };
  for (const auto& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), "");
    EXPECT_EQ(diagnosis.cause, c.cause) << c.reply;
    EXPECT_EQ(to_string(diagnosis.confidence), to_string(c.confidence)) << c.reply;
  }
}

// A short notice may be about something else than its reason.
TEST(Diagnoser, WordsOfAWholeNoticeAreOnlyLikely) {
  PerRecipientFields recipient;
  recipient.action = Action::kFailed;
  recipient.diagnostic_code = TypedValue{"x-notice", "Mailbox full"};
  EXPECT_EQ(testing::summary(Diagnoser(testing::knowledge()).diagnose(recipient)),
            "mailbox-full final permanent recipient certain ");
  recipient.has_words_of_whole_notice = true;
  EXPECT_EQ(testing::summary(Diagnoser(testing::knowledge()).diagnose(recipient)),
            "mailbox-full final permanent recipient likely ");
}

// The server that answers checked the address itself; what it met there need not concern the
// message.
TEST(Diagnoser, ChecksOfAnAddressProveOnlyTheAddress) {
  struct {
    const char* reply;
    const char* cause;
    Confidence confidence;
  } const cases[] = {
      {"550-5.1.1 <bob@x.test>: Recipient address rejected: undeliverable address: host "
       "mx.x.test[192.0.2.1] said: 550 5.7.1 Service unavailable, client host blocked using "
       "zen.spamhaus.org",
       "blocked-ip", Confidence::kLikely},
      {"450 4.1.1 <bob@x.test>: Recipient address rejected: unverified address: connect to "
       "mx.x.test[192.0.2.1]:25: Connection timed out",
       "unreachable", Confidence::kLikely},
      {"550 5.1.1 <bob@x.test>: Recipient address rejected: undeliverable address: host "
       "mx.x.test[192.0.2.1] said: 550 5.1.1 User unknown",
       "address-unknown", Confidence::kCertain},
      {"450 4.1.1 <bob@x.test>: Recipient address rejected: unverified address: host "
       "mx.x.test[192.0.2.1] said: 452 4.2.2 Mailbox full",
       "mailbox-full", Confidence::kCertain},
      {"450 4.1.7 <ann@x.test>: Sender address rejected: unverified address: connect to "
       "mx.x.test[192.0.2.1]:25: Connection timed out",
       "unreachable", Confidence::kLikely},
      {"550 5.1.0 <ann@x.test>: Sender address rejected: User unknown in virtual mailbox table",
       "sender-refused", Confidence::kCertain},
      {"553 5.7.1 <ann@x.test>: Sender address rejected: not logged in", "login-required",
       Confidence::kCertain},
  };
  for (const auto& c : cases) {
    const Diagnosis diagnosis =
        Diagnoser(testing::knowledge()).diagnose_reply(parse_smtp_reply(c.reply), "");
    EXPECT_EQ(diagnosis.cause, c.cause) << c.reply;
    EXPECT_EQ(diagnosis.confidence, c.confidence) << c.reply;
  }
}

}  // namespace
}  // namespace plainbounce
