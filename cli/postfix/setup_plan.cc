#include "cli/postfix/setup_plan.h"

#include <grp.h>
#include <pwd.h>

#include <algorithm>
#include <filesystem>

#include "cli/postfix/configuration_lines.h"
#include "cli/postfix/dsn_milters.h"
#include "cli/postfix/reply_map_plan.h"
#include "cli/postfix/service_plan.h"
#include "cli/postfix/setup_ini.h"
#include "cli/postfix/socket_reach.h"
#include "cli/postfix/socket_users.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr PostfixVersion kOldest{3, 0, 0};

std::string queue_of(const SetupBasis& basis) { return basis.postfix.value("queue_directory"); }

bool is_set(const SetupBasis& basis, std::string_view key) {
  return basis.settings.places.find(key) != basis.settings.places.end();
}

// What is there as dsn_milters has to name the daemon, before any signer, and fail open.
void examine_list(const SetupBasis& basis, const std::string& value, const SetupSockets& sockets,
                  SetupPlan& plan) {
  const auto expanded = expand_parameters(basis.postfix, value);
  const auto entries =
      expanded ? parse_milter_list(*expanded) : tl::unexpected<Error>(expanded.error());
  if (!entries) {
    plan.refusals.push_back("dsn_milters cannot be read: " + entries.error().message);
    return;
  }
  const auto ours = std::find_if(entries->begin(), entries->end(), [&](const MilterEntry& entry) {
    return names_socket(entry.address, sockets.milter, queue_of(basis));
  });
  const auto signer = std::find_if(entries->begin(), ours, is_signer);
  if (ours == entries->end()) {
    plan.refusals.push_back(
        concat({"dsn_milters = ", value, " is set already and does not name the daemon's socket ",
                sockets.milter.postfix_spelling(), "; undo an older set-up first (--undo), or put ",
                "the daemon first in that list by hand"}));
  } else if (signer != ours) {
    plan.refusals.push_back(concat({"dsn_milters names the signer ", signer->address,
                                    " before plainbounce, which would break its signatures; put ",
                                    "plainbounce first"}));
  } else if (!fails_open(basis.postfix, *ours)) {
    plan.refusals.push_back(concat({"dsn_milters names plainbounce without default_action=accept: ",
                                    "bounces would wait for the daemon; write it as ",
                                    own_milter_entry(ours->address)}));
  }
}

PlannedParameter dsn_milters_of(const std::string& address,
                                const std::vector<MilterEntry>& behind) {
  PlannedParameter planned;
  planned.name = kDsnMilters;
  planned.why =
      "these see Postfix's own bounces. Without the daemon, bounces go out unexplained. A signer "
      "has to stand behind it.";
  planned.lines = {planned.name + " =", "    " + own_milter_entry(address)};
  for (const MilterEntry& entry : behind) planned.lines.push_back("    " + entry.text);
  for (size_t i = 1; i < planned.lines.size(); ++i) planned.value += planned.lines[i];
  planned.value = single_spaced(planned.value);
  return planned;
}

void plan_conversion(const SetupBasis& basis, SetupPlan& plan) {
  if (basis.postfix.value("disable_mime_output_conversion") == "yes") return;
  plan.parameters.push_back(
      {"disable_mime_output_conversion",
       "bounces are signed; re-encoding for servers without 8BITMIME would break the signature.",
       {"disable_mime_output_conversion = yes"},
       "yes"});
}

// Our entry is never put behind itself.
void leave_out_ours(const SetupBasis& basis, const SetupSockets& sockets,
                    std::vector<MilterEntry>& entries, SetupPlan& plan) {
  const auto ours = [&](const MilterEntry& entry) {
    return names_socket(entry.address, sockets.milter, queue_of(basis));
  };
  const auto end = std::remove_if(entries.begin(), entries.end(), ours);
  if (end == entries.end()) return;
  entries.erase(end, entries.end());
  plan.notes.push_back(
      "non_smtpd_milters names plainbounce too: what local programs submit passes it as well, for "
      "no use; it can be taken out there");
}

void tell_of_signers(const SetupBasis& basis, const std::vector<MilterEntry>& behind,
                     bool filtered_today, SetupPlan& plan) {
  for (const MilterEntry& entry : behind) {
    if (filtered_today || !is_signer(entry)) continue;
    plan.notes.push_back(
        concat({entry.address, " signs what local programs submit, and will sign bounces too"}));
  }
  const auto incoming = parse_milter_list(basis.postfix.value("smtpd_milters"));
  if (!incoming || !behind.empty()) return;
  const auto signer = std::find_if(incoming->begin(), incoming->end(), is_signer);
  if (signer == incoming->end()) return;
  plan.notes.push_back(
      concat({signer->address, " signs what comes by SMTP; bounces stay without a signature. ",
              "To sign them, put it behind plainbounce in dsn_milters"}));
}

