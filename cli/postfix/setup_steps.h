#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/postfix/file_transaction.h"
#include "cli/postfix/setup_apply.h"

namespace plainbounce {

// What a set-up and its undoing do one after the other, and how they go back when one of them
// fails. Not thread-safe.
class SetupSteps {
 public:
  explicit SetupSteps(const SetupChange& change);

  // Fails where the file does not hold `former` (nothing: is there by now).
  Result<void> write(const std::string& path, const std::optional<std::string>& former,
                     std::string_view text);
  // The same without a word about it; `model` as in FileTransaction::write().
  Result<void> write_quietly(const std::string& path, std::string_view text,
                             const std::string& model);
  Result<void> remove(const std::string& path);
  // Fails where main.cf or master.cf is not as it was read.
  [[nodiscard]] Result<void> expect_unchanged() const;
  // Copies of the instance's files as they were read.
  Result<void> keep_copies();
  // Removes the copies and the record; copies of files that are not as `main_text` and
  // `master_text` stay.
  Result<void> drop_copies(std::string_view main_text, std::string_view master_text);
  // Restarts the unit where it runs this daemon; else it is left to the admin.
  Result<void> restart_daemon();
  // The same, but for a restart that fails: the admin is told of it then.
  void restart_daemon_if_possible();
  // "postfix check", and "postfix reload" where the instance runs.
  Result<void> renew_postfix();

  void note(std::string what) { outcome_.done.push_back(std::move(what)); }
  void leave_to_admin(std::string what) { outcome_.to_do.push_back(std::move(what)); }
  void keep(std::string why) { outcome_.kept.push_back(std::move(why)); }
  [[nodiscard]] SetupOutcome take_outcome() { return std::move(outcome_); }
  // Puts everything back as it was; the error with what became of it.
  tl::unexpected<Error> give_up(const Error& error);

 private:
  const SetupChange& change_;
  const PostfixInstance& instance_;
  FileTransaction files_;
  SetupOutcome outcome_;
  bool daemon_restarted_ = false;
  bool postfix_reloaded_ = false;
};

}  // namespace plainbounce
