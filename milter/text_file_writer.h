#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "milter/log.h"

namespace plainbounce {

// Writes a small file as a whole, again and again, on a thread of its own: whoever reads it finds
// the old text or the new one, and whoever writes it never waits for a disk. A text that comes
// while an older one still waits replaces it.
class TextFileWriter {
 public:
  // `log` must outlive it, and what still hangs when it goes.
  explicit TextFileWriter(Log& log);
  ~TextFileWriter();
  TextFileWriter(const TextFileWriter&) = delete;
  TextFileWriter& operator=(const TextFileWriter&) = delete;

  // Readable for everybody. What goes wrong stands in the log, once until it goes right.
  void write(const std::string& path, std::string text);
  // Waits until everything is written, or cannot be; false: not within `most`.
  bool drain(std::chrono::milliseconds most);

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace plainbounce
