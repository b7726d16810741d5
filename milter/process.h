#pragma once

#include <string>

#include "core/base/result.h"

namespace plainbounce {

// Opens what is closed of standard input, output and error to lead nowhere, so that no socket takes
// their numbers. Before anything else is opened.
void open_standard_files();

// Raises the number of files that may be open to what is allowed; the number.
size_t raise_open_files();

// When started as root with a user to become: becomes it, with its groups. Nothing to do otherwise.
Result<void> drop_privileges(const std::string& user);

// Going into the background in two steps, so that the caller's exit status tells whether the daemon
// runs. Before any thread is started.
class Background {
 public:
  // Forks. The parent waits for ready() and ends with status 0, or with the child's status when it
  // ends before; only the child returns.
  Result<void> enter();
  // Standard input, output and error lead nowhere from now on; the parent ends.
  void ready();
  [[nodiscard]] bool entered() const { return ready_pipe_ >= 0; }

 private:
  int ready_pipe_ = -1;
};

}  // namespace plainbounce
