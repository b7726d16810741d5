#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "milter/figures.h"
#include "milter/log.h"

namespace plainbounce {

// A file that lines are put behind, by a thread of its own: whoever adds lines never waits for a
// disk. What a full or hanging disk leaves behind waits in memory up to a limit; beyond it lines
// are dropped and counted. Each line is one write to a file opened for appending, so that it stands
// there whole or not at all.
class EventFile {
 public:
  struct Limits {
    size_t waiting_bytes = size_t{4} << 20U;
  };
  // `log` and `figures` must outlive it, and what still hangs when it goes.
  EventFile(Log& log, Figures& figures, Limits limits);
  EventFile(Log& log, Figures& figures) : EventFile(log, figures, Limits{}) {}
  // Waits for what hangs in a disk a moment only.
  ~EventFile();
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;

  // Lines that are added from now on go to the file of this name, opened anew; empty: nowhere. What
  // is no plain file or character device (a pipe may hang) is refused. What goes wrong stands in
  // the log, and lines are dropped until the next call.
  void reopen(const std::string& path);
  // Whether there is a file to write to; what is added otherwise is forgotten.
  [[nodiscard]] bool is_wanted() const;
  // Without line ends. For any thread.
  void add(const std::vector<std::string>& lines) noexcept;
  // Waits until everything so far is written or dropped; false: not within `most`.
  bool drain(std::chrono::milliseconds most);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
