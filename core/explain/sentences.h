#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/explainer.h"
#include "core/explain/frame.h"
#include "core/explain/message_sender.h"
#include "core/explain/recipient_groups.h"
#include "core/explain/session_sentences.h"

namespace plainbounce {

// kBrief: the title says the cause, the sentence below it only names the recipients.
enum class Detail { kFull, kBrief };

// Words one group of recipients in one language. `texts` must have every cause that the groups
// name, and must outlive it.
class Sentences {
 public:
  Sentences(const LanguageTexts& texts, const ExplainContext& context);

  // Lists at most `listed` addresses where there are several.
  [[nodiscard]] Explanation explanation(const RecipientGroup& group, size_t listed,
                                        Detail detail = Detail::kFull) const;
  // One for all recipients: somebody else used the reader's address.
  [[nodiscard]] Explanation backscatter(const std::vector<RecipientGroup>& groups,
                                        size_t listed) const;
  // Whom a local reader can ask; empty when nobody is configured.
  [[nodiscard]] std::string contact() const;
  [[nodiscard]] std::string until(int64_t moment) const;
  [[nodiscard]] const Frame& frame() const { return frame_; }

 private:
  [[nodiscard]] std::string what(const RecipientGroup& group, Detail detail) const;
  [[nodiscard]] const std::string& what_pattern(const RecipientGroup& group, bool many,
                                                Detail detail) const;
  [[nodiscard]] std::string outlook(const RecipientGroup& group) const;
  [[nodiscard]] std::string_view who_knows(const RecipientGroup& group) const;
  [[nodiscard]] Party admin_party(const RecipientGroup& group) const;
  [[nodiscard]] bool is_lost_to_all(const RecipientGroup& group) const;
  [[nodiscard]] std::vector<std::string> admin_actions(const RecipientGroup& group) const;
  [[nodiscard]] std::string actor(const RecipientGroup& group) const;
  [[nodiscard]] std::vector<std::string> actions(const RecipientGroup& group) const;
  [[nodiscard]] bool says_we() const;
  void word_session(const RecipientGroup& group, Detail detail, Explanation& explanation) const;
  void list_addresses(const std::vector<std::string_view>& addresses, size_t listed,
                      Explanation& explanation) const;

  const LanguageTexts& texts_;
  Frame frame_;
  const ExplainContext& context_;
  MessageSender sender_;  // to an administrator only
  std::optional<SessionSentences> session_;
  // "A message from alice@box.example"
  std::string message_;
  std::string message_object_;
};

// The address of the page about a code; empty when either is.
std::string page_link(std::string_view link_base, std::string_view code);
// The page about a code, for readers who may see it; else empty.
std::string page_link(const ExplainContext& context, const std::string& code);

}  // namespace plainbounce
