#include "core/diagnosis/diagnoser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/core/diagnosis/diagnosis_summary.h"

namespace plainbounce {
namespace {

using testing::knowledge;
using testing::summary;

struct Case {
  const char* label;
  Action action;
  const char* status;      // "" none
  const char* type;        // of Diagnostic-Code; "" no such field
  const char* diagnostic;  // its value
  const char* notice;      // notice_text
  const char* expected;    // cause outlook kind actor confidence code
};

PerRecipientFields recipient_of(const Case& c) {
  PerRecipientFields recipient;
  recipient.final_recipient = TypedValue{"rfc822", "bob@example.org"};
  recipient.action = c.action;
  if (*c.status != '\0') recipient.status = c.status;
  if (*c.type != '\0') recipient.diagnostic_code = TypedValue{c.type, c.diagnostic};
  recipient.notice_text = c.notice;
  return recipient;
}

class DiagnoserCases : public ::testing::TestWithParam<Case> {};

TEST_P(DiagnoserCases, AreWeighedAsAPostmasterWould) {
  const Diagnosis diagnosis = Diagnoser(knowledge()).diagnose(recipient_of(GetParam()));
  std::string evidence;
  for (const Evidence& e : diagnosis.evidence) {
    evidence += e.kind + ": " + e.text + ": " + e.says + "\n";
  }
  EXPECT_EQ(summary(diagnosis), GetParam().expected) << evidence;
}

constexpr Action kFailed = Action::kFailed;
constexpr Action kDelayed = Action::kDelayed;

// Codes: what they prove alone, and what they do not.
const Case kCodes[] = {
    {"specific_code_without_words", kFailed, "5.1.1", "smtp", "550 5.1.1 unknown", "",
     "address-unknown final permanent sender likely 5.1.1"},
    {"status_that_may_be_a_bare_550", kFailed, "5.1.1", "", "", "",
     "address-unknown final permanent sender likely 5.1.1"},
    {"status_alone", kFailed, "5.7.25", "", "", "",
     "missing-reverse-dns final permanent sender-admin certain 5.7.25"},
    {"nothing_at_all", kFailed, "", "", "", "", "unclear final permanent sender unsure "},
    {"status_5_0_0_alone", kFailed, "5.0.0", "", "", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"bare_550", kFailed, "5.0.0", "smtp", "550 Nope", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"bare_550_that_became_5_1_1", kFailed, "5.1.1", "smtp", "550 Nope", "",
     "unclear final permanent sender unsure 550"},
    {"bare_552_that_became_5_2_2", kFailed, "5.2.2", "smtp", "552 Nope", "",
     "unclear final permanent sender unsure 552"},
    {"vague_5_7_1", kFailed, "5.7.1", "smtp", "550 5.7.1 \xc2\xa0 done", "",
     "unclear final permanent sender unsure 5.7.1"},
    {"vague_5_5_0", kFailed, "5.5.0", "smtp", "554 5.5.0 done", "",
     "unclear final permanent sender unsure 5.5.0"},
    {"vague_5_1_0", kFailed, "5.1.0", "smtp", "550 5.1.0 done", "",
     "unclear final permanent sender unsure 5.1.0"},
    {"bare_421", kDelayed, "4.0.0", "smtp", "421 mx.example.org", "",
     "unclear retrying temporary nobody unsure 421"},
    {"better_code_in_the_reply", kFailed, "5.0.0", "smtp", "552 5.3.4 done", "",
     "message-too-large final permanent sender likely 5.3.4"},
    {"vague_reply_outweighs_status", kFailed, "5.1.1", "smtp", "550 5.7.1 done", "",
     "unclear final permanent sender unsure 5.7.1"},
    {"reply_digit_beats_enhanced_class", kFailed, "5.0.0", "smtp", "550 4.2.2 odd", "",
     "mailbox-full final permanent recipient likely 4.2.2"},
    {"temporary_digit_with_permanent_code", kDelayed, "4.0.0", "smtp", "450 5.1.1 odd", "",
     "address-unknown retrying temporary sender likely 5.1.1"},
    {"unregistered_number", kFailed, "5.7.999", "smtp", "550 5.7.999 done", "",
     "unclear final permanent sender unsure 5.7.999"},
    {"null_mx_code", kFailed, "5.1.10", "smtp", "556 5.1.10 done", "",
     "domain-accepts-no-mail final permanent sender likely 5.1.10"},
    {"login", kFailed, "5.7.8", "smtp", "535 5.7.8 done", "",
     "login-required final permanent sender likely 5.7.8"},
};

// Words: with, without and against the code.
const Case kWords[] = {
    {"words_confirm_a_derived_status", kFailed, "5.1.1", "smtp", "550 No such user here", "",
     "address-unknown final permanent sender certain 5.1.1"},
    {"words_make_550_clear", kFailed, "5.0.0", "smtp", "550 No such user here", "",
     "address-unknown final permanent sender certain 5.0.0"},
    {"words_make_5_7_1_clear", kFailed, "5.7.1", "smtp",
     "554 5.7.1 <bob@example.org>: Relay access denied", "",
     "relay-denied final permanent sender-admin certain 5.7.1"},
    {"spam", kFailed, "5.7.1", "smtp", "554 5.7.1 Message contains spam (score 12.3)", "",
     "spam-suspected final permanent sender-admin certain 5.7.1"},
    {"spam_or_virus", kFailed, "5.7.1", "smtp", "554 5.7.1 Message contains spam or virus content",
     "", "content-refused final permanent sender likely 5.7.1"},
    {"policy_words_against_5_1_1", kFailed, "5.1.1", "smtp",
     "550 5.1.1 Message blocked due to policy", "",
     "policy-refusal final permanent sender-admin likely 5.1.1"},
    {"block_list_against_5_1_1", kFailed, "5.1.1", "smtp",
     "550 5.1.1 Your IP 192.0.2.1 is on our blacklist", "",
     "blocked-ip final permanent sender-admin likely 5.1.1"},
    {"quota_words_against_5_1_1", kFailed, "5.1.1", "smtp", "552 5.1.1 Mailbox is over quota", "",
     "mailbox-full final permanent recipient likely 5.1.1"},
    {"weak_words_against_5_1_1", kFailed, "5.1.1", "smtp", "550 5.1.1 Not allowed", "",
     "address-unknown final permanent sender likely 5.1.1"},
    {"user_unknown_against_5_2_1", kFailed, "5.2.1", "smtp", "550 5.2.1 User unknown", "",
     "address-unknown final permanent sender certain 5.2.1"},
    {"user_unknown_with_policy_code", kFailed, "5.7.1", "smtp", "550 5.7.1 No such user!", "",
     "address-unknown final permanent sender certain 5.7.1"},
    {"exchange_reuses_5_1_10", kFailed, "5.1.10", "smtp",
     "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup", "",
     "address-unknown final permanent sender certain 5.1.10"},
    {"exchange_reuses_5_4_1", kFailed, "5.4.1", "smtp",
     "550 5.4.1 Recipient address rejected: Access denied. "
     "[AM1EUR05FT001.eop-eur05.prod.protection.outlook.com]",
     "", "address-unknown final permanent sender certain 5.4.1"},
    {"gmail_nxdomain_is_permanent", kFailed, "4.0.0", "smtp",
     "DNS Error: 1001 DNS type 'mx' lookup of exmaple.invalid responded with code NXDOMAIN "
     "Domain name not found: exmaple.invalid",
     "", "domain-not-found final permanent sender certain 4.0.0"},
    {"too_many_recipients_with_552", kFailed, "5.5.3", "smtp", "552 5.5.3 Too many recipients", "",
     "too-many-recipients final permanent sender certain 5.5.3"},
    {"server_that_answers_is_reachable", kFailed, "5.0.0", "smtp", "554 Connection refused", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"next_server_refused", kFailed, "5.4.316", "smtp",
     "550 5.4.316 Message expired, connection refused", "",
     "unreachable final permanent recipient-admin certain 5.4.316"},
    {"answer_to_mail_from_means_the_sender", kFailed, "5.0.0", "smtp",
     "host mx.example.org[192.0.2.1] said: 550 No such domain example.net (in reply to MAIL FROM "
     "command)",
     "", "sender-refused final permanent sender-admin certain 5.0.0"},
    {"german", kFailed, "5.1.1", "smtp", "550 5.1.1 Empf\xc3\xa4nger unbekannt", "",
     "address-unknown final permanent sender certain 5.1.1"},
    {"hostile_length", kFailed, "5.0.0", "smtp", "550 user user user user user user user", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"postgrey", kDelayed, "4.2.0", "smtp",
     "450 4.2.0 <bob@example.org>: Recipient address rejected: Greylisted, see "
     "http://postgrey.example.org",
     "", "greylisted retrying temporary nobody certain 4.2.0"},
};

// Words that look like a cause and are none, or another.
const Case kTraps[] = {
    {"not_over_quota", kFailed, "5.0.0", "smtp", "550 mailbox is not over quota", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"not_unknown", kFailed, "5.0.0", "smtp", "550 user is not unknown", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"does_not_exceed", kFailed, "5.0.0", "smtp", "550 does not exceed the quota", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"denied_then_the_cause", kFailed, "5.0.0", "smtp",
     "550 bob isn't over quota, the user is unknown", "",
     "address-unknown final permanent sender likely 5.0.0"},
    {"help_text", kFailed, "5.7.1", "smtp",
     "550 5.7.1 Refused. If your mailbox is full see https://www.example.org/", "",
     "unclear final permanent sender unsure 5.7.1"},
    {"words_in_an_address", kFailed, "5.7.1", "smtp",
     "550 5.7.1 <virus.found@example.org> is not served", "",
     "unclear final permanent sender unsure 5.7.1"},
    {"a_subject", kFailed, "5.7.1", "smtp",
     "550 5.7.1 Message with subject \"Mailbox is full\" refused", "",
     "unclear final permanent sender unsure 5.7.1"},
    {"a_guess", kFailed, "5.0.0", "smtp", "550 The user may be unknown", "",
     "address-unknown final permanent sender likely 5.0.0"},
    {"two_causes", kFailed, "5.0.0", "smtp", "550 User unknown or mailbox full", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"two_causes_of_one_subject", kFailed, "5.0.0", "smtp", "550 mailbox is full or does not exist",
     "", "unclear final permanent sender unsure 5.0.0"},
    {"two_causes_the_other_way", kFailed, "5.0.0", "smtp",
     "550 recipient does not exist or has been disabled", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"either_or", kFailed, "5.0.0", "smtp", "550 either the mailbox is full or the user is unknown",
     "", "unclear final permanent sender unsure 5.0.0"},
    {"a_stroke_for_or", kFailed, "5.0.0", "smtp", "550 user unknown/mailbox full", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"or_in_brackets", kFailed, "5.0.0", "smtp", "550 user unknown (or mailbox full)", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"or_in_german", kFailed, "5.0.0", "smtp", "550 Benutzer unbekannt oder Postfach voll", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"a_name_that_is_not_qualified", kFailed, "5.0.0", "smtp",
     "550 HELO name is not fully-qualified", "",
     "protocol-problem final permanent sender-admin certain 5.0.0"},
    {"a_domain_that_could_not_be_resolved", kFailed, "5.0.0", "smtp",
     "550 The domain far.example could not be resolved", "",
     "domain-not-found final permanent sender likely 5.0.0"},
    {"two_sentences", kFailed, "5.0.0", "smtp", "550 Mailbox found. The disk is full", "",
     "system-storage-full final permanent recipient-admin certain 5.0.0"},
    {"unknown_error", kFailed, "5.0.0", "smtp", "550 user bob: unknown error occurred", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"full_details", kFailed, "5.0.0", "smtp",
     "550 Mailbox unavailable. For full details see https://www.example.org/", "",
     "address-unknown final permanent sender likely 5.0.0"},
    {"unknown_error_in_german", kFailed, "5.0.0", "smtp", "550 Unbekannter Fehler", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"giving_up_on_a_host", kFailed, "5.0.0", "smtp", "550 Nope. Giving up on 192.0.2.1.", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"connection_closed_after_a_refusal", kFailed, "5.0.0", "smtp", "554 Nope, connection closed",
     "", "unclear final permanent sender unsure 5.0.0"},
    {"letters_inside_a_word", kFailed, "5.0.0", "smtp", "550 marble, helicoptrs, superspam", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"invalid_user_of_a_login", kFailed, "5.7.8", "smtp", "535 5.7.8 Invalid username or password",
     "", "login-required final permanent sender likely 5.7.8"},
    {"no_dmarc_record", kFailed, "5.7.1", "smtp",
     "550 5.7.1 The sending domain doesn't have a DMARC record", "",
     "authentication-failed final permanent sender-admin certain 5.7.1"},
    {"too_many_invalid_recipients", kDelayed, "4.0.0", "smtp",
     "451 Too many invalid recipients from 192.0.2.1", "",
     "rate-limited retrying temporary nobody certain 4.0.0"},
    {"the_server_only_guesses", kFailed, "5.0.0", "smtp",
     "550 The mail server could not deliver mail to bob@example.org. The account or domain may not "
     "exist, they may be blacklisted, or missing the proper dns entries.",
     "", "unclear final permanent sender unsure 5.0.0"},
    {"on_hold", kFailed, "5.0.0", "smtp",
     "550 5.0.0 <bob@example.org>: Recipient address rejected: On hold", "",
     "unclear final permanent sender unsure 5.0.0"},
    {"words_of_another_provider_s_host", kFailed, "5.7.27", "smtp",
     "host mx.yahoodns.net[192.0.2.1] said: 550 5.7.27 done", "",
     "unclear final permanent sender unsure 5.7.27"},
};

// Action decides what happens to the message, whatever the codes say.
const Case kActions[] = {
    {"failed_with_4xx", kFailed, "4.2.2", "smtp", "452 4.2.2 The mailbox is full", "",
     "mailbox-full final temporary recipient certain 4.2.2"},
    {"delayed_with_5xx", kDelayed, "4.1.1", "smtp",
     "550 5.1.1 <bob@example.org>: Recipient address rejected: User unknown in virtual mailbox "
     "table",
     "", "address-unknown retrying permanent sender certain 5.1.1"},
    {"relayed", Action::kRelayed, "2.0.0", "smtp", "250 2.0.0 Ok: queued as 4XyZ", "",
     "relayed done success nobody certain 250"},
    {"delivered", Action::kDelivered, "2.1.5", "", "", "",
     "delivered done success nobody certain 2.1.5"},
    {"expanded", Action::kExpanded, "2.0.0", "x-postfix", "delivery via local: alias expanded", "",
     "expanded done success nobody certain 2.0.0"},
    {"success_text_with_failure_words", Action::kDelivered, "2.0.0", "smtp",
     "250 2.0.0 mailbox full of joy, user unknown queued", "",
     "delivered done success nobody certain 250"},
    {"failed_although_250", kFailed, "", "smtp", "250 2.0.0 mailbox full", "",
     "unclear final permanent sender unsure 250"},
    {"no_action_2xx", Action::kUnknown, "2.0.0", "smtp", "250 2.0.0 queued", "",
     "delivered done success nobody likely 250"},
    {"no_action_4xx", Action::kUnknown, "4.4.1", "", "", "",
     "unreachable unknown temporary recipient-admin certain 4.4.1"},
    {"no_action_5xx", Action::kUnknown, "5.1.1", "", "", "",
     "address-unknown final permanent sender likely 5.1.1"},
};

// What the reporting system says itself, and what only its notice tells.
const Case kLocal[] = {
    {"postfix_dns", kFailed, "5.4.4", "x-postfix",
     "Host or domain name not found. Name service error for name=example.org type=AAAA: Host not "
     "found",
     "", "domain-not-found final permanent sender certain 5.4.4"},
    {"postfix_dns_of_an_mx_host", kFailed, "5.4.4", "x-postfix",
     "unable to look up host mx.example.net: Name or service not known", "",
     "dns-problem final permanent recipient-admin certain 5.4.4"},
    {"postfix_dns_try_again", kFailed, "4.4.3", "x-postfix",
     "Host or domain name not found. Name service error for name=example.org type=MX: Host not "
     "found, try again",
     "", "dns-problem final temporary recipient-admin certain 4.4.3"},
    {"postfix_connect", kDelayed, "4.4.1", "x-postfix",
     "connect to mx.example.org[192.0.2.1]:25: Connection timed out", "",
     "unreachable retrying temporary nobody certain 4.4.1"},
    {"postfix_suspended", kDelayed, "4.4.1", "x-postfix",
     "delivery temporarily suspended: connect to mx.example.org[192.0.2.1]:25: Connection refused",
     "", "unreachable retrying temporary nobody certain 4.4.1"},
    {"postfix_lost_connection", kFailed, "4.4.2", "x-postfix",
     "lost connection with mx.example.org[192.0.2.1] while sending RCPT TO", "",
     "connection-lost final temporary recipient-admin certain 4.4.2"},
    {"postfix_tls", kFailed, "4.7.4", "x-postfix",
     "TLS is required, but was not offered by host mx.example.org[192.0.2.1]", "",
     "tls-problem final temporary sender-admin certain 4.7.4"},
    {"postfix_null_mx", kFailed, "5.1.0", "x-postfix",
     "Domain example.org does not accept mail (nullMX)", "",
     "domain-accepts-no-mail final permanent sender certain 5.1.0"},
    {"postfix_size", kFailed, "5.3.4", "x-postfix",
     "message size 3240 exceeds size limit 1000 of server mx.example.org[192.0.2.1]", "",
     "message-too-large final permanent sender certain 5.3.4"},
    {"postfix_full_mailbox", kFailed, "5.2.2", "x-postfix",
     "cannot update mailbox /var/mail/bob for user bob. error writing message: File too large", "",
     "mailbox-full final permanent recipient certain 5.2.2"},
    {"postfix_x_unix_input_output_error", kFailed, "5.2.2", "x-unix", "input/output error", "",
     "mailbox-full final permanent recipient likely 5.2.2"},
    {"postfix_alias_loop", kFailed, "5.4.6", "x-postfix", "alias database loop for loopb", "",
     "mail-loop final permanent recipient-admin certain 5.4.6"},
    {"exit_67", kFailed, "5.1.1", "x-unix", "67", "",
     "address-unknown final permanent sender certain 5.1.1"},
    {"exit_73_with_the_program_s_words", kFailed, "5.3.0", "x-unix", "73",
     "procmail: Quota exceeded while writing \"/var/mail/bob\"",
     "mailbox-full final permanent recipient likely 5.3.0"},
    {"exit_69_with_other_words", kFailed, "5.5.0", "x-unix", "69",
     "Sorry, the ticket system is closed",
     "local-delivery-problem final permanent recipient-admin likely 5.5.0"},
    {"sendmail_cut_diagnostic", kFailed, "5.7.26", "smtp",
     "550-5.7.26 This mail has been blocked because the sender is unauthenticated.",
     "550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n"
     "550-5.7.26 See https://support.example.net/mail/answer/81126\n"
     "550 5.7.26 for more information. x1-20020a - gsmtp",
     "authentication-failed final permanent sender-admin certain 5.7.26"},
    {"sendmail_host_unknown", kFailed, "5.1.2", "", "",
     "550 5.1.2 <bob@example.org>... Host unknown (Name server: example.org: host not found)",
     "domain-not-found final permanent sender certain 5.1.2"},
    {"expired_but_the_last_error_is_known", kFailed, "4.4.7", "", "",
     "<bob@example.org>... Deferred: Connection refused by [192.0.2.1]",
     "unreachable final temporary recipient-admin certain 4.4.7"},
    {"expired_and_nothing_else", kFailed, "4.4.7", "", "", "",
     "expired final temporary recipient-admin certain 4.4.7"},
    {"expired_with_a_real_error_beside_it", kFailed, "4.4.7", "smtp",
     "550 4.4.7 Message expired: connection timed out", "",
     "unreachable final permanent recipient-admin certain 4.4.7"},
    {"aftermath_554", kFailed, "5.5.1", "smtp", "554 5.5.1 Error: no valid recipients", "",
     "unclear final permanent sender unsure 5.5.1"},
    {"aftermath_503_but_the_notice_knows", kFailed, "5.5.1", "smtp", "503 5.5.1 need RCPT first",
     "552 5.2.2 Mailbox full", "mailbox-full final permanent recipient certain 5.2.2"},
    {"notes", kFailed, "5.0.0", "x-notes", "User bob not listed in Domino Directory", "",
     "address-unknown final permanent sender likely 5.0.0"},
    {"notes_unreadable", kFailed, "5.0.0", "x-notes", "\xef\xbf\xbd\xef\xbf\xbd mx1", "",
     "unclear final permanent sender unsure 5.0.0"},
};

std::string label_of(const ::testing::TestParamInfo<Case>& info) { return info.param.label; }
INSTANTIATE_TEST_SUITE_P(Codes, DiagnoserCases, ::testing::ValuesIn(kCodes), label_of);
INSTANTIATE_TEST_SUITE_P(Words, DiagnoserCases, ::testing::ValuesIn(kWords), label_of);
INSTANTIATE_TEST_SUITE_P(Traps, DiagnoserCases, ::testing::ValuesIn(kTraps), label_of);
INSTANTIATE_TEST_SUITE_P(Actions, DiagnoserCases, ::testing::ValuesIn(kActions), label_of);
INSTANTIATE_TEST_SUITE_P(Local, DiagnoserCases, ::testing::ValuesIn(kLocal), label_of);

TEST(Diagnoser, ASuccessIsNotExplainedByAFailuresCode) {
  PerRecipientFields recipient;
  recipient.action = Action::kDelivered;
  recipient.action_text = "delivered";
  recipient.status = "5.1.1";
  recipient.diagnostic_code = TypedValue{"smtp", "550 5.1.1 User unknown"};
  const Diagnosis diagnosis = Diagnoser(knowledge()).diagnose(recipient);
  EXPECT_EQ(diagnosis.cause, "delivered");
  EXPECT_EQ(diagnosis.code, "");
  EXPECT_EQ(diagnosis.code_title, "");
}

TEST(Diagnoser, AnAddressProbeDeliversNothing) {
  PerRecipientFields recipient;
  recipient.action_text = "deliverable";
  recipient.status = "2.0.0";
  recipient.diagnostic_code = TypedValue{"x-postfix", "delivery via virtual: delivers to maildir"};
  EXPECT_EQ(summary(Diagnoser(knowledge()).diagnose(recipient)),
            "unclear done success nobody unsure 2.0.0");
  recipient.action_text = "undeliverable";
  recipient.status = "5.1.1";
  recipient.diagnostic_code = TypedValue{"smtp", "550 5.1.1 User unknown"};
  EXPECT_EQ(summary(Diagnoser(knowledge()).diagnose(recipient)),
            "address-unknown final permanent sender certain 5.1.1");
}

TEST(Diagnoser, WithoutAnActionATemporaryReplyLeavesTheOutlookOpen) {
  const auto of_reply = [](const char* reply) {
    PerRecipientFields recipient;
    recipient.diagnostic_code = TypedValue{"smtp", reply};
    return summary(Diagnoser(knowledge()).diagnose(recipient));
  };
  EXPECT_EQ(of_reply("452 4.2.2 Mailbox full"),
            "mailbox-full unknown temporary recipient certain 4.2.2");
  EXPECT_EQ(of_reply("452 later"), "unclear unknown temporary sender unsure 452");
  EXPECT_EQ(of_reply("552 5.2.2 Mailbox full"),
            "mailbox-full final permanent recipient certain 5.2.2");
  EXPECT_EQ(of_reply("451 4.4.7 Message expired"),
            "expired final temporary recipient-admin certain 4.4.7");
}

TEST(Diagnoser, TheEvidenceTellsHowItCameThere) {
  PerRecipientFields recipient;
  recipient.action = Action::kFailed;
  recipient.action_text = "failed";
  recipient.status = "5.0.0";
  recipient.remote_mta = TypedValue{"dns", "aspmx.l.google.com"};
  recipient.diagnostic_code = TypedValue{"smtp", "550 Quota exceeded"};
  const Diagnosis diagnosis = Diagnoser(knowledge()).diagnose(recipient);
  std::vector<std::string> lines;
  for (const Evidence& e : diagnosis.evidence)
    lines.push_back(e.kind + "|" + e.text + "|" + e.says);
  EXPECT_THAT(lines,
              ::testing::ElementsAre(
                  "action|failed|outlook final", "diagnostic-type|smtp|a remote server's reply",
                  "reply|550 Quota exceeded|read", "status|5.0.0|says too little to decide a cause",
                  "reply-code|550|says too little to decide a cause",
                  "phrase|Quota exceed|cause mailbox-full (rule generic/mailbox-full, certain)",
                  "decision|by the words|cause mailbox-full, confidence certain",
                  "host|aspmx.l.google.com|provider gmail"));
  EXPECT_EQ(diagnosis.rule, "generic/mailbox-full");
  EXPECT_EQ(diagnosis.provider_name, "Gmail / Google Workspace");
  EXPECT_EQ(diagnosis.code_title, "Reason not specified");
}

}  // namespace
}  // namespace plainbounce
