#include "cli/postfix/setup_steps.h"

#include <filesystem>
#include <system_error>

#include "config/text_file.h"

namespace plainbounce {

SetupSteps::SetupSteps(const SetupChange& change)
    : change_(change), instance_(change.scene.instance) {}

Result<void> SetupSteps::write(const std::string& path, const std::optional<std::string>& former,
                               std::string_view text) {
  auto written = files_.write_over(path, former, text);
  if (written) note("wrote " + path);
  return written;
}

Result<void> SetupSteps::write_quietly(const std::string& path, std::string_view text,
                                       const std::string& model) {
  return files_.write(path, text, model);
}

Result<void> SetupSteps::remove(const std::string& path) {
  auto removed = files_.remove(path);
  if (removed) note("removed " + path);
  return removed;
}

Result<void> SetupSteps::expect_unchanged() const {
  for (const auto& [path, text] :
       {std::pair<std::string, const std::string&>{instance_.main_file(), instance_.main_text},
        {instance_.master_file(), instance_.master_text}}) {
    const auto present = read_text_file(path);
    if (!present) return tl::unexpected<Error>(present.error());
    if (*present != text) return fail("changed meanwhile; nothing was written", path);
  }
  return {};
}

Result<void> SetupSteps::keep_copies() {
  auto kept = files_.write(instance_.kept_main_file(), instance_.main_text, instance_.main_file());
  if (kept) {
    kept =
        files_.write(instance_.kept_master_file(), instance_.master_text, instance_.master_file());
  }
  if (kept) note("kept copies of main.cf and master.cf in " + instance_.kept_directory());
  return kept;
}

Result<void> SetupSteps::drop_copies(std::string_view main_text, std::string_view master_text) {
  auto dropped = files_.remove(instance_.record_file());
  if (!dropped) return dropped;
  const auto main = read_text_file(instance_.kept_main_file());
  const auto master = read_text_file(instance_.kept_master_file());
  if (!main || !master) return {};
  if (*main != main_text || *master != master_text) {
    keep("the copies from before the set-up stay in " + instance_.kept_directory() +
         ", for the files are not quite as they were");
    return {};
  }
  dropped = files_.remove(instance_.kept_main_file());
  if (dropped) dropped = files_.remove(instance_.kept_master_file());
  if (!dropped) return dropped;
  std::error_code failure;
  std::filesystem::remove(instance_.kept_directory(), failure);
  return {};
}

Result<void> SetupSteps::restart_daemon() {
  const bool is_ours_to_restart =
      change_.scene.config.empty() && change_.reload && change_.daemon_can_start;
  if (!is_ours_to_restart || !change_.unit.is_active()) {
    leave_to_admin(daemon_restart(change_.scene));
    return {};
  }
  daemon_restarted_ = true;
  auto restarted = change_.unit.restart();
  if (restarted) note("restarted plainbounce");
  return restarted;
}

void SetupSteps::restart_daemon_if_possible() {
  const auto restarted = restart_daemon();
  if (restarted) return;
  leave_to_admin(daemon_restart(change_.scene) +
                 "    # which has failed: " + to_string(restarted.error()));
}

Result<void> SetupSteps::renew_postfix() {
  auto good = run_postfix(instance_, "check");
  if (!good) return good;
  if (!change_.reload) {
    leave_to_admin(instance_.command_line("reload"));
    return {};
  }
  if (!is_running(instance_)) return {};
  postfix_reloaded_ = true;
  good = run_postfix(instance_, "reload");
  if (good) note(instance_.command_line("reload"));
  return good;
}

tl::unexpected<Error> SetupSteps::give_up(const Error& error) {
  std::string message = to_string(error);
  const std::vector<Error> errors = files_.roll_back();
  std::error_code failure;
  std::filesystem::remove(instance_.kept_directory(), failure);  // only when it is empty
  if (daemon_restarted_) static_cast<void>(change_.unit.restart());
  if (postfix_reloaded_) static_cast<void>(run_postfix(instance_, "reload"));
  message += errors.empty() ? "; everything is as it was" : "; this could not be put back:";
  for (const Error& one : errors) message += " " + to_string(one);
  return fail(std::move(message));
}

}  // namespace plainbounce
