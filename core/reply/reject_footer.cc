#include "core/reply/reject_footer.h"

#include <algorithm>

#include "core/base/concat.h"
#include "core/diagnosis/diagnoser.h"
#include "core/explain/sentences.h"
#include "core/render/escape.h"
#include "core/reply/cause_line.h"
#include "core/reply/client_words.h"
#include "core/reply/code_pattern.h"
#include "core/smtp/reply_prefix.h"

namespace plainbounce {
namespace {

bool holds_code(const std::vector<std::string>& patterns, const ReplyPrefix& prefix) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&prefix](const std::string& pattern) { return names_code(pattern, prefix); });
}

bool holds_cause(const std::vector<CauseId>& causes, const CauseId& cause) {
  return std::find(causes.begin(), causes.end(), cause) != causes.end();
}

bool wants_code(const ReplyPolicy& policy, const ReplyPrefix& prefix) {
  if (!policy.codes.empty() && !holds_code(policy.codes, prefix)) return false;
  return !holds_code(policy.not_codes, prefix);
}

bool wants_cause(const ReplyPolicy& policy, const CauseId& cause) {
  if (!policy.causes.empty() && !holds_cause(policy.causes, cause)) return false;
  return !holds_cause(policy.not_causes, cause);
}

std::string link_to(const KnowledgeBase& knowledge, const ReplyPolicy& policy,
                    const std::string& code) {
  if (policy.link_base.empty() || knowledge.find_code(code) == nullptr) return {};
  return escape_for_reject_footer(page_link(policy.link_base, code)).value_or("");
}

}  // namespace

std::optional<std::string> reject_footer(const KnowledgeBase& knowledge, const ReplyPolicy& policy,
                                         std::string_view reply) {
  const auto prefix = reply_prefix(reply);
  if (!prefix || prefix->code.first_digit() < 4 || !wants_code(policy, *prefix)) return {};
  const auto words = without_client_words(reply, prefix->size);
  if (!words) return {};
  const Diagnosis diagnosis = Diagnoser(knowledge).diagnose_reply(parse_smtp_reply(*words), "");
  if (!wants_cause(policy, diagnosis.cause)) return {};

  const std::string_view line = cause_line(knowledge, diagnosis, policy.language);
  const auto footer = escape_for_reject_footer(line);
  if (!footer || footer->empty() || prefix->size + footer->size() > kReplyLineSize) return {};
  const std::string link = link_to(knowledge, policy, diagnosis.code);
  const bool fits = prefix->size + footer->size() + 1 + link.size() <= kReplyLineSize;
  return link.empty() || !fits ? *footer : concat({*footer, " ", link});
}

}  // namespace plainbounce
