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
//
// The name in front of a program ("postfix-slow/smtp") is an instance's or a single transport's
// ("-o syslog_name=postfix-slow"). Only an instance has a queue manager that ends messages: a name
// that is not known to own a queue, and is not the default one, may be a transport's of another.
class WaitingRecipients {
 public:
  using ByAddress = std::map<std::string, Waiting, std::less<>>;

  explicit WaitingRecipients(size_t most) : most_(most) {}

  // Whether a message with that id may have one; false is certain, and cheap.
  [[nodiscard]] bool may_hold(std::string_view id) const { return marks_[mark_of(id)] != 0; }
  // That the queue manager of this instance ends messages.
  void note_owner(std::string_view instance);
  [[nodiscard]] bool knows_owner() const { return !owners_.empty(); }
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
  // What waits of a message under one name; in nearly all cases there is one.
  struct Named {
    std::string instance;
    ByAddress recipients;
  };
  using Names = std::vector<Named>;
  using Messages = std::unordered_map<std::string, Names>;  // by host and id

  static size_t mark_of(std::string_view id);
  [[nodiscard]] bool owns_queue(std::string_view instance) const;
  [[nodiscard]] bool may_be_transport(std::string_view name) const;
  // Whether an event under the one name may be about a message that waits under the other.
  [[nodiscard]] bool is_same_queue(std::string_view event, std::string_view open) const;
  // Where a recipient waits, under the event's own name at first; end: nowhere.
  Names::iterator find_holder(Names& names, std::string_view instance, std::string_view address);
  Messages::iterator find(const MessageKey& message);
  void erase(Messages::iterator message, std::string_view id);

  size_t most_;
  size_t count_ = 0;
  size_t most_at_once_ = 0;
  Messages messages_;
  std::vector<std::string> owners_;  // instances whose queue manager was seen, at most kMostOwners
  std::string key_;                  // of the message that is looked for
  // How many messages are kept whose ids have that mark. Two lines in seven of a log are about
  // messages that do not wait.
  std::vector<uint32_t> marks_ = std::vector<uint32_t>(size_t{1} << 15U);
};

}  // namespace plainbounce
