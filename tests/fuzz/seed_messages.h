#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/target.h"

namespace plainbounce::fuzz {

// Every message below tests/messages, named after its file.
std::vector<Seed> messages_of_the_project();
// Small messages, each with one thing that readers stumble over: named after it, CRLF.
std::vector<Seed> odd_messages();
// A report as Postfix writes it, CRLF: the notice as a part of `notice_type`, and the status part.
std::string report_with(const std::string& notice_type, const std::string& notice,
                        const std::string& status);
// What stands in messages: field names, types, delimiters, line ends.
std::vector<std::string> message_words();

}  // namespace plainbounce::fuzz
