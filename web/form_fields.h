#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// What was handed over to be explained.
struct Submission {
  std::string text;
  std::string language;  // the field "lang"; empty: none
};

// True for a content type that read_submission takes, whatever its parameters.
bool can_be_submitted(std::string_view content_type);
// Out of message/rfc822 and text/plain the whole body, out of a form (urlencoded or multipart) the
// field "file", or where that is empty the field "text". Nothing for other content types, and for
// a form that cannot be read.
std::optional<Submission> read_submission(const std::string& content_type, std::string body);

}  // namespace plainbounce
