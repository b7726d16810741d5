#include "core/reply/explained_status.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/base/concat.h"
#include "core/diagnosis/diagnoser.h"
#include "core/reply/cause_line.h"
#include "core/smtp/enhanced_status_code.h"

namespace plainbounce {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }

// The report that Postfix would write about it.
Diagnosis diagnose_status(const KnowledgeBase& knowledge, const EnhancedStatusCode& code,
                          std::string_view words) {
  const bool was_answered = words.find(" said: ") != std::string_view::npos;
  PerRecipientFields recipient;
  recipient.action = code.class_digit() == 4 ? Action::kDelayed : Action::kFailed;
  recipient.status = code.to_string();
  recipient.diagnostic_code = TypedValue{was_answered ? "smtp" : "x-postfix", std::string(words)};
  return Diagnoser(knowledge).diagnose(recipient);
}

constexpr std::string_view kDivider = " -- ";

// Whether they end with a sentence of ours: its words, read as the server's, might tell another
// cause.
bool are_explained(const KnowledgeBase& knowledge, const std::string& language,
                   std::string_view words) {
  const size_t divider = words.rfind(kDivider);
  if (divider == std::string_view::npos) return false;
  const std::string_view last = words.substr(divider + kDivider.size());
  const auto is_line_in = [&](const std::string& one) {
    const auto* texts = knowledge.texts(one);
    return texts != nullptr &&
           std::any_of(texts->causes.begin(), texts->causes.end(),
                       [last](const auto& cause) { return cause.second.line == last; });
  };
  return is_line_in(language) || is_line_in("en");
}

}  // namespace

std::optional<std::string> explained_status(const KnowledgeBase& knowledge,
                                            const ReplyPolicy& policy, std::string_view status) {
  const size_t blank = status.find(' ');
  if (blank == std::string_view::npos) return {};
  const auto code = EnhancedStatusCode::parse(status.substr(0, blank));
  const std::string_view words = status.substr(blank + 1);
  if (!code || code->class_digit() == 2 || trim(words).empty()) return {};
  if (std::any_of(status.begin(), status.end(), is_control)) return {};
  if (are_explained(knowledge, policy.language, words)) return {};
  const Diagnosis diagnosis = diagnose_status(knowledge, *code, words);
  const std::string_view line = cause_line(knowledge, diagnosis, policy.language);
  if (line.empty() || words.find(line) != std::string_view::npos) return {};
  return concat({status, kDivider, line});
}

}  // namespace plainbounce
