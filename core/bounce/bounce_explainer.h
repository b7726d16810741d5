#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/limits.h"
#include "core/bounce/bounce_policy.h"
#include "core/dsn/bounce_verdict.h"
#include "core/explain/explainer.h"
#include "core/knowledge/knowledge_base.h"
#include "core/render/rendered_note.h"
#include "core/rewrite/edit_plan.h"

namespace plainbounce {

// The steps of the way of a bounce, in order.
enum class Stage { kDecide, kSplit, kDecode, kDiagnose, kExplain, kRender, kPlan };
std::string_view to_string(Stage stage);

// Asked before each stage; an error from it ends the way there, as one of the stage itself would.
// Tests put errors and exceptions in; production has none.
class StageProbe {
 public:
  virtual ~StageProbe() = default;
  virtual Result<void> enter(Stage stage) = 0;
};

// A message as the MTA gave it: header fields, empty line and body in `bytes`, CRLF line ends.
struct RawMessage {
  Envelope envelope;
  std::string bytes;
  size_t body_begin = 0;
  bool body_complete = true;  // false: cut at a limit; then headers only at most
  // Of the whole message, where `bytes` were cut. A cut message of unknown size gets nothing when
  // the MTA has a size limit: what we add could lift it over.
  std::optional<size_t> whole_size;
};

struct HeaderRemoval {
  std::string name;
  size_t index = 1;  // 1-based among the fields of that name, as they stood in the input
};

// What is to be done with a message. Nothing to do: `new_body`, `add` and `remove` are empty and
// `passed` says why.
struct BounceOutcome {
  BounceVerdict verdict;
  std::optional<bool> backscatter;
  std::optional<DeliveryReport> report;
  Reader reader = Reader::kUnknown;  // once it is explained
  bool postmaster_copy = false;      // the same
  std::vector<DiagnosedRecipient> recipients;
  std::optional<Note> note;
  std::optional<EditPlan> plan;  // kept for undo and --diff
  std::optional<std::string> new_body;
  std::vector<HeaderValue> add;
  std::vector<HeaderRemoval> remove;
  // "no bounce", "notice", "auto-reply", "receipt", "abuse-report", "marker", "signed field",
  // "signed off", "headers off", "observe", "size limit", "error at split: ..."
  std::string passed;
  std::optional<Stage> failed_at;  // a stage that broke off
  std::string language;            // of the note

  [[nodiscard]] bool changes_anything() const {
    return new_body.has_value() || !add.empty() || !remove.empty();
  }
};

// Takes a message the whole way of docs/architecture.md. Never throws and never fails: whatever
// goes wrong ends in an outcome that changes nothing. Safe to call from several threads.
class BounceExplainer {
 public:
  // All must outlive it; `probe` may be null.
  BounceExplainer(const KnowledgeBase& knowledge, const BouncePolicy& policy, const Limits& limits,
                  StageProbe* probe = nullptr)
      : knowledge_(knowledge), policy_(policy), limits_(limits), probe_(probe) {}

  [[nodiscard]] BounceOutcome process(const RawMessage& message) const;

 private:
  const KnowledgeBase& knowledge_;
  const BouncePolicy& policy_;
  const Limits& limits_;
  StageProbe* probe_;
};

}  // namespace plainbounce
