#include "cli/postfix/dsn_milters.h"

#include <algorithm>
#include <array>

#include "cli/postfix/list_words.h"
#include "cli/postfix/socket_reach.h"
#include "core/base/ascii.h"
#include "core/base/concat.h"

namespace plainbounce {
namespace {

constexpr std::string_view kDefaultAction = "default_action";
// opendkim, dkimpy-milter, dkim-filter, openarc; the ports of opendkim's and others' guides.
constexpr std::array<std::string_view, 4> kSigners = {"dkim", "openarc", ":8891", ":12301"};
constexpr std::array<std::string_view, 2> kFiltersThatSign = {"rspamd", ":11332"};

template <size_t n>
bool names_one_of(const MilterEntry& entry, const std::array<std::string_view, n>& words) {
  return std::any_of(words.begin(), words.end(), [&entry](std::string_view word) {
    return word.front() == ':' ? ends_with_ignoring_case(entry.address, word)
                               : find_ignoring_case(entry.address, word) != std::string::npos;
  });
}

// The entry with default_action=accept, whatever it says now.
MilterEntry failing_open(MilterEntry entry) {
  entry.options[std::string(kDefaultAction)] = "accept";
  entry.text = "{ " + entry.address;
  for (const auto& [name, value] : entry.options) entry.text += concat({", ", name, "=", value});
  entry.text += " }";
  return entry;
}

}  // namespace

bool is_signer(const MilterEntry& entry) { return names_one_of(entry, kSigners); }

bool may_sign(const MilterEntry& entry) { return names_one_of(entry, kFiltersThatSign); }

bool filters_bounces(const PostfixConfiguration& postfix, const MasterService& bounce) {
  // A service that is led to our cleanup service already says nothing about the others.
  const bool is_ours = bounce.option("cleanup_service_name").value_or("") == kDsnService;
  const std::string classes = is_ours ? postfix.value("internal_mail_filter_classes")
                                      : postfix.value_for(bounce, "internal_mail_filter_classes");
  const auto words = split_postfix_list(classes);
  return words && std::find(words->begin(), words->end(), "bounce") != words->end();
}

Result<std::vector<MilterEntry>> milters_behind_ours(const PostfixConfiguration& postfix,
                                                     const MasterService& bounce,
                                                     const MasterService& cleanup) {
  const auto list = expand_parameters(postfix, postfix.value_for(cleanup, "non_smtpd_milters"));
  if (!list) return tl::unexpected<Error>(list.error());
  auto entries = parse_milter_list(*list);
  if (!entries || filters_bounces(postfix, bounce)) return entries;
  std::vector<MilterEntry> signers;
  for (MilterEntry& entry : *entries) {
    if (is_signer(entry)) signers.push_back(failing_open(std::move(entry)));
  }
  return signers;
}

std::string own_milter_entry(std::string_view address) {
  return concat({"{ ", address,
                 ", connect_timeout=5s, command_timeout=10s, content_timeout=30s, "
                 "default_action=accept }"});
}

bool fails_open(const PostfixConfiguration& postfix, const MilterEntry& entry) {
  const std::string own = entry.option(kDefaultAction);
  return (own.empty() ? postfix.value("milter_default_action") : own) == "accept";
}

}  // namespace plainbounce
