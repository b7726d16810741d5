#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/milter/mail_transaction.h"
#include "tests/support/milter/milter_protocol.h"

namespace plainbounce::testing {

// What leaves in one write: packets up to the next one that is answered.
struct Exchange {
  std::string bytes;
  char command = 0;       // of the packet that is answered
  size_t body_bytes = 0;  // of the message, in this exchange
};

// Everything that an MTA sends of a message when each step is answered with "continue".
struct Dialogue {
  std::vector<Exchange> first;    // on a new connection: tells of the client
  std::vector<Exchange> further;  // on a connection that has had a message
};

// Steps, replies and macros as agreed, in the order and with the packets of Postfix: macros go with
// each stage and with each header field, empty where none of them was asked for.
Dialogue dialogue_of(const MailTransaction& mail, const Agreement& agreement);

}  // namespace plainbounce::testing
