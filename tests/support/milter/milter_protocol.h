#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/socket_address.h"
#include "tests/support/milter/mail_transaction.h"

// The milter protocol (version 6) as an MTA speaks it: numbers, packets, negotiation.
namespace plainbounce::testing {

// What the MTA offers in the negotiation.
struct MtaOffer {
  uint32_t version = 6;
  uint32_t actions = 0x1ff;
  uint32_t steps = 0x1fffff;
};

namespace milter_step {
constexpr uint32_t kNoConnect = 0x1, kNoHelo = 0x2, kNoMail = 0x4, kNoRcpt = 0x8, kNoBody = 0x10,
                   kNoHeaders = 0x20, kNoEoh = 0x40, kNoReplyHeader = 0x80, kNoData = 0x200,
                   kSkip = 0x400, kRefusedRecipients = 0x800, kNoReplyConnect = 0x1000,
                   kNoReplyHelo = 0x2000, kNoReplyMail = 0x4000, kNoReplyRcpt = 0x8000,
                   kNoReplyData = 0x10000, kNoReplyEoh = 0x40000, kNoReplyBody = 0x80000,
                   kLeadingSpace = 0x100000;
}  // namespace milter_step

namespace milter_action {
constexpr uint32_t kAddHeader = 0x1, kReplaceBody = 0x2, kChangeHeader = 0x10;
}  // namespace milter_action

// The stages that macros are asked for by.
enum MacroStage : uint32_t { kAtConnect, kAtHelo, kAtMail, kAtRcpt, kAtData, kAtEom, kAtEoh };

using Macros = std::map<std::string, std::string>;

// What the milter made of the offer.
struct Agreement {
  uint32_t actions = 0;
  uint32_t steps = 0;
  std::map<uint32_t, std::string> macros;  // by stage, as asked for
  friend bool operator==(const Agreement&, const Agreement&) = default;
};

// Four bytes in network order, and back; 0 where the data ends before.
std::string milter_number(uint32_t value);
uint32_t milter_number_at(std::string_view data, size_t at);
// With the NUL that ends each string.
std::string terminated(const std::string& text);
// Length, command, data.
std::string milter_packet(char command, std::string_view data);
std::string offer_packet(const MtaOffer& offer);
// The data of the milter's answer to an offer.
Agreement read_agreement(std::string_view data);
// The macros for a command that were asked for; all where none were asked for.
std::string macro_packet(char command, MacroStage stage, const Macros& all,
                         const Agreement& agreement);
// The data of the packet that tells of the client: its name and address, or that it is local.
std::string client_of(const MailTransaction& mail);
// One of "bhmi", with its data.
RequestedEdit edit_from(char command, std::string_view data);
// Of packets that hold nothing else.
std::vector<RequestedEdit> edits_in(std::string_view packets);
bool is_edit(char command);
// A socket that is connected; -1 with errno when that fails. `flags`: more of socket(2)'s, such as
// SOCK_NONBLOCK: then the connection may still be on its way (EINPROGRESS is no failure).
int connect_to(const SocketAddress& address, int flags = 0);

}  // namespace plainbounce::testing
