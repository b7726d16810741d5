#pragma once

#include <sys/stat.h>

#include <optional>
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
  // The same where the file still holds `former` (nothing: is not there); fails where somebody has
  // changed it meanwhile.
  Result<void> write_over(const std::string& path, const std::optional<std::string>& former,
                          std::string_view text);
  // A file that is not there is no error.
  Result<void> remove(const std::string& path);
  // Undoes the steps, the last one first. What cannot be put back comes back as errors; so does a
  // file that somebody has changed since its step: it stays, and what it was before is put beside
  // it, with ".former" behind its name.
  std::vector<Error> roll_back();

 private:
  struct Step {
    std::string path;
    bool existed = false;
    std::string text;
    struct stat about = {};
    std::optional<std::string> left;  // what the step has made of it; nothing: removed
  };
  Result<Step> remember(const std::string& path) const;
  Result<void> carry_out(Step step, std::string_view text, const std::string& model);
  static Result<void> put_back(const Step& step);
  static Result<void> put_beside(const Step& step);
  std::vector<Step> steps_;
};

}  // namespace plainbounce
