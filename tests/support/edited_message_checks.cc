#include "tests/support/edited_message_checks.h"

#include "core/base/ascii.h"
#include "core/dsn/delivery_report_parser.h"

namespace plainbounce::testing {

namespace {

constexpr size_t kLongestLine = 998;

// Line by line: length, NUL, bare CR; 8-bit bytes only where they are put into an 8bit part.
std::string line_findings(const std::string& added, bool may_be_eight_bit, bool lf) {
  std::string findings;
  size_t begin = 0;
  while (begin < added.size()) {
    size_t end = added.find('\n', begin);
    if (end == std::string::npos) end = added.size();
    std::string_view line(added.data() + begin, end - begin);
    const bool ends_in_cr = !line.empty() && line.back() == '\r';
    if (end < added.size() && ends_in_cr == lf) findings += "line end of another kind\n";
    if (ends_in_cr) line.remove_suffix(1);
    if (line.size() > kLongestLine) findings += "line of " + std::to_string(line.size()) + "\n";
    if (line.find_first_of(std::string_view("\r\0", 2)) != std::string_view::npos) {
      findings += "NUL or bare CR\n";
    }
    if (!may_be_eight_bit && !is_ascii(line)) findings += "8-bit line\n";
    begin = end + 1;
  }
  return findings;
}

std::string header_findings(const BounceOutcome& outcome) {
  std::string findings;
  for (const HeaderValue& header : outcome.add) {
    size_t line = header.name.size() + 2;
    for (size_t i = 0; i < header.value.size(); ++i) {
      const char c = header.value[i];
      const bool folded = i + 1 < header.value.size() && header.value[i + 1] == ' ';
      if (c == '\n' && !folded) findings += header.name + ": broken fold\n";
      if (c != '\n' && !is_printable(c)) findings += header.name + ": not plain\n";
      line = c == '\n' ? 0 : line + 1;
      if (line == kLongestLine + 1) findings += header.name + ": long line\n";
    }
  }
  return findings;
}

// The children of the root but for the edited one.
std::string other_parts(const MessageTree& tree, size_t edited_child) {
  std::string bytes;
  for (size_t i = 0; i < tree.root().children.size(); ++i) {
    if (i == edited_child) continue;
    bytes += std::to_string(i) + ":" +
             std::string(tree.bytes(tree.parts[tree.root().children[i]].whole)) + "\n";
  }
  return bytes;
}

std::string part_findings(const RawMessage& message, const std::string& edited) {
  const auto before = split_message(message.bytes, {});
  const auto after = split_message(edited, {});
  if (!before || !after) return "cannot be split any more\n";
  const size_t notice = find_report_parts(*before).notice;
  if (notice == MimePart::kNoParent) return "";
  const auto& children = before->root().children;
  if (children.size() != after->root().children.size()) return "another number of parts\n";
  size_t place = 0;
  while (place < children.size() && children[place] != notice) ++place;
  std::string findings;
  if (other_parts(*before, place) != other_parts(*after, place)) findings += "other parts differ\n";
  if (find_report_parts(*after).notice != after->root().children[place]) {
    findings += "the first part is not found any more\n";
  }
  const ByteRange old_part = before->parts[notice].whole;
  const ByteRange new_part = after->parts[after->root().children[place]].whole;
  const bool same_around =
      message.bytes.substr(0, old_part.begin) == edited.substr(0, new_part.begin) &&
      message.bytes.substr(old_part.end) == edited.substr(new_part.end);
  if (!same_around) findings += "bytes outside the first part differ\n";
  return findings;
}

std::string body_findings(const RawMessage& message, const BounceOutcome& outcome,
                          const BouncePolicy& policy) {
  if (!outcome.plan) return "a new body without a plan\n";
  const bool lf = message.bytes.find("\r\n") == std::string::npos;
  const std::string edited = plainbounce::apply(message.bytes, *outcome.plan);
  std::string findings;
  if (edited.substr(message.body_begin) != *outcome.new_body) findings += "not the plan's body\n";
  if (edited.substr(0, message.body_begin) != message.bytes.substr(0, message.body_begin)) {
    findings += "the header differs\n";
  }
  bool only_insertions = true;
  for (const Edit& edit : outcome.plan->edits) {
    only_insertions = only_insertions && edit.range.empty();
    const bool into_a_part = outcome.plan->edits.size() == 1;
    findings += line_findings(edit.replacement, into_a_part, lf);
  }
  if (policy.body == BodyMode::kAdd && !only_insertions) findings += "more than insertions\n";
  if (only_insertions && undo(edited, *outcome.plan) != message.bytes) {
    findings += "undoing does not give the input back\n";
  }
  if (outcome.plan->growth() > static_cast<long long>(policy.max_added)) findings += "too much\n";
  if (outcome.new_body->size() > policy.max_body_size) findings += "too large a body\n";
  return findings + part_findings(message, edited);
}

}  // namespace

std::string findings_in(const RawMessage& message, const BounceOutcome& outcome,
                        const BouncePolicy& policy) {
  std::string findings;
  if (outcome.passed.empty() != outcome.changes_anything()) findings += "passed and changed\n";
  if (outcome.failed_at && outcome.changes_anything()) findings += "failed and changed\n";
  if (!outcome.new_body && outcome.plan && !policy.observe) findings += "a plan without a body\n";
  findings += header_findings(outcome);
  if (outcome.new_body) findings += body_findings(message, outcome, policy);
  return findings;
}

}  // namespace plainbounce::testing
