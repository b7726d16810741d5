#pragma once

#include <cstddef>
#include <string_view>

namespace plainbounce {

// The words by which mail systems say, in the languages in which they write notices, that a message
// was not delivered. Text as it is read, in any case; blanks and line ends count alike.
bool tells_of_failure(std::string_view text);
// The same for a message that is still being tried. Asked where tells_of_failure holds, too.
bool tells_of_delay(std::string_view text);
// Says that no more attempts follow.
bool tells_of_giving_up(std::string_view text);
// Words of a reply about an address that does not exist ("no such user"), which anybody may quote.
bool tells_of_unknown_user(std::string_view text);
// Says that a message arrived ("has been delivered", "Successful Mail Delivery Report").
bool tells_of_success(std::string_view text);
// Says that somebody is away, as automatic answers do.
bool tells_of_absence(std::string_view text);
// A Subject of figures about many messages ("Undeliverable mail summary").
bool is_summary_subject(std::string_view subject);
// A Subject that says on its own that a message did not arrive; "Delivery report" does not.
bool tells_of_failure_in_subject(std::string_view subject);
// A Subject of a bounce ("Undelivered Mail Returned to Sender"). Not when somebody forwards or
// answers one ("Fwd: ...").
bool is_failure_subject(std::string_view subject);
// The same where at most `most_before` bytes stand before those words, a mark such as
// "[Postmaster]" not counted. A ticket's number is another beginning.
bool begins_as_failure_subject(std::string_view subject, size_t most_before);
// "Re: ...", "Fwd: ...": somebody answers or forwards.
bool is_answer_subject(std::string_view subject);
// Such a Subject behind "Fwd:", "Re:" and the like: somebody forwards or answers a bounce.
bool is_forwarded_failure_subject(std::string_view subject);
// A line from which on the returned message stands: "--- Below this line is a copy of the
// message.", "Original message follows.".
bool begins_returned_message(std::string_view line);

}  // namespace plainbounce
