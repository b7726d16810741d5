#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/diagnosis/diagnosis.h"
#include "core/dsn/delivery_report.h"
#include "core/explain/note.h"
#include "core/explain/reader.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// A recipient and what was found out about it; `index` is its place in the report.
struct DiagnosedRecipient {
  size_t index = 0;
  std::string address;  // the one to show: Original-Recipient before Final-Recipient
  Diagnosis diagnosis;
};

// Circumstances of one report.
struct ExplainContext {
  Reader reader = Reader::kUnknown;
  bool own_report = false;  // our MTA's bounce service made it: "we" may be said
  std::optional<bool> backscatter;
  bool postmaster_copy = false;  // the sender of the message got a report of their own
  // What explain_one cannot see in one recipient; explain() has its own. May be null.
  const DeliveryReport* report = nullptr;
  const ReaderSettings* settings = nullptr;  // never null
  const ExplainSettings* site = nullptr;     // never null
};

// Turns diagnoses into sentences. Pure; `knowledge` must outlive it.
class Explainer {
 public:
  explicit Explainer(const KnowledgeBase& knowledge) : knowledge_(knowledge) {}

  // The whole note: equal causes with equal outlook grouped, in order of first mention, failures
  // before delays before successes. Fails when no language that is asked for has texts.
  [[nodiscard]] Result<Note> explain(const DeliveryReport& report,
                                     const std::vector<DiagnosedRecipient>& recipients,
                                     const ExplainContext& context) const;
  // One recipient or one reply alone, in one language (for JSON and the command line). `address`
  // may be empty.
  [[nodiscard]] Result<Explanation> explain_one(const Diagnosis& diagnosis,
                                                const std::string& address,
                                                const PerRecipientFields* fields,
                                                const std::string& language,
                                                const ExplainContext& context) const;

 private:
  const KnowledgeBase& knowledge_;
};

// Languages to write in: those that the returned message asks for (Accept-Language, then
// Content-Language; q-values heeded) and the knowledge has, when site.choose_by_reader; else, and
// as fallback, the configured ones that exist.
std::vector<std::string> choose_languages(const KnowledgeBase& knowledge,
                                          const DeliveryReport& report,
                                          const ReaderSettings& settings, bool choose_by_reader);
// The address to show for a recipient; RFC 3461 xtext and RFC 6533 escapes undone, cleaned.
std::string address_to_show(const PerRecipientFields& recipient);
// Seconds since 1970 of an RFC 5322 date, or nothing.
std::optional<int64_t> parse_mail_date(std::string_view text);

}  // namespace plainbounce
