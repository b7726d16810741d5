#pragma once

#include <cstddef>
#include <string_view>

namespace plainbounce {

// What a decoded Subject says of itself.

// A Subject of a bounce ("Undelivered Mail Returned to Sender"). Not when somebody forwards or
// answers one ("Fwd: ...").
bool is_failure_subject(std::string_view subject);
// The same where at most `most_before` bytes stand before those words, a mark such as
// "[Postmaster]" not counted. A ticket's number is another beginning.
bool begins_as_failure_subject(std::string_view subject, size_t most_before);
// A Subject that says on its own that a message did not arrive; "Delivery report" does not.
bool tells_of_failure_in_subject(std::string_view subject);
// A Subject about many messages ("Undeliverable mail summary"). `subject`: without the returned
// message's, which many mail systems put behind a colon; so with the next one.
bool is_summary_subject(std::string_view subject);
// A Subject of somebody's help desk ("Delivery problem [Ticket 4711] closed",
// "[MAIL-77] ...").
bool is_ticket_subject(std::string_view subject);
// Ends with a word that says that what failed is repaired ("Delivery failure: solved").
bool tells_of_repair(std::string_view subject);
// Asks something ("Mail delivery failed? What to do"); `subject` as for a summary.
bool is_question(std::string_view subject);
// "Re: ...", "Fwd: ...": somebody answers or forwards.
bool is_answer_subject(std::string_view subject);
// Such a Subject behind "Fwd:", "Re:" and the like: somebody forwards or answers a bounce.
bool is_forwarded_failure_subject(std::string_view subject);

}  // namespace plainbounce
