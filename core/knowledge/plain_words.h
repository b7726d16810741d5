#pragma once

#include <cstddef>
#include <string_view>

#include "core/knowledge/normalized_text.h"

namespace plainbounce {

// What pieces of a text are about.
enum class Statement {
  kOfRecipient,  // his address, mailbox or domain
  kOfAnything,
};

// True when all words of the sentences in which pieces of a normalized text stand are known not to
// turn what these say: ordinary words of replies, and names (addresses, hosts, numbers). "Without
// SPF failure ..." and "user unknown is the usual cause" hold others. "Not" is known where it only
// says that nothing was delivered. Where a recipient is spoken of, "your" mailbox is not his, and
// words of hosts, clients and rates are not known, either. A sentence longer than a fixed size is
// not read.
bool is_plain_statement(std::string_view text, const TextPiece* pieces, size_t count,
                        Statement statement);

}  // namespace plainbounce
