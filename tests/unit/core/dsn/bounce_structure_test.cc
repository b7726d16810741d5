#include <gtest/gtest.h>

#include <string>

#include "tests/support/judged_message.h"

namespace plainbounce {
namespace {

constexpr const char* kStatus =
    "Content-Type: message/delivery-status\n\nReporting-MTA: dns; m.test\n\n"
    "Final-Recipient: rfc822;a@x.test\nAction: failed\nStatus: 5.1.1\n";
constexpr const char* kText = "\n\n<a@x.test>: no\n";

// A multipart of that type with these parts; `end` closes it.
std::string multipart(const std::string& type, const std::vector<std::string>& parts,
                      const std::string& end = "--b--\n") {
  std::string message = "From: MAILER-DAEMON@m.test\nContent-Type: " + type + "; boundary=b\n\n";
  for (const std::string& part : parts) message += "--b\n" + part + "\n";
  return message + end;
}

BounceVerdict judge_bytes(const std::string& bytes, bool require_null_sender = true) {
  BounceTrust trust;
  trust.require_null_sender = require_null_sender;
  testing::JudgedMessage message;
  Envelope envelope;
  envelope.daemon_name = "own";  // so that the origin adds nothing
  trust.own_services = {"own"};
  testing::judge(bytes, envelope, trust, message);
  return message.verdict;
}

TEST(JudgeStructure, Reports) {
  struct Case {
    const char* label;
    std::string message;
    const char* kind;
    const char* refusal;
  };
  const std::string icon = "Content-Type: image/png\nContent-ID: <icon.png>\n\nx";
  const std::string related =
      "Content-Type: multipart/related; boundary=r\n\n--r\n\n** Address not found **\n--r\n" +
      icon + "\n--r--\n";
  const std::string exchange = "X-MS-Exchange-Message-Is-Ndr:\n";
  const Case cases[] = {
      {"whole", multipart("multipart/report", {kText, kStatus}), "report", ""},
      {"no closing boundary", multipart("multipart/report", {kText, kStatus}, ""), "report",
       "unproven"},
      {"no human part", multipart("multipart/report", {kStatus}), "report", "unproven"},
      {"human part last", multipart("multipart/report", {kStatus, kText}), "report", "unproven"},
      {"a stranger's part first",
       multipart("multipart/report", {"Content-Type: image/png\n\nx", kText, kStatus}), "report",
       "unproven"},
      {"mixed", multipart("multipart/mixed", {kText, kStatus}), "report", "unproven"},
      {"first part never closed",
       multipart("multipart/report",
                 {"Content-Type: multipart/alternative; boundary=i\n\n--i\n\nx", kStatus}),
       "report", "unproven"},
      {"signed by S/MIME",
       multipart("multipart/signed", {"Content-Type: multipart/report; boundary=i\n\n--i" +
                                          std::string(kText) + "--i\n" + kStatus + "--i--\n",
                                      "Content-Type: application/pkcs7-signature\n\nx"}),
       "report", "encrypted"},
      {"wrapped by a gateway",
       multipart("multipart/mixed", {"Content-Type: multipart/report; boundary=i\n\n--i" +
                                         std::string(kText) + "--i\n" + kStatus + "--i--\n",
                                     "\n\nThis mail was scanned.\n"}),
       "report", "unproven"},
      {"report inside the returned message alone",
       multipart("multipart/report",
                 {kText,
                  "Content-Type: message/rfc822\n\nContent-Type: multipart/report; "
                  "boundary=i\n\n--i\n" +
                      std::string(kStatus) + "--i--\n"}),
       "none", ""},
      {"Gmail's icon", multipart("multipart/report", {related, kStatus}), "report", "friendly"},
      {"friendly goes before unproven", multipart("multipart/report", {related, kStatus}, ""),
       "report", "friendly"},
      {"Exchange Online",
       exchange + multipart("multipart/report", {"\n\nanna  Office 365  bob\n", kStatus}), "report",
       "friendly"},
      {"Exchange Server",
       exchange + multipart("multipart/report", {"\n\nDelivery has failed\n", kStatus}), "report",
       ""},
      {"Exchange's words without its mark",
       multipart("multipart/report", {"\n\nsaid: How to fix it: Office 365\n", kStatus}), "report",
       ""},
      {"status part in capitals",
       multipart("Multipart/Report", {kText,
                                      "CONTENT-TYPE: MESSAGE/DELIVERY-STATUS\n\nFinal-"
                                      "Recipient: rfc822;a@x.test\n"}),
       "report", ""},
  };
  for (const Case& c : cases) {
    const BounceVerdict verdict = judge_bytes(c.message);
    EXPECT_EQ(to_string(verdict.kind), c.kind) << c.label << ": " << verdict.why;
    EXPECT_EQ(testing::refusal_name(verdict), c.refusal) << c.label << ": " << verdict.why;
  }
}

TEST(JudgeStructure, OtherKinds) {
  struct Case {
    const char* label;
    std::string message;
    const char* kind;
  };
  const std::string transcript = "Transcript of session follows.\n\n Out: 220 m\n In:  QUIT\n";
  const Case cases[] = {
      {"receipt in multipart/mixed",
       multipart("multipart/mixed", {kText, "Content-Type: message/disposition-notification\n\nx"}),
       "receipt"},
      {"receipt by which a mailbox refuses",
       "Auto-Submitted: auto-replied (rejected)\n" +
           multipart("multipart/report",
                     {"\nYour message to <bob@x.test> was automatically rejected:\nFull.\n",
                      "Content-Type: message/disposition-notification\n\nx"}),
       "legacy"},
      {"complaint in multipart/report without type",
       multipart("multipart/report", {kText, "Content-Type: message/feedback-report\n\nx"}),
       "abuse-report"},
      {"DMARC by the file's name",
       "Content-Type: application/gzip\nContent-Disposition: attachment; "
       "filename=\"r.test!x.test!1!2.xml.gz\"\n\nx",
       "abuse-report"},
      {"a file like any other",
       "Content-Type: application/gzip\nContent-Disposition: attachment; filename=\"a.gz\"\n\nx",
       "none"},
      {"session transcript", "From: MAILER-DAEMON@m.test\n\n" + transcript, "notice"},
      {"its title alone", "From: MAILER-DAEMON@m.test\n\nTranscript of session follows.\n", "none"},
      {"auto-reply", "Auto-Submitted: auto-replied (vacation)\n\naway\n", "auto-reply"},
      {"not submitted by a program", "Auto-Submitted: no\n\nhello\n", "none"},
      {"older custom", "X-Autoreply: yes\n\naway\n", "auto-reply"},
      {"precedence", "Precedence: Auto_Reply\n\naway\n", "auto-reply"},
      {"bulk is no auto-reply", "Precedence: bulk\n\naway\n", "none"},
      {"nothing", "\n", "none"},
  };
  for (const Case& c : cases) {
    const BounceVerdict verdict = judge_bytes(c.message);
    EXPECT_EQ(to_string(verdict.kind), c.kind) << c.label << ": " << verdict.why;
    EXPECT_EQ(testing::refusal_name(verdict), "") << c.label;
  }
}

TEST(JudgeStructure, PastedTextCountsOnTheCommandLineOnly) {
  const std::string pasted = "host mx.x.test[192.0.2.1] said: 550 5.1.1 no such user\n";
  EXPECT_EQ(judge_bytes(pasted, false).kind, MessageKind::kLegacy);
  EXPECT_EQ(judge_bytes(pasted, true).kind, MessageKind::kNone);
}

// "kind: address diagnostic | ..." of the daemon's second look at a message.
std::string look_at(const std::string& bytes, MessageTree& tree) {
  auto split = split_message(bytes, Limits());
  if (!split) return "not split";
  tree = *std::move(split);
  const BounceVerdict first = decide_bounce(Envelope(), tree.root().header, BounceTrust());
  const StructureLook look = look_at_structure(first, tree, BounceTrust(), Limits());
  std::string out = std::string(to_string(look.verdict.kind)) + ":";
  if (!look.legacy) return out;
  for (const PerRecipientFields& r : look.legacy->recipients) {
    out += ' ' + r.final_recipient.value_or(TypedValue{}).value + ' ' +
           r.diagnostic_code.value_or(TypedValue{}).value + " |";
  }
  return out;
}

TEST(LookAtStructure, HandsOnWhatItReadOfRunningText) {
  const std::string daemon = "From: MAILER-DAEMON@m.test\nSubject: failure notice\n\n";
  const std::string log =
      "Nov 30 03:28:06 m postfix/smtp[1]: B2EB: to=<carol@x.test>, dsn=5.2.2, status=bounced "
      "(host mx.x.test said: 552 5.2.2 full)\n";
  MessageTree tree;
  std::string bytes =
      daemon + "Your message could not be delivered.\n\n<bob@x.test>: 550 5.1.1 no\n";
  EXPECT_EQ(look_at(bytes, tree), "legacy: bob@x.test 550 5.1.1 no |");
  // A log says more than the words around it, which alone make it a notice.
  bytes = daemon + "Your message could not be delivered to carol@x.test.\n\n" + log;
  EXPECT_EQ(look_at(bytes, tree), "legacy: carol@x.test host mx.x.test said: 552 5.2.2 full |");
  const auto again = parse_legacy_bounce(tree, Limits());
  ASSERT_TRUE(again);
  ASSERT_EQ(again->recipients.size(), 1U);
  EXPECT_EQ(again->recipients[0].diagnostic_code->value, "host mx.x.test said: 552 5.2.2 full");
  EXPECT_EQ(look_at(log, tree), "none:");
  bytes = multipart("multipart/report", {kText, kStatus});
  EXPECT_EQ(look_at(bytes, tree), "report:");
}

}  // namespace
}  // namespace plainbounce
