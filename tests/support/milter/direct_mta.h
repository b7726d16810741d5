#pragma once

#include "milter/session.h"
#include "tests/support/milter/mail_transaction.h"

namespace plainbounce::testing {

// Takes a message through a Session without a socket, in the order of the protocol.
class DirectMta {
 public:
  explicit DirectMta(Session& session) : session_(session) {}
  // The MTA refuses the edit with this number (counted from 0) of each message.
  void refuse_edit(int number) { refused_edit_ = number; }
  MailResult deliver(const MailTransaction& mail);

 private:
  Session& session_;
  int refused_edit_ = -1;
};

}  // namespace plainbounce::testing
