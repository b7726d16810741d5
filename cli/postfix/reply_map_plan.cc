#include "cli/postfix/reply_map_plan.h"

#include <algorithm>

#include "cli/postfix/socket_reach.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kMaps = "smtpd_reject_footer_maps";
constexpr const char* kPostscreenMaps = "postscreen_reject_footer_maps";

bool any_smtpd_is_chrooted(const PostfixConfiguration& postfix) {
  return std::any_of(postfix.services.begin(), postfix.services.end(),
                     [&postfix](const MasterService& service) {
                       return service.command == "smtpd" && postfix.is_chrooted(service);
                     });
}

// "socketmap:unix:plainbounce/replies.sock:footer", also behind "proxy:".
bool is_our_map(std::string_view value, const SocketAddress& socket, const std::string& queue) {
  constexpr std::string_view kFront = "socketmap:";
  constexpr std::string_view kEnd = ":footer";
  if (value.substr(0, 6) == "proxy:") value.remove_prefix(6);
  if (value.size() < kFront.size() + kEnd.size()) return false;
  if (value.substr(0, kFront.size()) != kFront) return false;
  if (value.substr(value.size() - kEnd.size()) != kEnd) return false;
  value.remove_prefix(kFront.size());
  value.remove_suffix(kEnd.size());
  return names_socket(value, socket, queue);
}

// Postscreen asks what smtpd asks unless it is told otherwise.
void plan_postscreen(const PostfixConfiguration& postfix, SetupPlan& plan) {
  const auto set = postfix.set.find(kPostscreenMaps);
  const bool inherits = set == postfix.set.end() || set->second.find(kMaps) != std::string::npos;
  if (!inherits) return;
  plan.parameters.push_back(
      {kPostscreenMaps,
       "postscreen would ask the same map, and its clients wait for each other.",
       {std::string(kPostscreenMaps) + " ="},
       ""});
}

}  // namespace

bool can_map_replies(const PostfixConfiguration& postfix) {
  return postfix.effective.find(kMaps) != postfix.effective.end();
}

void plan_reply_map(const SetupBasis& basis, const SetupSockets& sockets, SetupPlan& plan) {
  if (!can_map_replies(basis.postfix)) {
    plan.notes.push_back("the replies that Postfix itself gives stay as they are: Postfix " +
                         to_string(basis.postfix.version) + " has no " + kMaps + " (3.4 has)");
    return;
  }
  if (!sockets.replies) {
    plan.notes.push_back(
        "the replies that Postfix itself gives stay as they are: [replies] socket is set to "
        "nothing");
    return;
  }
  const std::string queue = basis.postfix.value("queue_directory");
  const std::string present = basis.postfix.value(kMaps);
  if (!present.empty()) {
    if (is_our_map(present, *sockets.replies, queue)) {
      plan_postscreen(basis.postfix, plan);
    } else {
      plan.refusals.push_back(concat({kMaps, " = ", present,
                                      " is set already; with --no-replies it stays, and bounces "
                                      "alone are explained"}));
    }
    return;
  }
  const auto address =
      reachable_spelling(*sockets.replies, queue, any_smtpd_is_chrooted(basis.postfix));
  if (!address) {
    plan.refusals.push_back(address.error().message +
                            ", as an smtpd does; let the daemon's [replies] socket be below that "
                            "directory, or leave the replies out with --no-replies");
    return;
  }
  const std::string value = concat({"socketmap:", *address, ":footer"});
  plan.parameters.push_back(
      {kMaps,
       "a plain sentence behind the replies that Postfix itself gives; none when the daemon is "
       "away.",
       {concat({kMaps, " = ", value})},
       value});
  plan_postscreen(basis.postfix, plan);
}

}  // namespace plainbounce
