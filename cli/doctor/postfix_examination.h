#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/doctor/daemon_state.h"
#include "cli/doctor/examination.h"
#include "cli/doctor/mending_lines.h"
#include "cli/doctor/milter_place.h"

namespace plainbounce {

// What the checks of a Postfix set-up work with; all that it refers to must outlive it.
struct PostfixExamination {
  const Examination& of;
  const DaemonState& daemon;
  const PostfixConfiguration& postfix;
  PostfixCommands commands;

  [[nodiscard]] const Settings& settings() const { return of.settings; }
  [[nodiscard]] WorkingPlace working_place(const MasterService& service) const;
  // A parameter for one service, with each $name in it expanded.
  [[nodiscard]] std::string value_for(const MasterService& service,
                                      std::string_view parameter) const;
};

// A list of milters that one service uses.
struct MilterUse {
  const MasterService* service = nullptr;
  std::string parameter;  // of main.cf, that holds the list; empty: it stands in master.cf itself
  std::vector<MilterEntry> entries;
  std::optional<size_t> own;  // ours among them
  std::string error;          // the list cannot be read

  [[nodiscard]] const MilterEntry* own_entry() const { return own ? &entries.at(*own) : nullptr; }
};

// How `service` uses its parameter ("non_smtpd_milters", "smtpd_milters").
MilterUse milters_of(const PostfixExamination& examination, const MasterService& service,
                     std::string_view parameter);

// The cleanup service that a bounce service hands its reports to; null: there is none of that name.
const MasterService* cleanup_of(const PostfixExamination& examination,
                                const MasterService& service);
// bounce, defer and trace, as far as they are there.
std::vector<const MasterService*> bounce_services(const PostfixConfiguration& postfix);
// Each way on which reports come to the daemon: the cleanup services of the bounce services, and
// the SMTP servers that name us.
std::vector<MilterUse> own_uses(const PostfixExamination& examination);

}  // namespace plainbounce
