#include "tests/unit/core/explain/reports.h"

#include <gtest/gtest.h>

#include "tests/support/language_copy.h"

namespace plainbounce {
namespace {

Outlook outlook_of(Action action) {
  if (action == Action::kDelayed) return Outlook::kRetrying;
  return action == Action::kFailed ? Outlook::kFinal : Outlook::kDone;
}

PerRecipientFields fields_of(const MadeRecipient& made) {
  PerRecipientFields fields;
  fields.original_recipient = TypedValue{"rfc822", made.address};
  fields.final_recipient =
      TypedValue{"rfc822", made.forwarded_to.empty() ? made.address : made.forwarded_to};
  fields.action = made.action;
  if (!made.remote_host.empty()) fields.remote_mta = TypedValue{"dns", made.remote_host};
  if (!made.diagnostic.empty())
    fields.diagnostic_code = TypedValue{made.answered ? "smtp" : "x-postfix", made.diagnostic};
  if (!made.will_retry_until.empty()) fields.will_retry_until = made.will_retry_until;
  return fields;
}

Diagnosis diagnosis_of(const MadeRecipient& made) {
  Diagnosis diagnosis;
  diagnosis.cause = made.cause;
  diagnosis.outlook = outlook_of(made.action);
  diagnosis.kind = diagnosis.outlook == Outlook::kDone ? Kind::kSuccess
                   : made.code.substr(0, 1) == "4"     ? Kind::kTemporary
                                                       : Kind::kPermanent;
  diagnosis.actor = made.actor;
  diagnosis.confidence = made.confidence;
  diagnosis.code = made.code;
  diagnosis.code_title = made.code_title;
  if (made.answered) diagnosis.reply.code = ReplyCode::from(550);
  return diagnosis;
}

}  // namespace

MadeReport make_report(const std::vector<MadeRecipient>& recipients, const std::string& to) {
  MadeReport made;
  made.report.machine_readable = true;
  made.report.message.reporting_mta = TypedValue{"dns", "mx.box.example"};
  made.report.message.arrival_date = "Mon, 30 Nov 2026 00:47:32 +0000";
  made.report.message.other = {{"X-Postfix-Queue-ID", "C51ECA72178"}};
  made.report.original.emplace();
  made.report.original->message_id = "<one@box.example>";
  if (!to.empty()) made.report.original->to = to;
  for (const MadeRecipient& recipient : recipients) {
    made.report.recipients.push_back(fields_of(recipient));
    made.recipients.push_back({made.recipients.size(),
                               address_to_show(made.report.recipients.back()),
                               diagnosis_of(recipient)});
  }
  return made;
}

std::shared_ptr<const KnowledgeBase> knowledge_with(const std::vector<std::string>& copies) {
  const std::string english = testing::english_texts();
  std::vector<KnowledgeSource> sources;
  for (const std::string& id : copies)
    sources.push_back({id + ".toml", testing::copy_of_language(english, id, id + "-")});
  auto loaded = load_knowledge_with(sources);
  if (loaded) return *loaded;
  for (const Error& error : loaded.error()) ADD_FAILURE() << to_string(error);
  return nullptr;
}

MadeSite::MadeSite() {
  site.local_domains = {"box.example"};
  site.internal_networks = {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"};
  reader_settings.link_base = "https://help.box.example/bounces/";
  reader_settings.help = {"the Example help desk", "+49 30 555 0100", "help@box.example", ""};
}

ExplainContext MadeSite::context(Reader reader, bool own_report) const {
  ExplainContext context;
  context.reader = reader;
  context.own_report = own_report;
  context.settings = &reader_settings;
  context.site = &site;
  return context;
}

}  // namespace plainbounce
