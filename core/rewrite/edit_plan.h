#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/base/byte_range.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/mime/message_tree.h"

namespace plainbounce {

// One replacement of bytes; an empty range inserts.
struct Edit {
  ByteRange range;
  std::string replacement;
};

// Edits of one message, in order, without overlap, all behind the outer header.
struct EditPlan {
  std::vector<Edit> edits;
  [[nodiscard]] bool empty() const { return edits.empty(); }
  // Bytes that the message grows by; negative when it shrinks.
  [[nodiscard]] long long growth() const;
};

// What is to be put in, already rendered: UTF-8 with CRLF line ends.
struct NoteTexts {
  std::string text;     // with its closing line where the notice stays
  std::string divider;  // behind the text at the start of an existing text/plain part
  std::string html;     // empty: no HTML
};

// Why a message is to be left alone.
struct PlanFailure {
  enum class Reason { kStructure, kTooLarge };
  Reason reason = Reason::kStructure;
  std::string message;
};

// How the first part of a report changes. `notice` is its index in the tree.
// kAdd with HTML: the part becomes multipart/mixed { alternative { text, html }, the original part
// }. kAdd without HTML: the text goes to the start of the part's body where charset and encoding
// allow, else multipart/mixed { text, the original part }. kReplace: alternative { text, html } or
// the text alone in place of the part. Line ends follow the message's. Fails when the part does not
// allow it (a multipart that was never closed, our text would hold one of the message's delimiters,
// the edit grows beyond max_added).
enum class BodyEdit { kAdd, kReplace };
tl::expected<EditPlan, PlanFailure> plan_edits(const MessageTree& tree, size_t notice,
                                               const NoteTexts& texts, BodyEdit how,
                                               size_t max_added);
// For a text/plain message without parts (legacy = body): the text before the first line, where
// charset and encoding allow.
tl::expected<EditPlan, PlanFailure> plan_plain_text_edit(const MessageTree& tree,
                                                         const NoteTexts& texts, size_t max_added);

// The message with the plan carried out, from offset `begin` on; no edit stands in front of that.
std::string apply(std::string_view message, const EditPlan& plan, size_t begin = 0);
// Takes a kAdd plan's insertions out of the edited message again: the original bytes.
std::string undo(std::string_view edited, const EditPlan& plan);

}  // namespace plainbounce
