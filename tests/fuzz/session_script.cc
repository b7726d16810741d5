#include "tests/fuzz/session_script.h"

#include "core/base/ascii.h"

namespace plainbounce::fuzz {

void CheckingPort::begin(size_t bytes) {
  demand(!begun_, "edits begin twice");
  begun_ = true;
  announced_ = bytes;
}

bool CheckingPort::take(const std::string& edit) {
  demand(begun_, "an edit before the edits begin");
  bytes_ += edit.size();
  demand(bytes_ <= announced_, "more bytes of edits than announced");
  if (count_++ == refused_) return false;
  edits_ += edit;
  return true;
}

bool CheckingPort::replace_body(std::string_view chunk) {
  demand(!header_began_, "a piece of body behind a header field");
  demand(chunk.size() <= kBodyChunk, "a piece of body that is too large");
  return take("body " + std::string(chunk));
}

bool CheckingPort::add_header(const std::string& name, const std::string& value) {
  header_began_ = true;
  demand(name.starts_with("X-Bounce-"), "adds a field that is not ours");
  for (size_t i = 0; i < value.size(); ++i) {
    const bool fold = value[i] == '\n' && i + 1 < value.size() && value[i + 1] == ' ';
    demand(fold || is_printable(value[i]), "a header value that is not plain");
  }
  return take("add " + name + value);
}

bool CheckingPort::remove_header(const std::string& name, size_t index) {
  header_began_ = true;
  demand(starts_with_ignoring_case(name, "X-Bounce-"), "removes a field that is not ours");
  demand(index >= 1, "an index that is none");
  return take("remove " + name + std::to_string(index));
}

void carry_out(const Call& call, Session& session) {
  Answer answer = Answer::kContinue;
  switch (call.kind) {
    case Call::Kind::kRecipient:
      answer = session.recipient(call.first);
      break;
    case Call::Kind::kHeader:
      answer = session.header(call.first, call.second);
      break;
    case Call::Kind::kEndOfHeader:
      answer = session.end_of_header(call.first);
      break;
    case Call::Kind::kBody:
      answer = session.body(call.first);
      break;
  }
  demand(answer == Answer::kNoReply, "an answer where none is due");
}

}  // namespace plainbounce::fuzz
