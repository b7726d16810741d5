#include <optional>

#include "cli/postfix/setup_apply.h"
#include "cli/postfix/setup_ini.h"
#include "cli/postfix/setup_record.h"
#include "cli/postfix/setup_steps.h"
#include "cli/postfix/setup_undo.h"
#include "cli/postfix/socket_users.h"
#include "config/text_file.h"

namespace plainbounce {
namespace {

class TakingBack {
 public:
  explicit TakingBack(const SetupChange& change)
      : instance_(change.scene.instance), basis_(change.basis), steps_(change) {}

  Result<SetupOutcome> run() {
    const auto record = read_text_file(instance_.record_file());
    has_record_ = record.has_value();
    undone_ = undo_setup(instance_.main_text, instance_.master_text,
                         has_record_ ? parse_record(*record)
                                     : recognise_setup(instance_.main_text, instance_.master_text));
    for (const std::string& why : undone_.kept) steps_.keep(why);
    left_ = basis_.postfix;
    if (undone_.changed) {
      auto trial = try_texts(instance_, undone_.main_text, undone_.master_text);
      if (!trial) return tl::unexpected<Error>(trial.error());
      left_ = std::move(*trial);
    }
    const auto good = write_all();
    if (!good) return steps_.give_up(good.error());
    return steps_.take_outcome();
  }

 private:
  // Postfix first, so that it never asks a daemon that is configured otherwise.
  Result<void> write_all() {
    Result<void> good;
    if (undone_.changed) {
      if (!has_record_) steps_.keep("there is no record; what points at plainbounce went");
      good = write_postfix();
    }
    if (good) good = take_ini_away();
    if (good && has_record_) good = steps_.drop_copies(undone_.main_text, undone_.master_text);
    return good;
  }

  // master.cf first: main.cf may lose a parameter that it uses.
  Result<void> write_postfix() {
    Result<void> good = steps_.expect_unchanged();
    if (good && undone_.master_text != instance_.master_text) {
      good = steps_.write(instance_.master_file(), instance_.master_text, undone_.master_text);
    }
    if (good && undone_.main_text != instance_.main_text) {
      good = steps_.write(instance_.main_file(), instance_.main_text, undone_.main_text);
    }
    return good ? steps_.renew_postfix() : good;
  }

  Result<void> take_ini_away() {
    if (!basis_.ini_text) return {};
    const auto head = read_setup_ini_head(*basis_.ini_text);
    if (head && head->directory != basis_.postfix.directory) return {};
    if (!head || !head->is_intact) {
      steps_.keep(basis_.ini_file + " was changed by hand and stays");
      return {};
    }
    if (is_socket_in_use()) return {};
    auto good = steps_.remove(basis_.ini_file);
    if (good) steps_.restart_daemon_if_possible();
    return good;
  }

  // Whether what is left of Postfix's configuration asks for the socket that 50-setup.ini sets.
  bool is_socket_in_use() {
    const auto settings = parse_settings(*basis_.ini_text, basis_.ini_file);
    if (!settings || settings->places.count("milter.socket") == 0) return false;
    const auto lines = lines_naming_socket(left_, settings->milter.socket);
    for (const std::string& line : lines) {
      steps_.keep(basis_.ini_file + " stays, for the daemon's socket is still named in " + line);
    }
    return !lines.empty();
  }

  const PostfixInstance& instance_;
  const SetupBasis& basis_;
  SetupSteps steps_;
  UndoneSetup undone_;
  PostfixConfiguration left_;  // what Postfix is told then
  bool has_record_ = false;
};

}  // namespace

Result<SetupOutcome> take_setup_back(const SetupChange& change) { return TakingBack(change).run(); }

}  // namespace plainbounce
