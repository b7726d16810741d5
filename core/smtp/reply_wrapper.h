#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace plainbounce {

// A reply freed from what a program that reports it put around it.
struct UnwrappedReply {
  std::string reply;
  std::string wrapper;                 // what stood in front of it
  std::string host;                    // named by the innermost wrapper that names one
  std::optional<std::string> command;  // of "(in reply to ... command)" or "after ...:"
};

// Takes wrapper after wrapper off, as long as a reply stands inside. Text without a wrapper comes
// back as it is. Line ends are LF.
UnwrappedReply unwrap_reply(std::string_view text);
// True for words about a check of the sender's address by a call back ("Sender address rejected",
// "Callout verification failed"): a reply that is quoted behind them is about that address.
bool speaks_of_sender(std::string_view text);
// True for Postfix's words in front of what a check of an address came to ("undeliverable
// address:", "unverified address:"): the server that answers made that check itself.
bool speaks_of_address_check(std::string_view text);

}  // namespace plainbounce
