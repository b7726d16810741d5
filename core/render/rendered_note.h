#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dsn/bounce_verdict.h"
#include "core/explain/explainer.h"
#include "core/explain/note.h"

namespace plainbounce {

// A header field to add: the value is ASCII, folded with "\n ", without leading blank.
struct HeaderValue {
  std::string name;
  std::string value;
};

// UTF-8, CRLF line ends, the last line with one. Wrapped at 76 columns where words allow.
// `with_closing` adds the line that the mail system's own notice follows.
std::string render_text(const Note& note, bool with_closing);
// The line that stands above the support block, and between our text and the one that it was put
// before; with its line end.
std::string divider_line();
// A whole small document: meta charset and color-scheme, one scoped style, lang attributes, no
// title, no remote content. Lines of at most 76 characters where words allow.
std::string render_html(const Note& note, bool with_closing);
// X-Bounce-Explanation, X-Bounce-Cause for each recipient up to `max_causes`, X-Bounce-Help with a
// link.
std::vector<HeaderValue> render_headers(const Note& note,
                                        const std::vector<DiagnosedRecipient>& recipients,
                                        const std::string& link_base, bool show_link,
                                        size_t max_causes = 50);
// X-Bounce-Explained-By: the marker.
HeaderValue render_marker(const std::string& version, const std::string& host);

}  // namespace plainbounce
