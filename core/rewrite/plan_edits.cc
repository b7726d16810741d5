#include <algorithm>

#include "core/base/ascii.h"
#include "core/rewrite/boundary.h"
#include "core/rewrite/edit_plan.h"
#include "core/rewrite/inline_text.h"
#include "core/rewrite/wrapper_part.h"

namespace plainbounce {

namespace {

using Plan = tl::expected<EditPlan, PlanFailure>;

tl::unexpected<PlanFailure> refuse(PlanFailure::Reason reason, std::string message) {
  return tl::unexpected<PlanFailure>(PlanFailure{reason, std::move(message)});
}

tl::unexpected<PlanFailure> refuse_structure(std::string message) {
  return refuse(PlanFailure::Reason::kStructure, std::move(message));
}

// Bare LF only where the message has no CRLF at all: a file on disk, not mail on its way.
bool has_lf_line_ends(std::string_view message) {
  return message.find("\r\n") == std::string_view::npos;
}

std::string with_line_ends(std::string text, bool lf) {
  if (lf) text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  return text;
}

bool begins_with_boundary(const MessageTree& tree, std::string_view text) {
  return std::any_of(tree.parts.begin(), tree.parts.end(), [&](const MimePart& part) {
    return !part.boundary.empty() && text.starts_with(part.boundary);
  });
}

// True when a line of `text` begins like a delimiter of one of the message's multiparts: readers
// would end our part there.
bool holds_delimiter(const MessageTree& tree, std::string_view text) {
  while (!text.empty()) {
    if (text.starts_with("--") && begins_with_boundary(tree, text.substr(2))) return true;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return false;
}

// A part is `ancestor` or lies below it; parents stand before their children.
bool lies_within(const MessageTree& tree, size_t part, size_t ancestor) {
  while (part != MimePart::kNoParent && part > ancestor) part = tree.parts[part].parent;
  return part == ancestor;
}

// How often a Content-Type names the parameter, in the forms of RFC 2231 as well.
size_t count_boundary_parameters(std::string_view value) {
  constexpr std::string_view kName = "boundary";
  size_t count = 0;
  for (size_t at = find_ignoring_case(value, kName); at != std::string_view::npos;
       at = find_ignoring_case(value, kName, at + 1)) {
    const size_t behind = value.find_first_not_of("*0123456789 \t\r\n", at + kName.size());
    if (behind != std::string_view::npos && value[behind] == '=') ++count;
  }
  return count;
}

// Readers differ in which of two Content-Types or boundaries they take, and whether they decode a
// multipart that declares base64 (RFC 2045 section 6.4 forbids it): then its parts are not what all
// of them see.
bool is_read_alike(const MimePart& part) {
  if (part.header.count("Content-Type") > 1) return false;
  if (part.boundary.empty()) return true;
  const std::string& encoding = part.transfer_encoding;
  const bool as_it_is =
      encoding.empty() || encoding == "7bit" || encoding == "8bit" || encoding == "binary";
  const HeaderField* type = part.header.find("Content-Type");
  return as_it_is && type != nullptr && count_boundary_parameters(type->raw_value) == 1;
}

// No line is a delimiter of the multipart and of one around it. RFC 2046 section 5.1.1 lets readers
// look at the beginning of a line alone.
bool has_boundary_of_its_own(const MessageTree& tree, const MimePart& part) {
  if (part.boundary.empty()) return true;
  for (size_t at = part.parent; at != MimePart::kNoParent; at = tree.parts[at].parent) {
    const std::string& other = tree.parts[at].boundary;
    if (part.boundary.starts_with(other) || other.starts_with(part.boundary)) return false;
  }
  return true;
}

// Of the part, of all within and all around it, the closing delimiters must be there, and every
// reader must see the same parts.
bool is_proven_whole(const MessageTree& tree, size_t notice) {
  for (size_t i = 0; i < tree.parts.size(); ++i) {
    const bool related = lies_within(tree, i, notice) || lies_within(tree, notice, i);
    if (!related) continue;
    const MimePart& part = tree.parts[i];
    if (!part.closed || !is_read_alike(part) || !has_boundary_of_its_own(tree, part)) return false;
  }
  return true;
}

// A blank line stands between header and body, so that text at the body's start is no header field.
bool has_blank_line(const MessageTree& tree, const MimePart& part) {
  const std::string_view gap = tree.bytes({part.header.range.end, part.body.begin});
  return gap == "\r\n" || gap == "\n";
}

Plan checked(EditPlan plan, const MessageTree& tree, size_t max_added) {
  for (const Edit& edit : plan.edits) {
    if (holds_delimiter(tree, edit.replacement)) {
      return refuse_structure("the text would hold a delimiter of the message");
    }
  }
  if (plan.growth() > static_cast<long long>(max_added)) {
    return refuse(PlanFailure::Reason::kTooLarge, "grows by " + std::to_string(plan.growth()) +
                                                      " bytes, " + std::to_string(max_added) +
                                                      " are allowed");
  }
  return plan;
}

EditPlan insert_at(size_t at, std::string text) {
  EditPlan plan;
  plan.edits.push_back({{at, at}, std::move(text)});
  return plan;
}

}  // namespace

Plan plan_edits(const MessageTree& tree, size_t notice, const NoteTexts& texts, BodyEdit how,
                size_t max_added) {
  if (notice == 0 || notice >= tree.parts.size()) return refuse_structure("no first part");
  if (!is_proven_whole(tree, notice))
    return refuse_structure("a part was never closed, or readers differ about it");
  const MimePart& part = tree.parts[notice];
  const bool lf = has_lf_line_ends(tree.message);
  if (how == BodyEdit::kAdd && texts.html.empty() && has_blank_line(tree, part)) {
    auto text = text_for_part(tree, part, texts.text + texts.divider);
    if (text) {
      return checked(insert_at(part.body.begin, with_line_ends(*std::move(text), lf)), tree,
                     max_added);
    }
  }
  const auto boundaries = make_boundaries({tree.message, texts.text, texts.html}, 2);
  if (!boundaries) return refuse_structure("no boundary is free");
  const std::string& mixed = boundaries->front();
  const std::string& alternative = boundaries->back();
  EditPlan plan;
  plan.edits.reserve(2);
  if (how == BodyEdit::kReplace) {
    std::string note = note_part(texts, alternative, "Notification");
    plan.edits.push_back({part.whole, with_line_ends(std::move(note), lf)});
  } else {
    std::string before = wrapper_before(tree, part, texts, mixed, alternative);
    const size_t begin = part.whole.begin;
    const size_t end = part.whole.end;
    plan.edits.push_back({{begin, begin}, with_line_ends(std::move(before), lf)});
    plan.edits.push_back({{end, end}, with_line_ends(wrapper_behind(mixed), lf)});
  }
  return checked(std::move(plan), tree, max_added);
}

Plan plan_plain_text_edit(const MessageTree& tree, const NoteTexts& texts, size_t max_added) {
  const MimePart& root = tree.root();
  if (tree.parts.size() != 1) return refuse_structure("the message has parts");
  if (!is_read_alike(root)) return refuse_structure("readers differ about its type");
  if (!has_blank_line(tree, root)) return refuse_structure("no blank line behind the header");
  auto text = text_for_part(tree, root, texts.text + texts.divider);
  if (!text) return refuse_structure("charset or encoding takes no text of ours");
  const bool lf = has_lf_line_ends(tree.message);
  return checked(insert_at(root.body.begin, with_line_ends(*std::move(text), lf)), tree, max_added);
}

}  // namespace plainbounce
