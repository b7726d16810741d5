#include "tests/support/milter/fake_mta.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <sstream>

namespace plainbounce::testing {
namespace {

constexpr int kPatience = 30000;  // milliseconds
constexpr uint32_t kNoConnect = 0x1, kNoHelo = 0x2, kNoMail = 0x4, kNoRcpt = 0x8, kNoBody = 0x10,
                   kNoHeaders = 0x20, kNoEoh = 0x40, kNoReplyHeader = 0x80, kNoData = 0x200,
                   kSkip = 0x400, kNoReplyConnect = 0x1000, kNoReplyHelo = 0x2000,
                   kNoReplyMail = 0x4000, kNoReplyRcpt = 0x8000, kNoReplyData = 0x10000,
                   kNoReplyEoh = 0x40000, kNoReplyBody = 0x80000, kLeadingSpace = 0x100000;
constexpr uint32_t kActionAdd = 0x1, kActionBody = 0x2, kActionChange = 0x10;
enum : uint32_t { kAtConnect, kAtHelo, kAtMail, kAtRcpt, kAtData, kAtEom, kAtEoh };

std::string number(uint32_t value) {
  const uint32_t bytes = htonl(value);
  return {reinterpret_cast<const char*>(&bytes), 4};
}

uint32_t number_at(const std::string& data, size_t at) {
  uint32_t bytes = 0;
  if (at + 4 <= data.size()) std::memcpy(&bytes, data.data() + at, 4);
  return ntohl(bytes);
}

std::string terminated(const std::string& text) { return text + '\0'; }

int connect_to(const SocketAddress& address) {
  sockaddr_storage storage = {};
  socklen_t size = 0;
  if (address.family == SocketAddress::Family::kUnix) {
    auto* local = reinterpret_cast<sockaddr_un*>(&storage);
    local->sun_family = AF_UNIX;
    std::strncpy(local->sun_path, address.path.c_str(), sizeof local->sun_path - 1);
    size = sizeof *local;
  } else if (address.family == SocketAddress::Family::kInet4) {
    auto* four = reinterpret_cast<sockaddr_in*>(&storage);
    four->sin_family = AF_INET;
    four->sin_port = htons(address.port);
    ::inet_pton(AF_INET, address.host.c_str(), &four->sin_addr);
    size = sizeof *four;
  } else {
    auto* six = reinterpret_cast<sockaddr_in6*>(&storage);
    six->sin6_family = AF_INET6;
    six->sin6_port = htons(address.port);
    ::inet_pton(AF_INET6, address.host.c_str(), &six->sin6_addr);
    size = sizeof *six;
  }
  const int fd = ::socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && ::connect(fd, reinterpret_cast<sockaddr*>(&storage), size) != 0) {
    ::close(fd);
    return -1;
  }
  return fd;
}

RequestedEdit edit_from(char command, const std::string& data) {
  RequestedEdit edit;
  edit.command = command;
  if (command == 'b') {
    edit.value = data;
    return edit;
  }
  size_t at = 0;
  if (command == 'm' || command == 'i') {
    edit.index = number_at(data, 0);
    at = 4;
  }
  const size_t name_end = data.find('\0', at);
  edit.name = data.substr(at, name_end - at);
  edit.value = data.substr(name_end + 1, data.find('\0', name_end + 1) - name_end - 1);
  return edit;
}

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
  send_raw(number(static_cast<uint32_t>(data.size() + 1)) + command + data);
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
  std::string rest(number_at(head, 0), '\0');
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
  if (!send('O', number(offer_.version) + number(offer_.actions) + number(offer_.steps)) ||
      !receive(packet)) {
    return false;
  }
  EXPECT_EQ(packet.command, 'O');
  actions_ = number_at(packet.data, 4);
  steps_ = number_at(packet.data, 8);
  EXPECT_EQ(actions_ & ~offer_.actions, 0U) << "asks for actions that were not offered";
  EXPECT_EQ(steps_ & ~offer_.steps, 0U) << "asks for steps that were not offered";
  for (size_t at = 12; at + 4 < packet.data.size();) {
    const size_t end = packet.data.find('\0', at + 4);
    macros_[number_at(packet.data, at)] = packet.data.substr(at + 4, end - at - 4);
    at = end + 1;
  }
  return true;
}

void FakeMta::send_macros(char command, uint32_t stage,
                          const std::map<std::string, std::string>& all) {
  std::string data(1, command);
  const auto asked = macros_.find(stage);
  for (const auto& [name, value] : all) {
    bool wanted = asked == macros_.end();
    if (!wanted) {
      std::istringstream names(asked->second);
      for (std::string one; names >> one;) wanted = wanted || one == name;
    }
    if (wanted) data += terminated(name) + terminated(value);
  }
  send('D', data);
}

char FakeMta::step(char command, const std::string& data, uint32_t no_step, uint32_t no_reply,
                   MailResult& result) {
  if ((steps_ & no_step) != 0) return 'c';
  if (!send(command, data)) return 0;
  if ((steps_ & no_reply) != 0) return 'c';
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
  const bool inet = !mail_.client_address.empty();
  const bool six = mail_.client_address.find(':') != std::string::npos;
  const std::string client = inet ? std::string(six ? "6" : "4") + std::string(2, '\0') +
                                        terminated((six ? "IPv6:" : "") + mail_.client_address)
                                  : "U";
  send_macros('C', kAtConnect,
              {{"j", "mx.box.example"}, {"{daemon_name}", mail_.daemon_name}, {"v", "Postfix"}});
  if (step('C', terminated("localhost") + client, kNoConnect, kNoReplyConnect, result) != 'c') {
    return false;
  }
  send_macros('H', kAtHelo, {});
  return step('H', terminated("localhost"), kNoHelo, kNoReplyHelo, result) == 'c';
}

bool FakeMta::send_header(MailResult& result) {
  if (!introduce(result)) return false;
  const std::map<std::string, std::string> id = {{"i", mail_.queue_id}};
  send_macros('M', kAtMail, id);
  if (step('M', terminated(mail_.sender), kNoMail, kNoReplyMail, result) != 'c') return false;
  for (const std::string& recipient : mail_.recipients) {
    send_macros('R', kAtRcpt, id);
    if (step('R', terminated(recipient), kNoRcpt, kNoReplyRcpt, result) != 'c') return false;
  }
  send_macros('T', kAtData, id);
  if (step('T', "", kNoData, kNoReplyData, result) != 'c') return false;
  const std::string blank = (steps_ & kLeadingSpace) != 0 ? " " : "";
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
    if (reply == 's' && (steps_ & kSkip) != 0) skipping_ = true;
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
    const std::string_view edits = "bhmi";
    if (edits.find(packet.command) != std::string_view::npos) {
      const uint32_t needed = packet.command == 'b'   ? kActionBody
                              : packet.command == 'm' ? kActionChange
                                                      : kActionAdd;
      EXPECT_NE(actions_ & needed, 0U) << "an edit that was not negotiated: " << packet.command;
      result.edits.push_back(edit_from(packet.command, packet.data));
      if ((steps_ & kLeadingSpace) != 0 && packet.command != 'b' &&
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

void FakeMta::quit() {
  send('Q', "");
  close();
}

void FakeMta::quit_for_new_connection() {
  send('K', "");
  introduced_ = false;
}

}  // namespace plainbounce::testing
