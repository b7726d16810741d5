#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/explain/explainer.h"
#include "core/knowledge/knowledge_base.h"

// Notes about every situation there can be.
namespace plainbounce::testing {

inline constexpr const char* kContactName = "the Example help desk";

// The built-in knowledge and `more`; null when there are findings, which fail the test.
std::shared_ptr<const KnowledgeBase> load_with(const std::vector<KnowledgeSource>& more);

// One situation in which a note is written.
struct Situation {
  std::string cause;
  Outlook outlook = Outlook::kFinal;
  Party actor = Party::kSender;
  Reader reader = Reader::kLocal;
  bool own_report = true;
  bool many = false;
  Confidence confidence = Confidence::kCertain;
  bool backscatter = false;

  [[nodiscard]] std::string label() const;
};

// Reports and settings for situations, with one recipient or with three of four.
class NoteMaker {
 public:
  explicit NoteMaker(const KnowledgeBase& knowledge);

  // One note about one situation, or about several at once: then each with its own recipients.
  [[nodiscard]] Result<Note> note(const std::vector<Situation>& situations) const;
  [[nodiscard]] Result<Note> note(const Situation& situation) const;

  ReaderSettings& settings() { return settings_; }

 private:
  Explainer explainer_;
  ReaderSettings settings_;
  ExplainSettings site_;
};

// All that a person reads in the user part.
std::vector<std::string> lines_of(const LanguageNote& note);
std::string joined(const std::vector<std::string>& lines);

// Every cause with every outlook and reader. `all` adds likely causes, and in our own reports each
// actor that the cause does not have by itself.
void for_each_situation(const KnowledgeBase& knowledge, bool all,
                        const std::function<void(const Situation&)>& visit);

}  // namespace plainbounce::testing
