#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/maillog/reply_finding.h"

namespace plainbounce {

// A recipient whose last attempt failed and who will be tried again.
struct Waiting {
  std::shared_ptr<const ReplyFinding> finding;  // of the last attempt
  std::optional<int64_t> first;                 // time of the first attempt and the last
  std::optional<int64_t> last;
};

// Which message an id means: those of other machines or instances may be the same.
struct MessageKey {
  std::string_view host;
  std::string_view instance;  // of Postfix; empty: Sendmail
  std::string_view id;
};

// The recipients that wait, by message; at most as many as it is told.
class WaitingRecipients {
 public:
  using ByAddress = std::map<std::string, Waiting, std::less<>>;

  explicit WaitingRecipients(size_t most) : most_(most) {}

  // Whether a message with that id may have one; false is certain, and cheap.
  [[nodiscard]] bool may_hold(std::string_view id) const { return marks_[mark_of(id)] != 0; }
  // Adds an attempt. False: there are too many recipients for another one.
  bool add(const MessageKey& message, std::string_view address,
           std::shared_ptr<const ReplyFinding> finding, std::optional<int64_t> time);
  // Takes one out; nothing when it does not wait.
  std::optional<Waiting> take(const MessageKey& message, std::string_view address);
  // Takes out all of a message.
  ByAddress take_all(const MessageKey& message);

  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] size_t most_at_once() const { return most_at_once_; }

  struct Entry {
    std::string_view id;
    std::string_view address;
    const Waiting* waiting;
  };
  // All of them, those that waited first in front.
  [[nodiscard]] std::vector<Entry> entries() const;

 private:
  using Messages = std::unordered_map<std::string, ByAddress>;

  static size_t mark_of(std::string_view id);
  Messages::iterator find(const MessageKey& message);
  void erase(Messages::iterator message, std::string_view id);

  size_t most_;
  size_t count_ = 0;
  size_t most_at_once_ = 0;
  Messages messages_;
  std::string key_;  // of the message that is looked for
  // How many messages are kept whose ids have that mark. Two lines in seven of a log are about
  // messages that do not wait.
  std::vector<uint32_t> marks_ = std::vector<uint32_t>(size_t{1} << 15U);
};

}  // namespace plainbounce
