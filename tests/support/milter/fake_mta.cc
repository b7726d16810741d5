#include "tests/support/milter/fake_mta.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace plainbounce::testing {
namespace {

using namespace milter_step;

constexpr int kPatience = 30000;  // milliseconds

}  // namespace

FakeMta::FakeMta(const SocketAddress& address, MtaOffer offer)
    : fd_(connect_to(address)), offer_(offer) {}

FakeMta::~FakeMta() { close(); }

void FakeMta::close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

void FakeMta::send_raw(const std::string& bytes) {
  size_t at = 0;
  while (fd_ >= 0 && at < bytes.size()) {
    const ssize_t sent = ::send(fd_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (sent <= 0) return close();
    at += static_cast<size_t>(sent);
  }
}

bool FakeMta::send(char command, const std::string& data) {
  send_raw(milter_packet(command, data));
  return fd_ >= 0;
}

bool FakeMta::receive_exactly(char* to, size_t size) {
  size_t got = 0;
  while (fd_ >= 0 && got < size) {
    pollfd waiting = {fd_, POLLIN, 0};
    if (::poll(&waiting, 1, kPatience) == 0) {
      ADD_FAILURE() << "the milter does not answer";
      close();
      return false;
    }
    const ssize_t more = ::recv(fd_, to + got, size - got, 0);
    if (more <= 0) {
      close();
      return false;
    }
    got += static_cast<size_t>(more);
  }
  return fd_ >= 0;
}

bool FakeMta::receive(Packet& packet) {
  std::string head(4, '\0');
  if (!receive_exactly(head.data(), head.size())) return false;
  std::string rest(milter_number_at(head, 0), '\0');
  if (rest.empty() || rest.size() > (1U << 20U)) {
    ADD_FAILURE() << "a packet of " << rest.size() << " bytes";
    close();
    return false;
  }
  if (!receive_exactly(rest.data(), rest.size())) return false;
  packet.command = rest.front();
  packet.data = rest.substr(1);
  return true;
}

bool FakeMta::wait_for_hangup() {
  Packet packet;
  while (receive(packet)) {
    if (packet.command != 'O') expect_allowed_reply(packet.command);
  }
  return fd_ < 0;
}

bool FakeMta::negotiate() {
  Packet packet;
  send_raw(offer_packet(offer_));
  if (!receive(packet)) return false;
  EXPECT_EQ(packet.command, 'O');
  agreed_ = read_agreement(packet.data);
  EXPECT_EQ(actions() & ~offer_.actions, 0U) << "asks for actions that were not offered";
  EXPECT_EQ(steps() & ~offer_.steps, 0U) << "asks for steps that were not offered";
  return true;
}

void FakeMta::send_macros(char command, MacroStage stage, const Macros& all) {
  send_raw(macro_packet(command, stage, all, agreed_));
}

char FakeMta::step(char command, const std::string& data, uint32_t no_step, uint32_t no_reply,
                   MailResult& result) {
  if ((steps() & no_step) != 0) return 'c';
  if (!send(command, data)) return 0;
  if ((steps() & no_reply) != 0) return 'c';
  Packet packet;
  do {
    if (!receive(packet)) return 0;
    expect_allowed_reply(packet.command);
  } while (packet.command == 'p');
  result.replies.push_back(packet.command);
  return packet.command;
}

bool FakeMta::introduce(MailResult& result) {
  if (introduced_) return true;
  introduced_ = true;
  send_macros('C', kAtConnect,
              {{"j", "mx.box.example"}, {"{daemon_name}", mail_.daemon_name}, {"v", "Postfix"}});
  if (step('C', client_of(mail_), kNoConnect, kNoReplyConnect, result) != 'c') {
    return false;
  }
  send_macros('H', kAtHelo, {});
  return step('H', terminated("localhost"), kNoHelo, kNoReplyHelo, result) == 'c';
}

bool FakeMta::send_recipients(MailResult& result) {
  if ((steps() & kRefusedRecipients) != 0) {
    for (const RefusedRecipient& refused : mail_.refused) {
      send_macros('R', kAtRcpt,
                  {{"{rcpt_mailer}", "error"},
                   {"{rcpt_host}", refused.enhanced},
                   {"{rcpt_addr}", refused.text}});
      // As Postfix does: whatever is answered, its client has had its reply.
      if (step('R', terminated(refused.address), kNoRcpt, kNoReplyRcpt, result) == 0) return false;
    }
  }
  for (const std::string& recipient : mail_.recipients) {
    send_macros('R', kAtRcpt, {{"i", mail_.queue_id}, {"{rcpt_mailer}", "smtp"}});
    if (step('R', terminated(recipient), kNoRcpt, kNoReplyRcpt, result) != 'c') return false;
  }
  return true;
}

bool FakeMta::send_header(MailResult& result) {
  if (!introduce(result)) return false;
  const Macros id = {{"i", mail_.queue_id}};
  send_macros('M', kAtMail, id);
  if (step('M', terminated(mail_.sender), kNoMail, kNoReplyMail, result) != 'c') return false;
  if (!send_recipients(result)) return false;
  send_macros('T', kAtData, id);
  if (step('T', "", kNoData, kNoReplyData, result) != 'c') return false;
  const std::string blank = (steps() & kLeadingSpace) != 0 ? " " : "";
  for (const MailField& field : fields_of(mail_.message)) {
    const std::string data = terminated(field.first) + terminated(blank + field.second);
    if (step('L', data, kNoHeaders, kNoReplyHeader, result) != 'c') return false;
  }
  send_macros('N', kAtEoh, id);
  return step('N', "", kNoEoh, kNoReplyEoh, result) == 'c';
}

bool FakeMta::send_body(size_t held_back, MailResult& result) {
  const std::string_view body = body_of(mail_.message);
  const size_t end = body.size() - std::min(held_back, body.size());
  while (sent_ < end && !skipping_) {
    const std::string chunk(body.substr(sent_, std::min(mail_.chunk, end - sent_)));
    sent_ += chunk.size();
    const char reply = step('B', chunk, kNoBody, kNoReplyBody, result);
    result.body_bytes_sent += chunk.size();
    if (reply == 's' && (steps() & kSkip) != 0) skipping_ = true;
    if (reply != 'c' && !skipping_) return false;
  }
  return true;
}

bool FakeMta::begin(const MailTransaction& mail, size_t held_back) {
  mail_ = mail;
  result_ = {};
  result_.delivered = mail.message;
  sent_ = 0;
  skipping_ = false;
  decided_ = !send_header(result_) || !send_body(held_back, result_);
  return !decided_;
}

void FakeMta::end_of_message(MailResult& result) {
  send_macros('E', kAtEom, {{"i", mail_.queue_id}, {"{msg_id}", "<1@box.example>"}});
  if (!send('E', "")) return;
  if (after_first_byte != nullptr) {
    char byte = 0;
    pollfd waiting = {fd_, POLLIN, 0};
    if (::poll(&waiting, 1, kPatience) > 0 && ::recv(fd_, &byte, 1, MSG_PEEK) == 1) {
      after_first_byte(after_first_byte_argument);
    }
  }
  Packet packet;
  while (receive(packet)) {
    result.end_bytes += packet.data.size() + 5;
    if (is_edit(packet.command)) {
      const uint32_t needed = packet.command == 'b'   ? milter_action::kReplaceBody
                              : packet.command == 'm' ? milter_action::kChangeHeader
                                                      : milter_action::kAddHeader;
      EXPECT_NE(actions() & needed, 0U) << "an edit that was not negotiated: " << packet.command;
      result.edits.push_back(edit_from(packet.command, packet.data));
      if ((steps() & kLeadingSpace) != 0 && packet.command != 'b' &&
          result.edits.back().value.starts_with(' ')) {
        result.edits.back().value.erase(0, 1);
      }
      continue;
    }
    expect_allowed_reply(packet.command);
    if (packet.command == 'p') continue;
    result.replies.push_back(packet.command);
    return;
  }
}

MailResult FakeMta::finish() {
  if (!decided_ && send_body(0, result_)) end_of_message(result_);
  result_.broken = fd_ < 0;
  result_.delivered = apply_edits(mail_.message, result_.edits);
  return result_;
}

MailResult FakeMta::deliver(const MailTransaction& mail) {
  begin(mail, 0);
  return finish();
}

void FakeMta::begin_and_abort(const MailTransaction& mail) {
  begin(mail, body_of(mail.message).size() / 2);
  send('A', "");
}

void FakeMta::send_without_reading(const MailTransaction& mail) {
  mail_ = mail;
  MailResult unused;
  introduce(unused);
  send('M', terminated(mail.sender));
  send('R', terminated("alice@box.example"));
  for (const MailField& field : fields_of(mail.message)) {
    send('L', terminated(field.first) + terminated(field.second));
  }
  send('N', "");
  const std::string_view body = body_of(mail.message);
  for (size_t at = 0; at < body.size(); at += mail.chunk) {
    send('B', std::string(body.substr(at, mail.chunk)));
  }
  send('E', "");
}

void FakeMta::quit() {
  send('Q', "");
  close();
}

void FakeMta::quit_for_new_connection() {
  send('K', "");
  introduced_ = false;
}

}  // namespace plainbounce::testing
