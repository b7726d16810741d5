#include "core/dsn/friendly_notice.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/base/ascii.h"
#include "core/base/own_marks.h"
#include "core/dsn/human_text.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kLookedAt = 16U << 10U;

// Gmail shows an icon beside its text: multipart/related with an image/png "icon.png".
bool has_gmail_icon(const MessageTree& tree, const MimePart& notice) {
  if (!notice.type.is("multipart", "related")) return false;
  return std::any_of(notice.children.begin(), notice.children.end(), [&](size_t child) {
    const MimePart& part = tree.parts[child];
    return part.type.is("image", "png") && part.header.value("Content-ID") == "<icon.png>";
  });
}

// Exchange marks its reports in the header. Exchange Online's enhanced ones draw the way of the
// message with a column for the service; the plain ones of Exchange Server do not.
bool is_enhanced_exchange_report(const MessageTree& tree, size_t notice) {
  static constexpr std::array<std::string_view, 4> kMarks = {
      "Office 365", "Microsoft 365", "How to Fix It", "More Info for Email Admins"};
  if (tree.root().header.find("X-MS-Exchange-Message-Is-Ndr") == nullptr) return false;
  const std::string text = human_text(tree, notice, kLookedAt);
  return std::any_of(kMarks.begin(), kMarks.end(), [&](std::string_view mark) {
    return find_ignoring_case(text, mark) != std::string_view::npos;
  });
}

// Put before the text of a part whose header did not change: then the outer header tells who wrote
// it, and the divider that it is still there.
bool has_inline_explanation(const MessageTree& tree, size_t part) {
  const auto marker = tree.root().header.value(kMarkerField);
  if (!marker || !marker->starts_with("plainbounce ")) return false;
  const std::string text = human_text(tree, part, kLookedAt);
  const auto lines = split_lines(text);
  return std::find(lines.begin(), lines.end(), kDivider) != lines.end();
}

// Our part stands first in whatever we put around the original.
bool has_part_of_ours(const MessageTree& tree, size_t notice) {
  size_t part = notice;
  while (!tree.parts[part].children.empty()) part = tree.parts[part].children.front();
  return tree.parts[part].header.value("Content-Description") == kExplanationPart;
}

}  // namespace

std::optional<std::string> friendly_author(const MessageTree& tree, size_t notice) {
  if (notice == MimePart::kNoParent) return std::nullopt;
  if (has_gmail_icon(tree, tree.parts[notice])) return "Gmail";
  if (is_enhanced_exchange_report(tree, notice)) return "Exchange Online";
  if (has_part_of_ours(tree, notice) || has_inline_explanation(tree, notice)) return "plainbounce";
  return std::nullopt;
}

bool begins_with_own_explanation(const MessageTree& tree) {
  return tree.root().children.empty() && has_inline_explanation(tree, 0);
}

}  // namespace plainbounce
