#include "cli/postfix/setup_ini.h"

#include <algorithm>
#include <cstdint>

#include "cli/postfix/list_words.h"
#include "config/value_parsers.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr std::string_view kHead = "# Written by \"plainbounce setup postfix\" for ";
constexpr std::string_view kHeadDigest = ", digest ";
constexpr std::string_view kBelowHead =
    "# Settings of your own belong into another file here (60-local.ini wins over this one):\n"
    "# --apply writes this one anew, --undo takes it away.\n";
constexpr size_t kColumns = 76;

// FNV-1a: it tells an edited file, and need not withstand anybody.
std::string digest(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3U;
  }
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[(hash >> shift) & 0xfU];
  return out;
}

void add_once(std::vector<std::string>& names, std::string name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

bool is_this_machine(const std::string& domain) {
  return domain == "localhost" || domain.compare(0, 10, "localhost.") == 0;
}

void read_domains(std::string_view parameter, const std::string& value, PlainDomains& domains) {
  const auto words = split_postfix_list(value);
  if (!words) return;
  for (const std::string_view word : *words) {
    if (word.find(':') != std::string_view::npos || word.find('/') != std::string_view::npos) {
      domains.tables.push_back(concat({parameter, " = ", word}));
      continue;
    }
    auto name = parse_domain_name(word);
    if (name && !is_this_machine(*name)) add_once(domains.names, std::move(*name));
  }
}

// "key = a, b" over as many lines as it takes.
std::string list_setting(std::string_view key, const std::vector<std::string>& values) {
  std::string text;
  std::string line = concat({key, " ="});
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string word = values[i] + (i + 1 < values.size() ? "," : "");
    if (line.size() + 1 + word.size() > kColumns) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + word;
  }
  return text + line + "\n";
}

class IniText {
 public:
  explicit IniText(const Settings& settings) : settings_(settings) {}

  void add(std::string_view section, std::string_view key, const std::vector<std::string>& values,
           std::string_view why) {
    const bool is_set =
        settings_.places.find(concat({section, ".", key})) != settings_.places.end();
    if (is_set || values.empty()) return;
    if (section != section_) text_ += concat({"\n[", section, "]\n"});
    section_ = section;
    text_ += concat({"# ", why, "\n"}) + list_setting(key, values);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  const Settings& settings_;
  std::string section_;
  std::string text_;
};

}  // namespace

std::optional<SetupIniHead> read_setup_ini_head(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t at = line.rfind(kHeadDigest);
  if (line.substr(0, kHead.size()) != kHead || at == std::string_view::npos) return std::nullopt;
  const std::string_view body = text.substr(std::min(line.size() + 1, text.size()));
  return SetupIniHead{std::string(line.substr(kHead.size(), at - kHead.size())),
                      line.substr(at + kHeadDigest.size()) == digest(body)};
}

PlainDomains find_plain_domains(const PostfixConfiguration& postfix) {
  PlainDomains domains;
  for (const char* parameter :
       {"mydestination", "virtual_mailbox_domains", "virtual_alias_domains"}) {
    // The defaults of the virtual ones are tables of addresses.
    const bool counts = postfix.is_set(parameter) || std::string_view(parameter) == "mydestination";
    if (counts) read_domains(parameter, postfix.value(parameter), domains);
  }
  return domains;
}

std::vector<std::string> find_own_hosts(const PostfixConfiguration& postfix) {
  std::vector<std::string> hosts;
  const auto add = [&hosts](const std::string& text) {
    auto name = parse_domain_name(text);
    if (name && !is_this_machine(*name)) add_once(hosts, std::move(*name));
  };
  add(postfix.value("myhostname"));
  for (const MasterService& service : postfix.services) {
    add(service.option("myhostname").value_or(""));
  }
  return hosts;
}

std::string make_setup_ini(const PostfixConfiguration& postfix, const Settings& settings,
                           const SocketAddress& milter,
                           const std::optional<SocketAddress>& replies) {
  IniText ini(settings);
  ini.add("milter", "socket", {milter.postfix_spelling()},
          "In Postfix's queue directory, where chrooted processes find it too.");
  ini.add("milter", "mta_size_limit", {postfix.value("message_size_limit")},
          "Postfix's message_size_limit: no bounce may grow beyond it.");
  ini.add("site", "local_domains", find_plain_domains(postfix).names,
          "Who has a mailbox here may be told whom to ask.");
  ini.add("site", "our_hosts", find_own_hosts(postfix),
          "What these names have received was sent from here.");
  if (replies) {
    ini.add("replies", "socket", {replies->postfix_spelling()},
            "Where Postfix asks for a sentence behind its own replies.");
  }
  if (ini.text().empty()) return {};
  const std::string body = std::string(kBelowHead) + ini.text();
  return concat({kHead, postfix.directory, kHeadDigest, digest(body), "\n", body});
}

}  // namespace plainbounce
