#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "cli/maillog/delivery_event.h"
#include "cli/maillog/reply_finding.h"
#include "core/diagnosis/diagnoser.h"

namespace plainbounce {

// Diagnoses deliveries, replies that are alike once. What it keeps is bounded: replies are
// forgotten when there are too many different ones, and verdicts are made of what the knowledge
// has.
class ReplyDiagnoser {
 public:
  static constexpr size_t kMostReplies = 20000;

  // `knowledge` must outlive it.
  explicit ReplyDiagnoser(const KnowledgeBase& knowledge, size_t most_replies = kMostReplies)
      : knowledge_(knowledge), most_replies_(most_replies) {}

  // Of a failed or waiting delivery to `recipient` or a refusal; `message` is the log line's, empty
  // of a queue's entry.
  std::shared_ptr<const ReplyFinding> find(const DeliveryEvent& event, std::string_view recipient,
                                           std::string_view message);
  // Of a message that was given up, and no line tells why.
  std::shared_ptr<const ReplyFinding> of_expiry();

  [[nodiscard]] const std::vector<Verdict>& verdicts() const { return verdicts_; }
  // How often the matcher ran, and how many replies are kept.
  [[nodiscard]] size_t diagnosed() const { return diagnosed_; }
  [[nodiscard]] size_t kept() const { return kept_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  ReplyFinding diagnose(const DeliveryEvent& event, std::string_view recipient,
                        std::string_view message);
  size_t verdict_of(const Diagnosis& diagnosis);

  const KnowledgeBase& knowledge_;
  size_t most_replies_;
  std::unordered_map<std::string, std::shared_ptr<const ReplyFinding>, Hash, std::equal_to<>> kept_;
  std::string key_;
  std::vector<Verdict> verdicts_;
  std::map<std::tuple<CauseId, std::string, Party, bool>, size_t> places_;
  std::shared_ptr<const ReplyFinding> expiry_;
  size_t diagnosed_ = 0;
};

}  // namespace plainbounce
