#pragma once

#include <string>

#include "core/base/result.h"
#include "core/bounce/bounce_explainer.h"
#include "milter/edit_port.h"

namespace plainbounce {

// The only place that edits a message. Everything is computed and checked before the first edit;
// then the body goes first and the header fields follow (docs/architecture.md, "Why the end of
// message is one write").
class MilterActions {
 public:
  // `single_write`: the bytes that leave in one write; edits that come to more lose the body, and
  // fail when even the header fields alone are too many. 0: no limit.
  explicit MilterActions(size_t single_write) : single_write_(single_write) {}

  struct Done {
    bool body = false;     // the body was replaced
    bool headers = false;  // header fields were added or removed
  };
  // Fails when the MTA refuses an edit or a value cannot be sent; then nothing is changed.
  Result<Done> carry_out(const BounceOutcome& outcome, EditPort& port) const;

 private:
  size_t single_write_;
};

}  // namespace plainbounce
