#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/milter/mail_transaction.h"

namespace plainbounce::testing {

// Reports of an MTA's own bounce service that all differ: addresses, number of recipients, replies.
// Each has about `bytes` bytes, or what a report needs at least.
std::vector<MailTransaction> load_bounces(size_t bytes);
// Mail between people, with a body of `bytes` bytes.
MailTransaction load_ordinary(size_t bytes);
// What is wrong with the edits that a bounce got, empty when nothing is: they must add header
// fields, and replace the body, unless it is large, by one in which only the first part differs and
// names the recipient.
std::string what_is_wrong(const MailTransaction& bounce, const std::vector<RequestedEdit>& edits);

}  // namespace plainbounce::testing
