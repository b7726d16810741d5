#include "core/knowledge/alternatives.h"

#include <algorithm>

#include "core/knowledge/phrase_context.h"

namespace plainbounce {

void Alternatives::add(const TextStretch& words, Side& side) const {
  side.all.push_back(words);
  if (may_stand_before_or(text_, words.end)) side.before_or.push_back(words);
}

bool Alternatives::are_alternatives(const TextStretch& first, const TextStretch& second) const {
  const bool share_subject = second.begin < first.end;
  if (!share_subject) return is_only_or(text_.substr(first.end, second.begin - first.end));
  return first.end < second.last &&
         begins_with_or(text_.substr(first.end, second.last - first.end));
}

bool Alternatives::are_there() const {
  // Of two that end at once the other one is the first.
  const auto is_divided = [this](const Side& first, const Side& second, uint32_t least) {
    return std::any_of(first.before_or.begin(), first.before_or.end(), [&](const TextStretch& a) {
      return std::any_of(second.all.begin(), second.all.end(), [&](const TextStretch& b) {
        return b.end >= a.end + least && are_alternatives(a, b);
      });
    });
  };
  return is_divided(ones_, others_, 1) || is_divided(others_, ones_, 0);
}

}  // namespace plainbounce
