#include "core/rewrite/edit_plan.h"

#include <algorithm>

namespace plainbounce {

long long EditPlan::growth() const {
  long long bytes = 0;
  for (const Edit& edit : edits) {
    bytes += static_cast<long long>(edit.replacement.size());
    bytes -= static_cast<long long>(edit.range.size());
  }
  return bytes;
}

std::string apply(std::string_view message, const EditPlan& plan, size_t begin) {
  size_t added = 0;
  for (const Edit& edit : plan.edits) added += edit.replacement.size();
  std::string out;
  out.reserve(message.size() - std::min(begin, message.size()) + added);
  size_t at = begin;
  for (const Edit& edit : plan.edits) {
    out += slice(message, {at, edit.range.begin});
    out += edit.replacement;
    at = edit.range.end;
  }
  out += slice(message, {at, message.size()});
  return out;
}

std::string undo(std::string_view edited, const EditPlan& plan) {
  std::string out;
  out.reserve(edited.size());
  size_t at = 0;        // in the edited message
  size_t original = 0;  // the same place in the original
  for (const Edit& edit : plan.edits) {
    const size_t kept = edit.range.begin - original;
    out += slice(edited, {at, at + kept});
    at += kept + edit.replacement.size();
    original = edit.range.end;
  }
  out += slice(edited, {at, edited.size()});
  return out;
}

}  // namespace plainbounce
