#include "tests/fuzz/target.h"

#include <algorithm>

namespace plainbounce::fuzz {

const std::vector<const Target*>& all_targets() {
  static const std::vector<const Target*> targets = {
      &kMessageTarget,  &kReportTarget, &kReplyTarget, &kHeaderTarget,
      &kDecodingTarget, &kBounceTarget, &kIniTarget,   &kKnowledgeTarget,
      &kSessionTarget,  &kLookupTarget, &kLogTarget};
  return targets;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

const Target* find_target(std::string_view name) {
  const auto& targets = all_targets();
  const auto found = std::find_if(targets.begin(), targets.end(),
                                  [&](const Target* target) { return target->name == name; });
  return found == targets.end() ? nullptr : *found;
}

}  // namespace plainbounce::fuzz
