#include "tests/support/milter/direct_mta.h"

#include <gtest/gtest.h>

namespace plainbounce::testing {
namespace {

char letter(Answer answer) {
  switch (answer) {
    case Answer::kContinue:
      return 'c';
    case Answer::kAccept:
      return 'a';
    case Answer::kNoReply:
      break;
  }
  return 0;
}

class RecordingPort : public EditPort {
 public:
  RecordingPort(std::vector<RequestedEdit>& edits, int refused)
      : edits_(edits), refused_(refused) {}
  void begin(size_t) override { edits_.clear(); }
  bool replace_body(std::string_view chunk) override {
    return take({'b', "", std::string(chunk), 0});
  }
  bool add_header(const std::string& name, const std::string& value) override {
    return take({'h', name, value, 0});
  }
  bool remove_header(const std::string& name, size_t index) override {
    return take({'m', name, "", index});
  }
  void discard() override { edits_.clear(); }

 private:
  bool take(RequestedEdit edit) {
    if (static_cast<int>(edits_.size()) == refused_) return false;
    edits_.push_back(std::move(edit));
    return true;
  }
  std::vector<RequestedEdit>& edits_;
  int refused_;
};

}  // namespace

MailResult DirectMta::deliver(const MailTransaction& mail) {
  MailResult result;
  result.delivered = mail.message;
  const auto goes_on = [&result](Answer answer, bool may_be_silent = false) {
    const char reply = letter(answer);
    if (reply == 0) {
      EXPECT_TRUE(may_be_silent);
      return true;
    }
    expect_allowed_reply(reply);
    result.replies.push_back(reply);
    return reply == 'c';
  };
  goes_on(session_.connect(mail.client_address, mail.daemon_name), true);
  if (!goes_on(session_.mail_from(mail.sender, mail.daemon_name))) return result;
  for (const std::string& recipient : mail.recipients) goes_on(session_.recipient(recipient), true);
  for (const MailField& field : fields_of(mail.message)) {
    goes_on(session_.header(field.first, field.second), true);
  }
  goes_on(session_.end_of_header(mail.queue_id), true);
  std::string_view body = body_of(mail.message);
  while (!body.empty()) {
    const std::string_view chunk = body.substr(0, mail.chunk);
    result.body_bytes_sent += chunk.size();
    body.remove_prefix(chunk.size());
    goes_on(session_.body(chunk), true);
  }
  RecordingPort port(result.edits, refused_edit_);
  goes_on(session_.end_of_message(mail.queue_id, port));
  result.delivered = apply_edits(mail.message, result.edits);
  return result;
}

}  // namespace plainbounce::testing
