#pragma once

#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

// Files that are written or removed together: each step is whole or not done, and roll_back() puts
// all of them back as they were. Not thread-safe.
class FileTransaction {
 public:
  // Puts the text into the file at once, so that a reader finds the old bytes or the new ones.
  // Owner and mode stay as they are; a new file has those of `model`, or is 0644 without one, and
  // its directory is made where it lacks. A link stays a link, what it points at is written.
  Result<void> write(const std::string& path, std::string_view text, const std::string& model = {});
  // A file that is not there is no error.
  Result<void> remove(const std::string& path);
  // Undoes the steps, the last one first. What cannot be put back comes back as errors.
  std::vector<Error> roll_back();

 private:
  struct Step {
    std::string path;
    bool existed = false;
    std::string text;
    struct stat about = {};
  };
  Result<Step> remember(const std::string& path) const;
  std::vector<Step> steps_;
};

}  // namespace plainbounce
