#include "web/form_fields.h"

#include <utility>

#include "core/base/ascii.h"
#include "core/mime/content_type.h"
#include "core/mime/message_tree.h"
#include "web/web_address.h"

namespace plainbounce {
namespace {

std::optional<Submission> submission_of(const FormPairs& fields) {
  Submission submission;
  std::string file;
  for (const auto& [name, value] : fields) {
    if (name == "text") submission.text = value;
    if (name == "file") file = value;
    if (name == "lang") submission.language = value;
  }
  if (!trim(file).empty()) submission.text = std::move(file);
  return submission;
}

// The name of a part: Content-Disposition (RFC 7578 section 4.2) has the form of a content type
// without a "/".
std::string name_of(const MimePart& part) {
  const auto disposition = part.header.value("Content-Disposition");
  if (!disposition || !starts_with_ignoring_case(*disposition, "form-data")) return {};
  const auto parsed = parse_content_type("form/data" + disposition->substr(9));
  return parsed ? parsed->parameter("name").value_or("") : std::string();
}

// multipart/form-data is a multipart of MIME (RFC 7578), so that what splits messages splits it.
std::optional<Submission> read_multipart(const std::string& content_type, const std::string& body) {
  const std::string message = "Content-Type: " + content_type + "\r\n\r\n" + body;
  const auto tree = split_message(message, Limits{});
  if (!tree || tree->root().children.empty()) return std::nullopt;
  FormPairs fields;
  for (const size_t child : tree->root().children) {
    const MimePart& part = tree->parts[child];
    fields.emplace_back(name_of(part), std::string(tree->bytes(part.body)));
  }
  return submission_of(fields);
}

std::string kind_of(std::string_view content_type) {
  return to_lower(trim(content_type.substr(0, content_type.find(';'))));
}

}  // namespace

bool can_be_submitted(std::string_view content_type) {
  const std::string kind = kind_of(content_type);
  return kind == "message/rfc822" || kind == "message/global" || kind == "text/plain" ||
         kind == "application/x-www-form-urlencoded" || kind == "multipart/form-data";
}

std::optional<Submission> read_submission(const std::string& content_type, std::string body) {
  if (!can_be_submitted(content_type)) return std::nullopt;
  const std::string kind = kind_of(content_type);
  if (kind == "multipart/form-data") return read_multipart(content_type, body);
  if (kind == "application/x-www-form-urlencoded") return submission_of(parse_urlencoded(body));
  return Submission{std::move(body), {}};
}

}  // namespace plainbounce
