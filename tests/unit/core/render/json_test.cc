#include "core/render/json.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(Json, CommasNestingAndKinds) {
  JsonWriter json;
  json.begin_object();
  json.key("a").value("x\"y");
  json.key("b").begin_array().value(true).value(static_cast<int64_t>(-5)).null().end_array();
  json.key("c").begin_object().end_object();
  json.key("d").begin_array().begin_object().key("e").value_or_null("").end_object();
  json.begin_object().key("e").value_or_null("f").end_object().end_array();
  json.end_object();
  EXPECT_EQ(json.text(), R"({"a": "x\"y", "b": [true, -5, null], "c": {}, )"
                         R"("d": [{"e": null}, {"e": "f"}]})");
}

Diagnosis over_quota() {
  Diagnosis diagnosis;
  diagnosis.cause = "mailbox-full";
  diagnosis.outlook = Outlook::kFinal;
  diagnosis.kind = Kind::kTemporary;
  diagnosis.actor = Party::kRecipient;
  diagnosis.confidence = Confidence::kCertain;
  diagnosis.code = "5.2.2";
  diagnosis.provider = "gmail";
  diagnosis.rule = "gmail/over-quota";
  diagnosis.reply.code = ReplyCode::from(552);
  diagnosis.reply.enhanced = EnhancedStatusCode::from(5, 2, 2);
  diagnosis.evidence = {{"phrase", "over quota", "cause mailbox-full"}};
  return diagnosis;
}

Explanation full() {
  Explanation explanation;
  explanation.language = "en";
  explanation.title = "Mailbox full";
  explanation.what = "Your message was not delivered.";
  explanation.outlook = "Delivery attempts have stopped.";
  explanation.actor = "The recipient has to act:";
  explanation.actions = {"One.", "Two."};
  return explanation;
}

constexpr const char* kExplanationAndEvidence =
    R"("cause": "mailbox-full", "outlook": "final", "kind": "temporary", "actor": "recipient", )"
    R"("confidence": "certain", "code": "5.2.2", "provider": "gmail", "rule": "gmail/over-quota", )"
    R"("explanation": {"lang": "en", "title": "Mailbox full", )"
    R"("what": "Your message was not delivered.", "outlook": "Delivery attempts have stopped.", )"
    R"("actor": "The recipient has to act:", "actions": ["One.", "Two."], )"
    R"("contact": null, "link": null}, )"
    R"("evidence": [{"kind": "phrase", "text": "over quota", "says": "cause mailbox-full"}]})";

TEST(Json, RecipientOfAReport) {
  PerRecipientFields fields;
  fields.original_recipient = TypedValue{"rfc822", "bob@example.net"};
  fields.final_recipient = TypedValue{"rfc822", "rob@inside.example.net"};
  fields.action = Action::kFailed;
  fields.status = "5.2.2";
  fields.remote_mta = TypedValue{"dns", "mx.example.net"};
  fields.diagnostic_code = TypedValue{"smtp", "552 5.2.2 over quota"};
  JsonWriter json;
  write_recipient(json, &fields, over_quota(), full());
  EXPECT_EQ(
      json.text(),
      std::string(R"({"recipient": "bob@example.net", "original_recipient": )"
                  R"("bob@example.net", "final_recipient": "rob@inside.example.net", )"
                  R"("action": "failed", "status": "5.2.2", "reply_code": 552, )"
                  R"("enhanced_code": "5.2.2", "diagnostic_type": "smtp", )"
                  R"("diagnostic": "552 5.2.2 over quota", "remote_mta": "mx.example.net", )") +
          kExplanationAndEvidence);
}

TEST(Json, ReplyAloneHasNoReportFields) {
  JsonWriter json;
  write_recipient(json, nullptr, over_quota(), full());
  EXPECT_EQ(json.text(), std::string(R"({"reply_code": 552, "enhanced_code": "5.2.2", )") +
                             kExplanationAndEvidence);
}

TEST(Json, AnOutlookThatNobodyTellsIsNull) {
  JsonWriter json;
  Diagnosis diagnosis;
  diagnosis.outlook = Outlook::kUnknown;
  write_recipient(json, nullptr, diagnosis, Explanation{});
  EXPECT_NE(json.text().find(R"("cause": "unclear", "outlook": null, )"), std::string::npos);
}

TEST(Json, MissingFieldsAreNull) {
  JsonWriter json;
  write_recipient(json, nullptr, Diagnosis{}, Explanation{});
  EXPECT_TRUE(json.text().starts_with(R"({"reply_code": null, "enhanced_code": null, )"
                                      R"("cause": "unclear", "outlook": "final", )"));
  EXPECT_NE(json.text().find(R"("code": null, "provider": null, "rule": null)"), std::string::npos);
}

TEST(Json, Code) {
  CodePage page;
  CodeEntry& entry = page.entry;
  page.asked = entry.code = "5.2.2";
  page.family = "X.2.2";
  entry.origin = "standard";
  entry.title = "Mailbox full";
  entry.kind = Kind::kPermanent;
  entry.class_name = "Mailbox";
  entry.actor = Party::kRecipient;
  entry.cause = "mailbox-full";
  entry.page.answer = "It is full.";
  entry.page.server_text = "Mailbox full";
  entry.page.meaning = "No room.";
  entry.page.class_text = "For good.";
  entry.page.causes = {"Too much mail"};
  entry.page.fix = {{"sender", "Wait"}};
  entry.page.related = {{"4.2.2", "the same for now"}};
  entry.page.sources = {{"RFC 3463", "https://example.org", "2026-11-30", ""}};
  JsonWriter json;
  Rule rule;
  rule.id = "far/full";
  write_code(json, page, {&rule});
  EXPECT_EQ(
      json.text(),
      R"({"code": "5.2.2", "title": "Mailbox full", "kind": "permanent", )"
      R"("class": "Mailbox", "actor": "recipient", "cause": "mailbox-full", )"
      R"("server_text": "Mailbox full", "meaning": "No room. For good.", "causes": ["Too much mail"], )"
      R"("fix": [{"who": "sender", "text": "Wait"}], )"
      R"("related": [{"code": "4.2.2", "why": "the same for now"}], )"
      R"("sources": [{"name": "RFC 3463", "url": "https://example.org", )"
      R"("checked": "2026-11-30"}], "author": "plainbounce", "answer": "It is full.", )"
      R"("confidence": "certain", "origin": "standard", "family": "X.2.2", )"
      R"("class_allowed": true, "asked": "5.2.2", "substitute": null, "rules": ["far/full"]})");
}

}  // namespace
}  // namespace plainbounce
