#include "core/diagnosis/code_weight.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/concat.h"

namespace plainbounce {
namespace {

// Status values that Sendmail and others make out of a reply code when the server gave no
// enhanced code: they repeat the reply code and are no second witness.
constexpr std::array<std::pair<int, std::string_view>, 12> kDerivedStatus = {{
    {421, "4.4.5"},
    {450, "4.2.0"},
    {451, "4.3.0"},
    {452, "4.3.1"},
    {452, "4.2.2"},
    {550, "5.1.1"},
    {551, "5.1.6"},
    {551, "5.7.1"},
    {552, "5.2.2"},
    {552, "5.3.4"},
    {553, "5.1.3"},
    {554, "5.3.0"},
}};

// Reply codes that servers give for any reason: they say as little as X.0.0.
constexpr std::array<int, 4> kVagueReplyCodes = {450, 451, 550, 554};

bool is_derived(const EnhancedStatusCode& status, const ReplyCode& code) {
  for (const auto& [value, text] : kDerivedStatus) {
    if (value == code.value() && text == status.to_string()) return true;
  }
  return false;
}

// From a reply code that the report keeps to itself.
bool may_be_derived(const EnhancedStatusCode& status) {
  return std::any_of(kDerivedStatus.begin(), kDerivedStatus.end(),
                     [&](const auto& one) { return one.second == status.to_string(); });
}

bool says_nothing(const EnhancedStatusCode& code) {
  return code.subject() == 0 && code.detail() == 0;
}

Confidence at_most(Confidence given, Confidence limit) {
  return static_cast<int>(given) > static_cast<int>(limit) ? given : limit;
}

std::string says(const CodeWeight& weight) {
  if (weight.confidence == Confidence::kUnsure) return "says too little to decide a cause";
  return concat({"cause ", weight.cause, " (", to_string(weight.confidence), ")"});
}

// An enhanced code by its entry; `first_digit` of a reply of another class outweighs the code's.
CodeWeight weigh_enhanced(const KnowledgeBase& knowledge, const EnhancedStatusCode& code,
                          int first_digit) {
  CodeWeight weight;
  weight.code = code.to_string();
  const bool other_class = first_digit != 0 && first_digit != code.class_digit();
  std::string name = weight.code;
  if (other_class) name[0] = static_cast<char>('0' + first_digit);
  const CodeEntry* entry = knowledge.find_code(name);
  if (entry == nullptr) entry = knowledge.find_code(code.family());
  if (entry == nullptr) return weight;
  weight.cause = entry->cause;
  weight.confidence = entry->confidence;
  if (other_class) weight.confidence = at_most(weight.confidence, Confidence::kLikely);
  return weight;
}

CodeWeight weigh_reply_code(const KnowledgeBase& knowledge, const ReplyCode& code) {
  CodeWeight weight;
  weight.code = code.to_string();
  const CodeEntry* entry = knowledge.find_code(weight.code);
  if (entry == nullptr) return weight;
  weight.cause = entry->cause;
  weight.confidence = entry->confidence;
  return weight;
}

}  // namespace

CodeWeight weigh_codes(const KnowledgeBase& knowledge, const Testimony& testimony,
                       std::vector<Evidence>& evidence) {
  const SmtpReply& reply = testimony.reply;
  const int first_digit = reply.code ? reply.code->first_digit() : 0;
  CodeWeight best;
  if (reply.enhanced) {
    best = weigh_enhanced(knowledge, *reply.enhanced, first_digit);
    if (reply.enhanced_among_words) best.confidence = at_most(best.confidence, Confidence::kLikely);
    evidence.push_back({"enhanced-code", best.code, says(best)});
  }
  if (testimony.status) {
    CodeWeight status = weigh_enhanced(knowledge, *testimony.status, first_digit);
    status.may_be_derived = !reply.code && !reply.enhanced && may_be_derived(*testimony.status);
    const bool same = reply.enhanced && status.code == best.code;
    const bool derived =
        reply.code && !reply.enhanced && is_derived(*testimony.status, *reply.code);
    const bool outweighed = reply.enhanced && !same && !says_nothing(*reply.enhanced);
    if (same) {
      evidence.push_back({"status", status.code, "repeats the enhanced code"});
    } else if (derived) {
      evidence.push_back(
          {"status", status.code, "made out of the reply code, proves nothing more"});
    } else if (outweighed) {
      evidence.push_back({"status", status.code, "outweighed by the enhanced code of the reply"});
    } else {
      evidence.push_back({"status", status.code, says(status)});
      if (status.confidence < best.confidence) best = std::move(status);
    }
  }
  if (reply.code && best.confidence == Confidence::kUnsure) {
    const CodeWeight basic = weigh_reply_code(knowledge, *reply.code);
    evidence.push_back({"reply-code", basic.code, says(basic)});
    // A vague enhanced code is still the server's own word: 5.7.1 is not made clear by a 554. One
    // that means the same is confirmed: 5.1.10 by a 556.
    const bool same = basic.cause == best.cause;
    if (!reply.enhanced || says_nothing(*reply.enhanced) || same) {
      if (basic.confidence < best.confidence) best = basic;
    }
  }
  return best;
}

std::string code_to_explain(const KnowledgeBase& knowledge, const Testimony& testimony,
                            const CauseId& cause) {
  const SmtpReply& reply = testimony.reply;
  const auto& status = testimony.status;
  if (reply.enhanced && !says_nothing(*reply.enhanced)) return reply.enhanced->to_string();
  if (status && !says_nothing(*status)) {
    if (!reply.code || reply.enhanced || !is_derived(*status, *reply.code)) {
      return status->to_string();
    }
    const CodeEntry* entry = knowledge.find_code(status->to_string());
    if (entry != nullptr && entry->cause == cause) return status->to_string();
    return reply.code->to_string();
  }
  const std::optional<EnhancedStatusCode> nothing = reply.enhanced ? reply.enhanced : status;
  if (!reply.code) return nothing ? nothing->to_string() : std::string();
  const bool same_class = nothing && nothing->class_digit() == reply.code->first_digit();
  const bool vague = std::find(kVagueReplyCodes.begin(), kVagueReplyCodes.end(),
                               reply.code->value()) != kVagueReplyCodes.end();
  return same_class && vague ? nothing->to_string() : reply.code->to_string();
}

}  // namespace plainbounce
