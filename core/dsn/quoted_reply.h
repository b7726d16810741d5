#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// A failing reply that running text quotes.
struct QuotedReply {
  size_t begin = 0;  // offset in the text
  std::string host;  // "host X[ip] said:", "host: X (ip) reason:"; empty: none is named
  std::string text;  // to the end of its paragraph, lines joined by blanks
};

// The first reply that is quoted as one: at the start of a line, behind ":", ";" or a bracket, or
// with an enhanced code behind it. A bare number in running text is none.
std::optional<QuotedReply> find_quoted_reply(std::string_view text);

// Whether one is quoted that no number of a house is ("550 Main Street"): with an enhanced code,
// with the host that gave it, behind words such as "said:" or an address on its line, or in the
// paragraph that an address begins. Of bare numbers the first fifty are looked at.
bool quotes_marked_reply(std::string_view text);

// Three lines or more that begin with replies, of different codes, and no address among them: a
// page about replies, and no notice.
bool lists_replies(const std::vector<std::string_view>& lines);

}  // namespace plainbounce
