#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/bounce/bounce_explainer.h"
#include "core/bounce/treatment.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// One message on its way through the stages. Borrows everything that it is given; fills `outcome`
// step by step and changes what is to be done only in the last one.
class BounceWay {
 public:
  struct Site {
    const KnowledgeBase& knowledge;
    const BouncePolicy& policy;
    const Limits& limits;
    StageProbe* probe;
  };
  BounceWay(const Site& site, const RawMessage& message, BounceOutcome& outcome)
      : site_(site), message_(message), outcome_(outcome) {}

  // Runs the stages until one ends the way. May throw; `stage` then says where.
  void run();
  [[nodiscard]] Stage stage() const { return stage_; }

 private:
  // Whether the way goes on; when not, outcome_.passed says why.
  using Step = Result<bool>;
  Step decide();
  Step split();
  Step decode();
  Step diagnose();
  Step explain();
  Step render();
  Step plan();

  bool accept_notice();
  bool pass(std::string why);
  void refuse(Refusal refusal);
  template <class Judge>
  void judge_anew(const Judge& judge);
  [[nodiscard]] bool may_pass_size_limit() const;
  void limit_headers();
  void plan_body();
  void change_nothing_in_body(Refusal refusal, const std::string& why);

  const Site& site_;
  const RawMessage& message_;
  BounceOutcome& outcome_;
  Stage stage_ = Stage::kDecide;
  HeaderBlock header_;
  std::optional<MessageTree> tree_;
  std::optional<DeliveryReport> legacy_;  // what the bounce without status part tells
  std::vector<Refusal> refusals_;         // all that hold; the verdict names the first
  std::vector<HeaderRemoval> forged_;
  BodyMode mode_ = BodyMode::kAdd;
  NoteTexts texts_;
  std::vector<HeaderValue> headers_;
  size_t header_bytes_ = 0;
};

}  // namespace plainbounce
