#include "tests/load/dialogue.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace plainbounce::testing {
namespace {

using namespace milter_step;

class Writer {
 public:
  explicit Writer(const Agreement& agreement) : agreement_(agreement) {}

  void macros(char command, MacroStage stage, const Macros& all) {
    open_.bytes += macro_packet(command, stage, all, agreement_);
  }
  void step(char command, std::string_view data, uint32_t no_step, uint32_t no_reply) {
    if (leaves_out(no_step)) return;
    open_.bytes += milter_packet(command, data);
    if (command == 'B') open_.body_bytes += data.size();
    if (leaves_out(no_reply)) return;
    open_.command = command;
    done_.push_back(std::exchange(open_, {}));
  }
  [[nodiscard]] bool leaves_out(uint32_t flag) const { return (agreement_.steps & flag) != 0; }
  std::vector<Exchange> take() { return std::move(done_); }

 private:
  const Agreement& agreement_;
  Exchange open_;
  std::vector<Exchange> done_;
};

void write_client(Writer& to, const MailTransaction& mail) {
  to.macros('C', kAtConnect,
            {{"j", "mx.box.example"}, {"{daemon_name}", mail.daemon_name}, {"v", "Postfix"}});
  to.step('C', client_of(mail), kNoConnect, kNoReplyConnect);
  to.macros('H', kAtHelo, {});
  to.step('H', terminated("localhost"), kNoHelo, kNoReplyHelo);
}

void write_header(Writer& to, const MailTransaction& mail, const Macros& id) {
  const std::string blank = to.leaves_out(kLeadingSpace) ? " " : "";
  for (const auto& [name, value] : fields_of(mail.message)) {
    to.macros('L', kAtEoh, id);
    to.step('L', terminated(name) + terminated(blank + value), kNoHeaders, kNoReplyHeader);
  }
  to.macros('N', kAtEoh, id);
  to.step('N', "", kNoEoh, kNoReplyEoh);
}

void write_message(Writer& to, const MailTransaction& mail) {
  const Macros id = {{"i", mail.queue_id}};
  to.macros('M', kAtMail, id);
  to.step('M', terminated(mail.sender), kNoMail, kNoReplyMail);
  for (const std::string& recipient : mail.recipients) {
    to.macros('R', kAtRcpt, id);
    to.step('R', terminated(recipient), kNoRcpt, kNoReplyRcpt);
  }
  to.macros('T', kAtData, id);
  to.step('T', "", kNoData, kNoReplyData);
  write_header(to, mail, id);
  const std::string_view body = body_of(mail.message);
  for (size_t at = 0; at < body.size(); at += mail.chunk) {
    to.step('B', body.substr(at, mail.chunk), kNoBody, kNoReplyBody);
  }
  to.macros('E', kAtEom, id);
  to.step('E', "", 0, 0);
}

}  // namespace

Dialogue dialogue_of(const MailTransaction& mail, const Agreement& agreement) {
  Writer first(agreement);
  write_client(first, mail);
  write_message(first, mail);
  Writer further(agreement);
  write_message(further, mail);
  return {first.take(), further.take()};
}

}  // namespace plainbounce::testing
