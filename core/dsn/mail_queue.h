#pragma once

#include <string_view>
#include <vector>

#include "core/dsn/delivery_report.h"

namespace plainbounce {

// Recipients that wait in a mail queue, each with the reason why it was not delivered yet, as
// delayed; at most `most`. Reads what Postfix's "mailq" and "postqueue -p" print (a line of queue
// id, size, arrival and sender, a reason in brackets, the recipients that it is about), "postqueue
// -j" (an object a line), and Sendmail's "mailq". Recipients without a reason are left out, and so
// are all of Exim's "exim -bp", which prints none. Empty for other text.
std::vector<PerRecipientFields> read_mail_queue(const std::vector<std::string_view>& lines,
                                                size_t most);

}  // namespace plainbounce
