#include "core/knowledge/rule_lookup.h"

#include <algorithm>
#include <set>

#include "core/base/ascii.h"
#include "core/smtp/smtp_reply.h"

namespace plainbounce {
namespace {

constexpr size_t kMostDigits = 6;

bool all_digits(std::string_view text) { return std::all_of(text.begin(), text.end(), is_digit); }

std::optional<int> number_of(std::string_view digits) {
  if (digits.empty() || digits.size() > kMostDigits || !all_digits(digits)) return std::nullopt;
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  return number;
}

std::string_view digits_at_end(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  return text.substr(begin);
}

// "5.7.606-649" covers "5.7.620".
bool range_covers(std::string_view range, std::string_view asked) {
  const std::string_view high_digits = digits_at_end(range);
  const std::string_view front = range.substr(0, range.size() - high_digits.size());
  if (front.empty() || front.back() != '-') return false;
  const std::string_view low_digits = digits_at_end(front.substr(0, front.size() - 1));
  const std::string_view prefix = front.substr(0, front.size() - 1 - low_digits.size());
  const std::string_view asked_digits = digits_at_end(asked);
  if (!equals_ignoring_case(prefix, asked.substr(0, asked.size() - asked_digits.size())))
    return false;
  const std::optional<int> low = number_of(low_digits);
  const std::optional<int> high = number_of(high_digits);
  const std::optional<int> number = number_of(asked_digits);
  return low && high && number && *low <= *number && *number <= *high;
}

// A label without a list: the same, a range, or a family ("X.4.316" covers "5.4.316").
bool one_covers(std::string_view label, std::string_view asked) {
  if (label.empty()) return false;
  if (equals_ignoring_case(label, asked) || range_covers(label, asked)) return true;
  const bool family = starts_with_ignoring_case(label, "X.") && asked.size() > 2 &&
                      std::string_view("245").find(asked[0]) != std::string_view::npos;
  if (!family) return false;
  const std::string_view rest = label.substr(1);
  return rest == asked.substr(1) || range_covers(rest, asked.substr(1));
}

// An item of the list "IB504/510" in full: one of digits alone stands for the end of the first.
std::string full_item(std::string_view first, std::string_view item) {
  const size_t replaced = digits_at_end(first).size();
  if (!all_digits(item) || item.size() > replaced) return std::string(item);
  return std::string(first.substr(0, first.size() - item.size())).append(item);
}

template <class Holds>
std::vector<const Rule*> rules_where(const KnowledgeBase& knowledge, const Holds& holds) {
  std::vector<const Rule*> found;
  for (const Rule& rule : knowledge.rules()) {
    if (holds(rule)) found.push_back(&rule);
  }
  return found;
}

// The reply code decides before the enhanced code behind it, as in a diagnosis.
std::set<Kind> kinds_of_examples(const Rule& rule) {
  std::set<Kind> kinds;
  for (const std::string& example : rule.examples) {
    const SmtpReply reply = parse_smtp_reply(example);
    const int digit = reply.code       ? reply.code->first_digit()
                      : reply.enhanced ? reply.enhanced->class_digit()
                                       : 0;
    if (const std::optional<Kind> kind = kind_of_class(digit)) kinds.insert(*kind);
  }
  return kinds;
}

}  // namespace

bool label_covers(std::string_view label, std::string_view asked) {
  const std::string_view first = trim(label.substr(0, label.find('/')));
  for (std::string_view rest = label; !rest.empty();) {
    const size_t slash = std::min(rest.find('/'), rest.size());
    if (one_covers(full_item(first, trim(rest.substr(0, slash))), asked)) return true;
    rest.remove_prefix(std::min(slash + 1, rest.size()));
  }
  return !label.empty() && equals_ignoring_case(label, asked);
}

std::vector<const Rule*> find_rules(const KnowledgeBase& knowledge, std::string_view asked) {
  std::vector<const Rule*> found = rules_where(
      knowledge, [&](const Rule& rule) { return equals_ignoring_case(rule.id, asked); });
  if (!found.empty()) return found;
  const size_t slash = asked.find('/');
  if (slash != std::string_view::npos) {
    const std::string_view provider = asked.substr(0, slash);
    const std::string_view code = asked.substr(slash + 1);
    found = rules_where(knowledge, [&](const Rule& rule) {
      return equals_ignoring_case(rule.provider, provider) && label_covers(rule.code, code);
    });
    if (!found.empty()) return found;
  }
  return rules_where(knowledge, [&](const Rule& rule) {
    const bool of_somebody = rule.scope != "generic";
    return (of_somebody && label_covers(rule.code, asked)) ||
           equals_ignoring_case(rule.provider, asked);
  });
}

RuleMeaning meaning_of(const Rule& rule, const KnowledgeBase& knowledge) {
  RuleMeaning meaning{rule.kind, rule.actor};
  const std::set<Kind> met = kinds_of_examples(rule);
  if (!meaning.kind && met.size() == 1) meaning.kind = *met.begin();
  const CauseEntry* cause = knowledge.find_cause(rule.cause);
  if (cause == nullptr) return meaning;
  if (!meaning.kind && met.empty()) meaning.kind = cause->kind;
  if (!meaning.actor) meaning.actor = cause->actor;
  return meaning;
}

}  // namespace plainbounce
