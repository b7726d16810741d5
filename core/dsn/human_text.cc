#include "core/dsn/human_text.h"

#include <optional>

#include "core/base/ascii.h"
#include "core/dsn/html_text.h"
#include "core/dsn/text_lines.h"
#include "core/mime/charset.h"
#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

// How much a text part is preferred; 0: it is no text.
int text_rank(const MimePart& part) {
  if (part.type.type != "text") return 0;
  if (part.type.subtype == "rfc822-headers") return 0;
  if (part.type.subtype == "plain") return 3;
  return part.type.subtype == "html" ? 2 : 1;
}

}  // namespace

size_t find_text_part(const MessageTree& tree, size_t part) {
  if (tree.parts[part].children.empty()) {
    return text_rank(tree.parts[part]) > 0 ? part : MimePart::kNoParent;
  }
  size_t best = MimePart::kNoParent;
  int best_rank = 0;
  std::vector<size_t> todo = {part};
  while (!todo.empty()) {
    const size_t index = todo.back();
    todo.pop_back();
    const MimePart& here = tree.parts[index];
    const int rank = here.children.empty() ? text_rank(here) : 0;
    if (rank > best_rank) {
      best = index;
      best_rank = rank;
    }
    todo.insert(todo.end(), here.children.rbegin(), here.children.rend());
  }
  return best;
}

std::string decode_text_part(const MessageTree& tree, size_t part, size_t max_bytes) {
  const MimePart& here = tree.parts[part];
  // No encoding makes a text smaller than a quarter of its bytes in UTF-8.
  const std::string_view body = tree.bytes(here.body).substr(0, max_bytes * 4);
  std::string buffer;
  const std::string_view bytes = decode_transfer_encoding(body, here.transfer_encoding, buffer);
  const auto charset = here.type.parameter("charset");
  std::optional<std::string> converted;
  if (!(charset ? is_utf8_already(bytes, *charset) : is_utf8(bytes))) {
    if (charset) converted = to_utf8(bytes, *charset);
    if (!converted) converted = guess_utf8(bytes);
  }
  const bool html = here.type.is("text", "html");
  // Line ends lose half of their bytes, tags more.
  const std::string_view whole = converted ? std::string_view(*converted) : bytes;
  std::string shown = clean_lines(cut_utf8(whole, max_bytes * (html ? 4 : 2)));
  if (html) shown = text_of_html(shown);
  shown.resize(cut_utf8(shown, max_bytes).size());
  return shown;
}

std::string human_text(const MessageTree& tree, size_t part, size_t max_bytes) {
  if (part == MimePart::kNoParent) return {};
  const size_t text = find_text_part(tree, part);
  return text == MimePart::kNoParent ? std::string() : decode_text_part(tree, text, max_bytes);
}

}  // namespace plainbounce
