#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/bounce/bounce_explainer.h"

namespace plainbounce {

// The one line that the log gets for a message: queue id, verb, key=value. Values are escaped here.

// Writes such a line.
class LineWriter {
 public:
  // An empty queue id is "NOQUEUE", as in Postfix's log.
  LineWriter(std::string_view queue_id, std::string_view verb);
  // Nothing where the value is empty.
  void add(std::string_view key, std::string_view value);
  // Each value once, in order, joined by commas; of very many some.
  void add_all(std::string_view key, const std::vector<std::string_view>& values);
  std::string take() { return std::move(line_); }

 private:
  std::string line_;
};

// The returned message's queue id at the system that made the report, as Postfix tells it; a view
// into `outcome`, empty where it is not told.
std::string_view original_queue_id(const BounceOutcome& outcome);

// "4XyZ1: explained original=... kind=report cause=mailbox-full outlook=final rcpts=1 mode=body"
std::string line_of_explained(std::string_view queue_id, const BounceOutcome& outcome, bool body,
                              bool with_addresses);
// "4XyZ1: passed reason=...", with what is known of it.
std::string line_of_passed(std::string_view queue_id, const BounceOutcome& outcome);
std::string line_of_passed(std::string_view queue_id, std::string_view reason);
// Not the message's line but a warning beside it.
std::string line_of_full_memory(std::string_view queue_id);

}  // namespace plainbounce
