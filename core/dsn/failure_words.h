#pragma once

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
// "Dear Anna,", "Hi all,": how a letter begins, and no notice of a program that only programs send.
bool begins_as_letter(std::string_view text);

}  // namespace plainbounce
