#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/code_weight.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/testimony.h"
#include "core/diagnosis/word_weight.h"
#include "core/knowledge/knowledge_base.h"

namespace plainbounce {

// Weighs one testimony into a diagnosis whose outlook is settled; for one use. `knowledge` must
// outlive it. `recipient_domain`, lower case, may be empty when nobody knows it.
class Weighing {
 public:
  Weighing(const KnowledgeBase& knowledge, Testimony testimony, std::string recipient_domain);

  // `evidence` is what was found before; the rest is added behind it.
  Diagnosis run(Outlook outlook, std::vector<Evidence> evidence);

 private:
  void note_reply();
  void decide_success(const CodeWeight& codes);
  void decide_failure(const CodeWeight& codes, const std::optional<WordWeight>& words);
  void settle_by_rule(const Rule& rule, Confidence confidence, const char* why);
  void settle(CauseId cause, Confidence confidence, const char* why);
  void set_kind(const Rule* rule);
  void set_actor();
  void name_code();
  void name_provider();
  [[nodiscard]] bool is_doubted_by_reply(const WordWeight& words) const;
  [[nodiscard]] bool is_answer_to_sender() const;
  [[nodiscard]] bool is_recipients_own_name() const;

  const KnowledgeBase& knowledge_;
  Testimony testimony_;
  std::string recipient_domain_;
  const Rule* rule_ = nullptr;  // the one that decided
  Diagnosis result_;
};

}  // namespace plainbounce
