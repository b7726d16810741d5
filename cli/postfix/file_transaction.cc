#include "cli/postfix/file_transaction.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>

#include "config/text_file.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> failed(const std::string& what, const std::string& path, int error) {
  return fail("cannot be " + what + ": " + std::generic_category().message(error), path);
}

// What a link points at.
std::string resolved(const std::string& path) {
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  return failure ? path : real.string();
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Owner, group and mode as `about` has them; nothing: a new file's.
bool dress(int file, const struct stat* about) {
  if (about == nullptr) return ::fchmod(file, 0644) == 0;
  return ::fchown(file, about->st_uid, about->st_gid) == 0 &&
         ::fchmod(file, about->st_mode & 07777U) == 0;
}

// Postfix waits for a file that was written in this second or the last one, in case somebody still
// writes it; nobody writes this one once it is in its place.
bool set_time(int file) {
  constexpr time_t kAge = 3;
  const timespec then{::time(nullptr) - kAge, 0};
  const std::array<timespec, 2> times = {then, then};
  return ::futimens(file, times.data()) == 0;
}

Result<void> replace(const std::string& path, std::string_view text, const struct stat* about) {
  std::string partial = path + ".XXXXXX";
  const int file = ::mkostemp(partial.data(), O_CLOEXEC);
  if (file < 0) return failed("written", path, errno);
  bool good = dress(file, about) && write_all(file, text) && set_time(file) && ::fsync(file) == 0;
  int error = errno;
  ::close(file);
  if (good) {
    good = ::rename(partial.c_str(), path.c_str()) == 0;
    error = errno;
  }
  if (good) return {};
  ::unlink(partial.c_str());
  return failed("written", path, error);
}

}  // namespace

Result<FileTransaction::Step> FileTransaction::remember(const std::string& path) const {
  Step step;
  step.path = resolved(path);
  if (::stat(step.path.c_str(), &step.about) != 0) {
    if (errno == ENOENT) return step;
    return failed("read", path, errno);
  }
  auto text = read_text_file(step.path);
  if (!text) return tl::unexpected<Error>(text.error());
  step.existed = true;
  step.text = std::move(*text);
  return step;
}

Result<void> FileTransaction::write(const std::string& path, std::string_view text,
                                    const std::string& model) {
  auto step = remember(path);
  if (!step) return tl::unexpected<Error>(step.error());
  return carry_out(std::move(*step), text, model);
}

Result<void> FileTransaction::write_over(const std::string& path,
                                         const std::optional<std::string>& former,
                                         std::string_view text) {
  auto step = remember(path);
  if (!step) return tl::unexpected<Error>(step.error());
  const bool is_same = former ? step->existed && step->text == *former : !step->existed;
  if (!is_same) return fail("changed meanwhile; nothing was written", path);
  return carry_out(std::move(*step), text, {});
}

Result<void> FileTransaction::carry_out(Step step, std::string_view text,
                                        const std::string& model) {
  struct stat about = step.about;
  const bool has_model = !model.empty() && ::stat(model.c_str(), &about) == 0;
  std::error_code failure;
  fs::create_directories(fs::path(step.path).parent_path(), failure);
  if (failure) return fail("cannot be made: " + failure.message(), step.path);
  if (step.existed) about = step.about;
  auto done = replace(step.path, text, step.existed || has_model ? &about : nullptr);
  step.left = text;
  if (done) steps_.push_back(std::move(step));
  return done;
}

Result<void> FileTransaction::remove(const std::string& path) {
  auto step = remember(path);
  if (!step) return tl::unexpected<Error>(step.error());
  if (!step->existed) return {};
  if (::unlink(step->path.c_str()) != 0) return failed("removed", path, errno);
  steps_.push_back(std::move(*step));
  return {};
}

Result<void> FileTransaction::put_back(const Step& step) {
  if (step.existed) return replace(step.path, step.text, &step.about);
  if (::unlink(step.path.c_str()) == 0 || errno == ENOENT) return {};
  return failed("removed", step.path, errno);
}

Result<void> FileTransaction::put_beside(const Step& step) {
  const std::string changed = "changed meanwhile and stays";
  if (!step.existed) return fail(changed, step.path);
  const std::string beside = step.path + ".former";
  auto kept = replace(beside, step.text, &step.about);
  if (!kept) return kept;
  return fail(changed + "; as it was before, it is kept in " + beside, step.path);
}

std::vector<Error> FileTransaction::roll_back() {
  std::vector<Error> errors;
  for (; !steps_.empty(); steps_.pop_back()) {
    const Step& step = steps_.back();
    std::error_code failure;
    std::optional<std::string> present;
    const auto text = read_text_file(step.path);
    if (text) present = *text;
    const bool is_ours = text ? present == step.left : !fs::exists(step.path, failure);
    const auto done = is_ours ? put_back(step) : put_beside(step);
    if (!done) errors.push_back(done.error());
  }
  return errors;
}

}  // namespace plainbounce
