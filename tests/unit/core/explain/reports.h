#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/explain/explainer.h"

namespace plainbounce {

// One recipient of a report to be made, with the diagnosis that goes with it.
struct MadeRecipient {
  std::string address = {};       // Original-Recipient
  std::string forwarded_to = {};  // Final-Recipient where it differs
  Action action = Action::kFailed;
  CauseId cause = "address-unknown";
  Party actor = Party::kSender;
  std::string code = "5.1.1";
  std::string code_title = "Bad destination mailbox address";
  std::string diagnostic = "550 5.1.1 <nouser@far.example>: Recipient address rejected";
  std::string remote_host = "mx.far.example";
  std::string will_retry_until = {};
  Confidence confidence = Confidence::kCertain;
  bool answered = true;
};

// A report and its diagnoses, as the steps before would hand them over.
struct MadeReport {
  DeliveryReport report;
  std::vector<DiagnosedRecipient> recipients;
};
MadeReport make_report(const std::vector<MadeRecipient>& recipients, const std::string& to = "");

// The built-in knowledge, with copies of the English texts as further languages, each sentence with
// "ID-" before it.
std::shared_ptr<const KnowledgeBase> knowledge_with(const std::vector<std::string>& copies);

// A site with a help desk, a link base and a domain of its own.
struct MadeSite {
  ExplainSettings site;
  ReaderSettings reader_settings;
  MadeSite();
  [[nodiscard]] ExplainContext context(Reader reader, bool own_report) const;
};

}  // namespace plainbounce
