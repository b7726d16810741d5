#include "cli/doctor/mailbox_place.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/postfix/list_words.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/decode/given_message.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostAliases = 10;
constexpr uintmax_t kMostMailbox = uintmax_t{64} << 20U;  // bytes at the end that are looked at

std::vector<std::string> words_of(const PostfixConfiguration& postfix, const char* parameter) {
  const std::string text = postfix.value(parameter);
  const auto words = split_postfix_list(text);
  if (!words) return {};
  return {words->begin(), words->end()};
}

// What Postfix's own command finds in the maps of a parameter; empty: nothing.
std::string look_up(const Probe& probe, const PostfixConfiguration& postfix, const char* command,
                    const char* maps, const std::string& key) {
  for (const std::string& map : words_of(postfix, maps)) {
    const auto found = probe.run(command, {"-c", postfix.directory, "-q", key, map});
    if (found && found->status == 0 && !trim(found->out).empty()) {
      return std::string(trim(found->out));
    }
  }
  return {};
}

bool lists_domain(const PostfixConfiguration& postfix, const char* parameter,
                  const std::string& domain) {
  const auto words = words_of(postfix, parameter);
  return std::any_of(words.begin(), words.end(), [&domain](const std::string& word) {
    return equals_ignoring_case(word, domain);
  });
}

MailboxPlace place_at(const std::string& path) {
  const bool is_maildir = !path.empty() && path.back() == '/';
  return {path, is_maildir};
}

Result<MailboxPlace> virtual_mailbox(const Probe& probe, const PostfixConfiguration& postfix,
                                     const std::string& address) {
  const std::string transport = postfix.value("virtual_transport");
  if (transport != "virtual") {
    return fail("mail for " + address + " goes to " + transport + ", not to a mailbox of Postfix");
  }
  const std::string found =
      look_up(probe, postfix, "postmap", "virtual_mailbox_maps", to_lower(address));
  if (found.empty()) return fail("there is no mailbox for " + address);
  return place_at(concat({postfix.value("virtual_mailbox_base"), "/", found}));
}

Result<MailboxPlace> mailbox_of_user(const Probe& probe, const PostfixConfiguration& postfix,
                                     const std::string& user) {
  for (const char* parameter : {"mailbox_command", "mailbox_transport"}) {
    const std::string other = postfix.value(parameter);
    if (!other.empty()) return fail(concat({"mail for ", user, " goes through ", other}));
  }
  const auto account = probe.account(user);
  if (!account) return fail("there is no account \"" + user + "\"");
  const std::string within_home = postfix.value("home_mailbox");
  if (!within_home.empty()) return place_at(concat({account->home, "/", within_home}));
  const std::string spool = postfix.value("mail_spool_directory");
  if (!spool.empty() && spool.back() == '/') return place_at(concat({spool, user, "/"}));
  return place_at(concat({spool.empty() ? "/var/mail" : spool, "/", user}));
}

Result<MailboxPlace> local_mailbox(const Probe& probe, const PostfixConfiguration& postfix,
                                   const std::string& name) {
  std::string user = name;
  for (size_t i = 0; i < kMostAliases; ++i) {
    const std::string alias = look_up(probe, postfix, "postalias", "alias_maps", to_lower(user));
    if (alias.empty()) return mailbox_of_user(probe, postfix, user);
    const std::string first(trim(std::string_view(alias).substr(0, alias.find(','))));
    if (first.front() == '/') return place_at(first);
    if (first.find_first_of("|:\"") != std::string::npos) {
      return fail(concat({"mail for ", user, " goes through ", first}));
    }
    if (first.find('@') != std::string::npos) return mailbox_of(probe, postfix, first);
    if (first == "\\" + user || first == user) return mailbox_of_user(probe, postfix, user);
    user = first;
  }
  return fail("the aliases of " + name + " lead in a circle");
}

// The end of a file, or nothing.
std::string read_end(const fs::path& path) {
  std::error_code failure;
  const uintmax_t size = fs::file_size(path, failure);
  if (failure) return {};
  std::ifstream file(path, std::ios::binary);
  if (size > kMostMailbox) file.seekg(static_cast<std::streamoff>(size - kMostMailbox));
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void add_if_it_holds(std::vector<std::string>& found, std::string message,
                     const std::string& token) {
  if (message.find(token) != std::string::npos) found.push_back(std::move(message));
}

}  // namespace

Result<MailboxPlace> mailbox_of(const Probe& probe, const PostfixConfiguration& postfix,
                                const std::string& address) {
  const std::string domain = domain_of(address);
  if (lists_domain(postfix, "virtual_mailbox_domains", domain)) {
    return virtual_mailbox(probe, postfix, address);
  }
  if (domain.empty() || lists_domain(postfix, "mydestination", domain)) {
    return local_mailbox(probe, postfix, address.substr(0, address.rfind('@')));
  }
  return fail(concat(
      {"mail for ", address, " goes to another machine (", domain, " is not in mydestination)"}));
}

MailboxPlace mailbox_at(const Probe& probe, const std::string& path) {
  MailboxPlace place = place_at(path);
  place.is_maildir = place.is_maildir || probe.status(path + "/new").error == 0;
  return place;
}

std::vector<std::string> messages_with(const MailboxPlace& place, const std::string& token) {
  std::vector<std::string> found;
  if (!place.is_maildir) {
    const std::string all = read_end(place.path);
    if (all.find(token) == std::string::npos) return found;
    for (std::string& message : split_mailbox(all)) {
      add_if_it_holds(found, std::move(message), token);
    }
    return found;
  }
  for (const char* folder : {"new", "cur"}) {
    std::error_code failure;
    for (fs::directory_iterator it(fs::path(place.path) / folder, failure), end;
         !failure && it != end; it.increment(failure)) {
      add_if_it_holds(found, read_end(it->path()), token);
    }
  }
  return found;
}

}  // namespace plainbounce
