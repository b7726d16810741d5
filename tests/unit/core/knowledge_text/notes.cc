#include "tests/unit/core/knowledge_text/notes.h"

#include <gtest/gtest.h>

#include <map>

#include "core/knowledge/cause_ids.h"

namespace plainbounce::testing {
namespace {

void add_recipient(const Situation& situation, DeliveryReport& report,
                   std::vector<DiagnosedRecipient>& recipients) {
  const size_t index = recipients.size();
  const std::string address = "bob" + std::to_string(index) + "@example.net";
  PerRecipientFields fields;
  fields.final_recipient = TypedValue{"rfc822", address};
  if (situation.own_report) fields.will_retry_until = "Fri, 4 Dec 2026 14:00:00 +0000";
  report.recipients.push_back(fields);
  DiagnosedRecipient recipient{index, address, {}};
  recipient.diagnosis.cause = situation.cause;
  recipient.diagnosis.outlook = situation.outlook;
  recipient.diagnosis.actor = situation.actor;
  recipient.diagnosis.confidence = situation.confidence;
  recipient.diagnosis.code = "5.2.2";
  if (situation.own_report) recipient.diagnosis.reply.code = ReplyCode::from(550);
  recipients.push_back(recipient);
}

}  // namespace

std::shared_ptr<const KnowledgeBase> load_with(const std::vector<KnowledgeSource>& more) {
  auto loaded = load_knowledge_with(more);
  if (loaded) return *loaded;
  for (const Error& error : loaded.error()) ADD_FAILURE() << to_string(error);
  return nullptr;
}

std::string Situation::label() const {
  static const std::map<Reader, std::string> kReaders = {{Reader::kLocal, "local"},
                                                         {Reader::kOutside, "outside"},
                                                         {Reader::kUnknown, "unknown"},
                                                         {Reader::kPostmaster, "postmaster"}};
  return cause + ", " + std::string(to_string(outlook)) + ", actor " +
         std::string(to_string(actor)) + ", reader " + kReaders.at(reader) +
         (own_report ? ", own" : "") + (many ? ", many" : "") + ", " +
         std::string(to_string(confidence)) + (backscatter ? ", backscatter" : "");
}

NoteMaker::NoteMaker(const KnowledgeBase& knowledge) : explainer_(knowledge) {
  settings_.link_base = "https://help.box.example/bounces";
  settings_.help = {kContactName, "+49 30 555 0100", "help@box.example", ""};
}

Result<Note> NoteMaker::note(const std::vector<Situation>& situations) const {
  DeliveryReport report;
  std::vector<DiagnosedRecipient> recipients;
  for (const Situation& situation : situations) {
    for (size_t i = 0; i < (situation.many ? 3U : 1U); ++i)
      add_recipient(situation, report, recipients);
  }
  report.original.emplace();
  report.original->to = "bob0@example.net";
  if (situations.front().many) *report.original->to += ", carol@example.net";
  ExplainContext context;
  context.reader = situations.front().reader;
  context.own_report = situations.front().own_report;
  context.backscatter = situations.front().backscatter;
  context.settings = &settings_;
  context.site = &site_;
  return explainer_.explain(report, recipients, context);
}

Result<Note> NoteMaker::note(const Situation& situation) const {
  return note(std::vector{situation});
}

std::vector<std::string> lines_of(const LanguageNote& note) {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) lines.push_back(text);
  };
  for (const Explanation& explanation : note.explanations) {
    add(explanation.title);
    add(explanation.what);
    for (const std::string& address : explanation.addresses) add(address);
    add(explanation.more_addresses);
    add(explanation.outlook);
    add(explanation.actor);
    for (const std::string& action : explanation.actions) add(action);
  }
  add(note.contact);
  add(note.other_recipients);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

void for_each_situation(const KnowledgeBase& knowledge, bool all,
                        const std::function<void(const Situation&)>& visit) {
  for (const std::string_view cause : kCauseIds) {
    for (const Outlook outlook :
         {Outlook::kFinal, Outlook::kUnknown, Outlook::kRetrying, Outlook::kDone}) {
      const CauseEntry& entry = *knowledge.find_cause(cause);
      const Party usual =
          outlook == Outlook::kRetrying ? entry.actor_retrying.value_or(entry.actor) : entry.actor;
      for (const Party actor : {Party::kSender, Party::kSenderAdmin, Party::kRecipient,
                                Party::kRecipientAdmin, Party::kNobody}) {
        if (!all && actor != usual) continue;
        for (const Reader reader :
             {Reader::kLocal, Reader::kOutside, Reader::kUnknown, Reader::kPostmaster}) {
          for (const int bits : {0, 1, 2, 3, 4, 5, 6, 7}) {
            Situation situation{std::string(cause), outlook, actor, reader};
            situation.own_report = (bits & 1) != 0;
            situation.many = (bits & 2) != 0;
            if ((bits & 4) != 0) situation.confidence = Confidence::kLikely;
            if (!all && (bits & 4) != 0) continue;
            if (actor != usual && (bits & 5) != 1) continue;
            visit(situation);
          }
        }
      }
    }
  }
}

}  // namespace plainbounce::testing
