#include "cli/doctor/reply_map_checks.h"

#include <algorithm>

#include "cli/doctor/conversation.h"
#include "cli/doctor/socket_checks.h"
#include "cli/postfix/list_words.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr const char* kCheck = "reply-map";
constexpr const char* kParameter = "smtpd_reject_footer_maps";
constexpr const char* kPostscreen = "postscreen_reject_footer_maps";
constexpr std::string_view kProxy = "proxy:";
constexpr std::string_view kSocketmap = "socketmap:";
constexpr const char* kReply =
    "550 5.1.1 <nobody@example.invalid>: Recipient address rejected: "
    "User unknown in local recipient table";

// A table of a list that asks the daemon.
struct OwnTable {
  std::string text;     // as it is written
  std::string address;  // "unix:plainbounce/replies.sock"
  std::string map;      // "footer"
  bool proxied = false;
};

std::optional<OwnTable> read_table(std::string_view word, const Settings& settings,
                                   const WorkingPlace& process) {
  OwnTable table;
  table.text = word;
  table.proxied = word.substr(0, kProxy.size()) == kProxy;
  if (table.proxied) word.remove_prefix(kProxy.size());
  if (word.substr(0, kSocketmap.size()) != kSocketmap) return std::nullopt;
  word.remove_prefix(kSocketmap.size());
  const size_t colon = word.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  table.address = word.substr(0, colon);
  table.map = word.substr(colon + 1);
  const WorkingPlace asker{process.queue_directory, process.chrooted && !table.proxied};
  const auto place = place_of(table.address, asker);
  const bool ours = settings.replies.socket && place && leads_to(*place, *settings.replies.socket);
  const bool named = find_ignoring_case(table.address, "plainbounce") != std::string_view::npos;
  return ours || named ? std::optional<OwnTable>(table) : std::nullopt;
}

struct TableUse {
  std::vector<std::string> others;
  std::optional<OwnTable> own;
};

TableUse tables_in(const PostfixExamination& examination, const std::string& list,
                   const WorkingPlace& process) {
  TableUse use;
  const auto words = split_postfix_list(list);
  if (!words) return use;
  for (const std::string_view word : *words) {
    auto table = read_table(word, examination.settings(), process);
    if (table) {
      use.own = std::move(table);
    } else {
      use.others.emplace_back(word);
    }
  }
  return use;
}

const MasterService* smtp_server(const PostfixConfiguration& postfix) {
  const auto found =
      std::find_if(postfix.services.begin(), postfix.services.end(),
                   [](const MasterService& service) { return service.command == "smtpd"; });
  return found == postfix.services.end() ? nullptr : &*found;
}

std::vector<std::string> lines_to_ask(const PostfixExamination& examination,
                                      const MasterService& server, const TableUse& use) {
  const auto name =
      postfix_name(*examination.settings().replies.socket, examination.working_place(server));
  if (!name) return {setup_line(examination.of), examination.commands.reload()};
  std::string list = concat({"socketmap:", *name, ":footer"});
  for (const std::string& other : use.others) list += " " + other;
  return {examination.commands.set(kParameter, list), examination.commands.set(kPostscreen, ""),
          examination.commands.reload()};
}

CheckResult without_socket(const PostfixExamination& examination, const TableUse& use) {
  if (!use.own)
    return all_right(kCheck, "Postfix's own replies are not explained ([replies] socket is empty)");
  std::string rest;
  for (const std::string& other : use.others) rest += (rest.empty() ? "" : " ") + other;
  return problem(kCheck, concat({kParameter, " asks plainbounce, but [replies] socket is empty"}),
                 "Postfix writes warnings for every reply that it gives.",
                 {examination.commands.set(kParameter, rest), examination.commands.reload()});
}

}  // namespace

CheckResult check_reply_map(const PostfixExamination& examination) {
  const MasterService* server = smtp_server(examination.postfix);
  if (server == nullptr) return all_right(kCheck, "Postfix has no SMTP server here");
  const auto& socket = examination.settings().replies.socket;
  const TableUse use = tables_in(examination, examination.value_for(*server, kParameter),
                                 examination.working_place(*server));
  if (!socket) return without_socket(examination, use);
  if (examination.postfix.version < PostfixVersion{3, 4, 0}) {
    std::vector<std::string> lines{setting_line(examination.of, "replies", "socket", "")};
    const auto restart = restart_lines(examination.of, examination.daemon);
    lines.insert(lines.end(), restart.begin(), restart.end());
    return warning(
        kCheck,
        "Postfix " + to_string(examination.postfix.version) + " has no smtpd_reject_footer_maps",
        "Its replies can be explained from Postfix 3.4 on.", lines);
  }
  const auto lines = lines_to_ask(examination, *server, use);
  if (!use.own) {
    return warning(kCheck,
                   concat({"the daemon has a reply map, but ", kParameter, " does not name it"}),
                   "Postfix's own replies go out without an explanation.", lines);
  }
  if (use.own->proxied) {
    return warning(kCheck, "Postfix asks the reply map through proxy:",
                   "One slow answer there holds up what other mail waits for.", lines);
  }
  const auto place = place_of(use.own->address, examination.working_place(*server));
  if (!place || !leads_to(*place, *socket) || use.own->map != "footer") {
    return problem(kCheck, concat({use.own->text, " is not where the daemon's map \"footer\" is"}),
                   "Postfix writes warnings for every reply, and explains none.", lines);
  }
  return try_as_service(examination, *server, *place, map_question("footer", kReply), kCheck,
                        "the reply map");
}

CheckResult check_postscreen(const PostfixExamination& examination) {
  constexpr const char* kName = "postscreen";
  const TableUse use = tables_in(examination, examination.postfix.value(kPostscreen),
                                 {examination.postfix.value("queue_directory"), true});
  if (!use.own) return all_right(kName, "postscreen does not ask the reply map");
  std::string rest;
  for (const std::string& other : use.others) rest += (rest.empty() ? "" : " ") + other;
  return warning(kName, "postscreen asks the reply map, too",
                 "It serves all clients in one process, and speaks to programs that read no "
                 "explanations.",
                 {examination.commands.set(kPostscreen, rest), examination.commands.reload()});
}

CheckResult check_reply_filters(const PostfixExamination& examination) {
  constexpr const char* kName = "reply-filters";
  const WorkingPlace process{examination.postfix.value("queue_directory"), true};
  for (const char* parameter : {"smtp_reply_filter", "lmtp_reply_filter"}) {
    if (!tables_in(examination, examination.postfix.value(parameter), process).own) continue;
    return problem(kName, concat({parameter, " asks plainbounce"}),
                   "A wrong or missing answer there loses or holds up mail; the daemon has no map "
                   "for it.",
                   {examination.commands.set(parameter, ""), examination.commands.reload()});
  }
  return all_right(kName, "no filter of other servers' replies depends on the daemon");
}

}  // namespace plainbounce
