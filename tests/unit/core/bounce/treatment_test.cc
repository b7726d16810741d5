#include "core/bounce/treatment.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::vector<DiagnosedRecipient> recipients_with(std::vector<Outlook> outlooks) {
  std::vector<DiagnosedRecipient> recipients;
  for (const Outlook outlook : outlooks) {
    DiagnosedRecipient recipient;
    recipient.diagnosis.outlook = outlook;
    recipients.push_back(recipient);
  }
  return recipients;
}

TEST(Treatment, TheLeastThatIsGranted) {
  struct Case {
    const char* label;
    MessageKind kind;
    std::vector<Refusal> refusals;
    std::vector<Outlook> outlooks;
    BodyMode mode;
    BouncePolicy policy;
    Treatment treatment;
    const char* setting;
  };
  BouncePolicy generous;
  generous.success = generous.signed_reports = generous.friendly = Treatment::kBody;
  generous.elsewhere = generous.legacy = Treatment::kBody;
  BouncePolicy strict;
  strict.success = strict.signed_reports = strict.friendly = Treatment::kOff;
  strict.elsewhere = strict.legacy = Treatment::kOff;
  const BouncePolicy usual;
  const auto report = MessageKind::kReport;
  const auto legacy = MessageKind::kLegacy;
  const std::vector<Outlook> failed = {Outlook::kFinal};
  const std::vector<Outlook> mixed = {Outlook::kDone, Outlook::kRetrying};
  const std::vector<Outlook> done = {Outlook::kDone, Outlook::kDone};
  const auto add = BodyMode::kAdd;
  const Case cases[] = {
      {"failure", report, {}, failed, add, usual, Treatment::kBody, ""},
      {"body off", report, {}, failed, BodyMode::kOff, usual, Treatment::kHeaders, "body"},
      {"all done", report, {}, done, add, usual, Treatment::kHeaders, "success"},
      {"some done", report, {}, mixed, add, usual, Treatment::kBody, ""},
      {"all done, body", report, {}, done, add, generous, Treatment::kBody, ""},
      {"all done, off", report, {}, done, add, strict, Treatment::kOff, "success"},
      {"legacy", legacy, {}, failed, add, usual, Treatment::kHeaders, "legacy"},
      {"legacy, body", legacy, {}, failed, add, generous, Treatment::kBody, ""},
      {"legacy, off", legacy, {}, failed, add, strict, Treatment::kOff, "legacy"},
      {"signed", report, {Refusal::kSigned}, failed, add, usual, Treatment::kHeaders, "signed"},
      {"signed never gets a body",
       report,
       {Refusal::kSigned},
       failed,
       add,
       generous,
       Treatment::kHeaders,
       "signed"},
      {"signed, off", report, {Refusal::kSigned}, failed, add, strict, Treatment::kOff, "signed"},
      {"friendly, body", report, {Refusal::kFriendly}, failed, add, generous, Treatment::kBody, ""},
      {"elsewhere, body",
       report,
       {Refusal::kElsewhere},
       failed,
       add,
       generous,
       Treatment::kBody,
       ""},
      {"friendly and unproven",
       report,
       {Refusal::kFriendly, Refusal::kUnproven},
       failed,
       add,
       generous,
       Treatment::kHeaders,
       "unproven"},
      {"machine",
       report,
       {Refusal::kMachine},
       failed,
       add,
       generous,
       Treatment::kHeaders,
       "machine"},
      {"encrypted, and signed off",
       report,
       {Refusal::kEncrypted, Refusal::kSigned},
       failed,
       add,
       strict,
       Treatment::kOff,
       "signed"},
  };
  for (const Case& c : cases) {
    const Grant grant =
        grant_for(c.kind, c.refusals, recipients_with(c.outlooks), c.mode, c.policy);
    EXPECT_EQ(grant.treatment, c.treatment) << c.label;
    EXPECT_EQ(grant.setting, c.setting) << c.label;
  }
}

TEST(Treatment, BodyModeOfTheReadersDomain) {
  BouncePolicy policy;
  policy.body = BodyMode::kAdd;
  policy.body_by_domain = {{"off.example", BodyMode::kOff}, {"new.example", BodyMode::kReplace}};
  struct Case {
    std::vector<std::string> readers;
    BodyMode mode;
  };
  const Case cases[] = {
      {{}, BodyMode::kAdd},
      {{"a@other.example"}, BodyMode::kAdd},
      {{"a@OFF.example"}, BodyMode::kOff},
      {{"a@new.example"}, BodyMode::kReplace},
      {{"a@new.example", "b@other.example"}, BodyMode::kAdd},
      {{"a@new.example", "b@off.example"}, BodyMode::kOff},
  };
  for (const Case& c : cases) {
    Envelope envelope;
    envelope.recipients = c.readers;
    EXPECT_EQ(body_mode_for(envelope, policy), c.mode);
  }
}

}  // namespace
}  // namespace plainbounce