void plan_milters(const SetupBasis& basis, const SetupSockets& sockets, const BounceServices& found,
                  SetupPlan& plan) {
  const auto address = reachable_spelling(sockets.milter, queue_of(basis),
                                          basis.postfix.is_chrooted(*found.cleanup));
  if (!address) {
    plan.refusals.push_back(
        address.error().message +
        ", as its cleanup service does; let the daemon listen below that directory, or at "
        "\"inet:127.0.0.1:8895\" ([milter] socket)");
    return;
  }
  const auto definitions = definitions_of(split_lines(basis.main_text), kDsnMilters);
  if (!definitions.empty()) {
    examine_list(basis, definitions.back().value, sockets, plan);
    return;
  }
  auto behind = milters_behind_ours(basis.postfix, *found.bounce, *found.cleanup);
  if (!behind) {
    plan.refusals.push_back("non_smtpd_milters cannot be read, and a signer among them not be " +
                            ("placed: " + behind.error().message));
    return;
  }
  leave_out_ours(basis, sockets, *behind, plan);
  plan.parameters.push_back(dsn_milters_of(*address, *behind));
  const bool filtered_today = filters_bounces(basis.postfix, *found.bounce);
  const bool signs = std::any_of(behind->begin(), behind->end(), [](const MilterEntry& entry) {
    return is_signer(entry) || may_sign(entry);
  });
  if (signs) plan_conversion(basis, plan);
  tell_of_signers(basis, *behind, filtered_today, plan);
}

// A socket that Postfix uses already is not moved from under it.
void examine_move(const SetupBasis& basis, const SocketAddress& next, SetupPlan& plan) {
  if (!basis.present_socket || *basis.present_socket == next) return;
  for (const std::string& line : lines_naming_socket(basis.postfix, *basis.present_socket)) {
    plan.refusals.push_back(concat(
        {line, ": that is where the daemon listens today, and the set-up would let it listen ",
         "at ", next.postfix_spelling(), " instead; take plainbounce out of that line, or ",
         "keep its place by \"socket = ", basis.present_socket->postfix_spelling(),
         "\" under [milter] in conf.d/60-local.ini"}));
  }
}

void plan_ini(const SetupBasis& basis, const SetupSockets& sockets, SetupPlan& plan) {
  if (is_ini_of_another(basis)) {
    plan.notes.push_back(
        basis.ini_file + " was written for another Postfix instance and stays as " +
        "it is; put local_domains and our_hosts of this one into a file beside it");
    return;
  }
  const PlainDomains domains = find_plain_domains(basis.postfix);
  if (!is_set(basis, "site.local_domains")) {
    for (const std::string& table : domains.tables) {
      plan.notes.push_back("only Postfix knows the domains of " + table +
                           "; add them to local_domains under [site] in conf.d/60-local.ini");
    }
  }
  std::string text = make_setup_ini(basis.postfix, basis.settings, sockets.milter, sockets.replies);
  if (text.empty() || basis.ini_text == text) return;
  if (basis.ini_text) {
    const auto head = read_setup_ini_head(*basis.ini_text);
    if (!head || !head->is_intact) {
      plan.refusals.push_back(basis.ini_file +
                              " was changed by hand: put your lines into another file beside it " +
                              "(60-local.ini) and remove it");
      return;
    }
  }
  examine_move(basis, sockets.milter, plan);
  plan.ini = std::move(text);
}

std::string name_of_group(const std::string& account) {
  const struct passwd* entry = ::getpwnam(account.c_str());
  const struct group* group = entry == nullptr ? nullptr : ::getgrgid(entry->pw_gid);
  return group == nullptr ? account : group->gr_name;
}

}  // namespace

bool is_ini_of_another(const SetupBasis& basis) {
  if (!basis.ini_text) return false;
  const auto head = read_setup_ini_head(*basis.ini_text);
  return head && head->directory != basis.postfix.directory;
}

SetupSockets choose_sockets(const SetupBasis& basis) {
  const std::string folder = queue_of(basis) + "/plainbounce/";
  SetupSockets sockets;
  sockets.milter =
      is_set(basis, "milter.socket")
          ? basis.settings.milter.socket
          : SocketAddress{SocketAddress::Family::kUnix, folder + "plainbounce.sock", {}, 0};
  if (is_set(basis, "replies.socket")) {
    sockets.replies = basis.settings.replies.socket;
  } else if (basis.with_replies && can_map_replies(basis.postfix)) {
    sockets.replies = SocketAddress{SocketAddress::Family::kUnix, folder + "replies.sock", {}, 0};
  }
  return sockets;
}

SetupPlan make_setup_plan(const SetupBasis& basis) {
  SetupPlan plan;
  if (basis.postfix.version < kOldest) {
    plan.refusals.push_back("this is Postfix " + to_string(basis.postfix.version) +
                            "; the settings of a single milter need 3.0 or later");
    return plan;
  }
  const SetupSockets sockets = choose_sockets(basis);
  const BounceServices found = find_bounce_services(basis.postfix, plan);
  if (!plan.refusals.empty()) return plan;
  plan_ini(basis, sockets, plan);
  plan_milters(basis, sockets, found, plan);
  if (basis.with_replies) plan_reply_map(basis, sockets, plan);
  plan_services(basis, found, plan);
  return plan;
}

void plan_socket_directory(const SetupBasis& basis, SetupPlan& plan) {
  const SetupSockets sockets = choose_sockets(basis);
  const std::string queue = queue_of(basis);
  const std::string path = std::filesystem::path(sockets.milter.path).parent_path().string();
  std::error_code failure;
  if (path != queue + "/plainbounce" || std::filesystem::exists(path, failure)) return;
  const std::string user =
      basis.settings.milter.user.empty() ? "plainbounce" : basis.settings.milter.user;
  if (::getpwnam(user.c_str()) == nullptr) {
    plan.notes.push_back(concat({"there is no ", path, " yet, and no account \"", user,
                                 "\" to own it; the package makes both"}));
    return;
  }
  plan.directory = PlannedDirectory{path, user, name_of_group(basis.postfix.value("mail_owner"))};
}

}  // namespace plainbounce
