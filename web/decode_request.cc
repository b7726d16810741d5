#include "web/decode_request.h"

#include <memory>
#include <utility>
#include <vector>

#include "core/base/ascii.h"
#include "core/decode/decoded_message.h"
#include "core/decode/given_message.h"
#include "core/decode/message_json.h"
#include "web/answer_page.h"
#include "web/other_pages.h"
#include "web/web_response.h"

namespace plainbounce {
namespace {

constexpr size_t kMostMessages = 500;  // of one mailbox as JSON,
constexpr size_t kMostShown = 20;      // and on a page

BouncePolicy worded_in(const std::string& language, const BouncePolicy& policy) {
  BouncePolicy worded = policy;
  worded.explain.general.languages = {language};
  for (auto& [domain, reader] : worded.explain.domains) reader.languages = {language};
  worded.explain.choose_by_reader = false;
  return worded;
}

}  // namespace

bool wants_json(std::string_view accept) {
  const size_t json = find_ignoring_case(accept, "application/json");
  return json != std::string_view::npos && json < find_ignoring_case(accept, "text/html");
}

WebResponse decode_to_json(const std::string& text, const std::string& language,
                           const BouncePolicy& policy, const KnowledgeBase& knowledge) {
  const BouncePolicy worded = language.empty() ? policy : worded_in(language, policy);
  std::string lines;
  size_t count = 0;
  for (const std::string& message : split_mailbox(text)) {
    if (++count > kMostMessages) break;
    const auto decoded = decode_text(message, knowledge, worded);
    JsonWriter json;
    json.begin_object();
    if (decoded) {
      write_message_fields(json, *decoded);
    } else {
      json.key("error").value(decoded.error().message);
    }
    json.end_object();
    lines += json.text() + "\n";
  }
  WebResponse response = make_response(200, count > 1 ? "application/x-ndjson" : "application/json",
                                       std::make_shared<const std::string>(std::move(lines)));
  response.fields.emplace_back("Cache-Control", "no-store");
  return response;
}

WebResponse json_error(int status, const PageInputs& inputs) {
  JsonWriter json;
  json.begin_object().key("error").value(inputs.words.text_of("error_", std::to_string(status)));
  json.end_object();
  WebResponse response = make_response(status, "application/json",
                                       std::make_shared<const std::string>(json.text() + "\n"));
  response.fields.emplace_back("Cache-Control", "no-store");
  return response;
}

Page decode_to_page(const std::string& text, const BouncePolicy& policy, const PageInputs& inputs) {
  if (trim(text).empty()) return empty_answer_page(inputs);
  const BouncePolicy worded = worded_in(inputs.words.language(), policy);
  std::vector<AnsweredMessage> messages;
  size_t more = 0;
  std::vector<std::string> given = split_mailbox(text);
  for (std::string& message : given) {
    if (messages.size() == kMostShown) {
      ++more;
      continue;
    }
    auto decoded = decode_text(message, inputs.knowledge, worded);
    if (!decoded) return error_page(500, inputs);
    messages.push_back({std::move(message), std::move(*decoded)});
  }
  return answer_page(messages, more, worded, inputs);
}

}  // namespace plainbounce
