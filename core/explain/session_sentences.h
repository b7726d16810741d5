#pragma once

#include <string>

#include "core/dsn/session_transcript.h"
#include "core/explain/explainer.h"
#include "core/explain/frame.h"
#include "core/explain/recipient_groups.h"

namespace plainbounce {

// Words for the postmaster what the replies of a session mean: those of one cause together. Both
// sides are named by what they are to the reader: "your mail system" and the peer. All that it is
// given must outlive it.
class SessionSentences {
 public:
  SessionSentences(const LanguageTexts& texts, const ExplainContext& context,
                   const SessionTranscript& session);

  [[nodiscard]] std::string title(const RecipientGroup& group) const;
  // `brief`: below a title that says the cause.
  [[nodiscard]] std::string what(const RecipientGroup& group, bool brief) const;
  [[nodiscard]] std::string outlook(const RecipientGroup& group) const;
  [[nodiscard]] std::string actor(const RecipientGroup& group) const;
  [[nodiscard]] std::string action(const RecipientGroup& group) const;

 private:
  // Who has to act, from the reader's side.
  enum class Actor { kYou, kOtherSide, kSender, kRecipient, kNobody, kUnclear };
  [[nodiscard]] std::string brief_what(const RecipientGroup& group) const;
  [[nodiscard]] Actor actor_of(const RecipientGroup& group) const;
  [[nodiscard]] std::string_view side() const;

  const LanguageTexts& texts_;
  Frame frame_;
  bool server_;
  std::string peer_;  // without its port
};

}  // namespace plainbounce
