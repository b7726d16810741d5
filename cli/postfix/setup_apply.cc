#include "cli/postfix/setup_apply.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "cli/postfix/file_transaction.h"
#include "cli/postfix/setup_edit.h"
#include "cli/postfix/setup_record.h"
#include "cli/postfix/setup_steps.h"
#include "config/text_file.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

// The new texts have to mean what the plan wants before they are anybody's configuration.
Result<void> try_out(const SetupPlan& plan, const SetupBasis& basis,
                     const PostfixInstance& instance, const std::string& main_text,
                     const std::string& master_text) {
  const auto trial = try_texts(instance, main_text, master_text);
  if (!trial) return tl::unexpected<Error>(trial.error());
  const SetupBasis next{*trial,
                        main_text,
                        basis.settings,
                        basis.ini_file,
                        plan.ini ? plan.ini : basis.ini_text,
                        basis.with_replies};
  const SetupPlan rest = make_setup_plan(next);
  if (!rest.refusals.empty()) return fail(rest.refusals.front());
  if (rest.changes_postfix()) return fail("Postfix does not read the new lines as they are meant");
  return {};
}

Result<void> make_directory(const PlannedDirectory& planned) {
  const struct passwd* owner = ::getpwnam(planned.owner.c_str());
  if (owner == nullptr) {
    return fail("there is no account \"" + planned.owner + "\" to own " + planned.path);
  }
  const struct group* group = ::getgrnam(planned.group.c_str());
  if (group == nullptr) return fail("there is no group \"" + planned.group + "\"");
  const bool made = ::mkdir(planned.path.c_str(), 0700) == 0 &&
                    ::chown(planned.path.c_str(), owner->pw_uid, group->gr_gid) == 0 &&
                    ::chmod(planned.path.c_str(), 02750) == 0;
  if (made) return {};
  return fail("cannot be made: " + std::generic_category().message(errno), planned.path);
}

class Application {
 public:
  Application(const SetupPlan& plan, const SetupChange& change)
      : plan_(plan),
        instance_(change.scene.instance),
        basis_(change.basis),
        steps_(change),
        main_text_(add_parameters(instance_.main_text, plan)),
        master_text_(add_services(instance_.master_text, plan)) {}

  Result<SetupOutcome> run() {
    auto good = prepare();
    if (!good) return tl::unexpected<Error>(good.error());
    good = write_all();
    if (!good) return steps_.give_up(good.error());
    return steps_.take_outcome();
  }

 private:
  Result<void> prepare() {
    if (!plan_.changes_postfix()) return {};
    auto good = run_postfix(instance_, "check");
    if (!good) return good;
    return try_out(plan_, basis_, instance_, main_text_, master_text_);
  }

  Result<void> write_all() {
    auto good = plan_.changes_postfix() ? keep_what_was() : Result<void>();
    if (good && plan_.directory) good = make_socket_directory();
    if (good && plan_.ini) good = steps_.write(basis_.ini_file, basis_.ini_text, *plan_.ini);
    if (good && plan_.ini) good = steps_.restart_daemon();
    if (!good || !plan_.changes_postfix()) return good;
    good = steps_.expect_unchanged();
    if (good && !plan_.parameters.empty()) {
      good = steps_.write(instance_.main_file(), instance_.main_text, main_text_);
    }
    if (good && (plan_.service || !plan_.options.empty())) {
      good = steps_.write(instance_.master_file(), instance_.master_text, master_text_);
    }
    return good ? steps_.renew_postfix() : good;
  }

  // The copies are those from before the first of several set-ups.
  Result<void> keep_what_was() {
    SetupRecord record;
    const auto present = read_text_file(instance_.record_file());
    if (present) {
      record = parse_record(*present);
    } else {
      auto kept = steps_.keep_copies();
      if (!kept) return kept;
    }
    add_to_record(record, plan_);
    return steps_.write_quietly(instance_.record_file(), record_text(record),
                                instance_.main_file());
  }

  // The unit makes it as well; here it is for a daemon that runs without one.
  Result<void> make_socket_directory() {
    auto made = make_directory(*plan_.directory);
    if (made) steps_.note("made " + plan_.directory->path);
    return made;
  }

  const SetupPlan& plan_;
  const PostfixInstance& instance_;
  const SetupBasis& basis_;
  SetupSteps steps_;
  std::string main_text_;
  std::string master_text_;
};

}  // namespace

Result<SetupOutcome> apply_setup(const SetupPlan& plan, const SetupChange& change) {
  return Application(plan, change).run();
}

}  // namespace plainbounce
