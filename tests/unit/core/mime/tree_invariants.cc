#include "tests/unit/core/mime/tree_invariants.h"

#include <algorithm>

namespace plainbounce::testing {

namespace {

std::string broken_ranges(const MessageTree& tree, const MimePart& part) {
  if (part.whole.end > tree.message.size()) return "part ends behind the message";
  const size_t marks[] = {part.whole.begin, part.header.range.begin, part.header.range.end,
                          part.body.begin,  part.body.end,           part.whole.end};
  if (!std::is_sorted(std::begin(marks), std::end(marks))) return "ranges out of order";
  if (part.whole.begin != part.header.range.begin) return "header does not begin with the part";
  if (part.body.end != part.whole.end) return "body does not end with the part";
  if (part.header.body_begin != part.body.begin) return "header and body disagree";
  const std::string_view between = tree.bytes({part.header.range.end, part.body.begin});
  if (!between.empty() && between != "\n" && between != "\r\n") return "no blank line";
  size_t at = part.header.range.begin;
  for (const HeaderField& field : part.header.fields) {
    if (field.range.begin != at) return "gap between fields";
    at = field.range.end;
  }
  return at == part.header.range.end ? "" : "fields do not fill the header";
}

// The bytes between two siblings, or before the first one, end with the delimiter's line.
std::string broken_delimiter(std::string_view gap, const std::string& boundary, bool first) {
  while (!gap.empty() && std::string_view(" \t\r\n").find(gap.back()) != std::string_view::npos) {
    gap.remove_suffix(1);
  }
  const std::string delimiter = "--" + boundary;
  if (gap.size() < delimiter.size() ||
      gap.substr(gap.size() - delimiter.size()) != std::string_view(delimiter)) {
    return "no delimiter in front of a part";
  }
  gap.remove_suffix(delimiter.size());
  if (first) return gap.empty() || gap.back() == '\n' ? "" : "delimiter inside a line";
  return gap.empty() || gap == "\n" || gap == "\r\n" ? "" : "bytes lost between parts";
}

std::string broken_children(const MessageTree& tree, size_t index) {
  const MimePart& parent = tree.parts[index];
  if (!parent.children.empty() && parent.boundary.empty()) return "children without boundary";
  size_t at = parent.body.begin;
  bool first = true;
  for (const size_t child_index : parent.children) {
    if (child_index <= index || child_index >= tree.parts.size()) return "child out of order";
    const MimePart& child = tree.parts[child_index];
    if (child.parent != index || child.depth != parent.depth + 1) return "child of another part";
    if (child.whole.begin < at || child.whole.end > parent.body.end) return "child out of place";
    std::string broken =
        broken_delimiter(tree.bytes({at, child.whole.begin}), parent.boundary, first);
    if (!broken.empty()) return broken;
    at = child.whole.end;
    first = false;
  }
  return "";
}

}  // namespace

std::string broken_invariant(const MessageTree& tree) {
  if (tree.parts.empty()) return "no parts";
  if (tree.root().whole != ByteRange{0, tree.message.size()}) return "root is not the message";
  if (tree.root().parent != MimePart::kNoParent) return "root has a parent";
  for (size_t index = 0; index < tree.parts.size(); ++index) {
    for (const std::string& broken :
         {broken_ranges(tree, tree.parts[index]), broken_children(tree, index)}) {
      if (!broken.empty()) return "part " + std::to_string(index) + ": " + broken;
    }
  }
  return "";
}

}  // namespace plainbounce::testing
