#pragma once

#include <string>
#include <string_view>

#include "cli/maillog/delivery_follower.h"

namespace plainbounce::testing {

// 30 November 2026, 21:00:00 UTC.
inline constexpr int64_t kNow = 1796072400;

// Makes UTC the machine's zone, for the rest of the program.
void use_utc();
const KnowledgeBase& built_in_knowledge();
// Feeds `log` to a reader of its format, in pieces of that many bytes.
void feed(DeliveryFollower& follower, std::string_view log, size_t piece = 4096);
// What is counted in the end, a line each: "failed 1 mailbox-full gmail: 4ABC", then the figures
// that are not 0.
std::string outcome(DeliveryFollower& follower);
// All of it for one log.
std::string outcome_of(std::string_view log, Selection selection = {});

// A line of Postfix's smtp(8).
std::string smtp_line(std::string_view clock, std::string_view id, std::string_view to,
                      std::string_view status_and_words);
std::string removed_line(std::string_view clock, std::string_view id);

}  // namespace plainbounce::testing
