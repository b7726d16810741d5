#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace plainbounce {

// What a notice says about one recipient.
struct NoticeRecipient {
  std::string address;
  std::string text;      // beside and below the address, up to the next one; "\n" between lines
  std::string sentence;  // that names the address; empty where a line begins with it
  // The sentence, the label or the line above tells of the failure: the address is no one to ask.
  bool announced = false;
};

// The recipients of a notice in running text, in order, each once. A line that begins with an
// address, bare, in brackets or quotes, behind a bullet or a label such as "Recipient address:", or
// "could not be delivered to:", begins the text about it. Addresses that share one text, one line
// below the other, all get it. Where no line begins so: the address in the sentence that tells of
// the failure; failing that the only address of the notice. "Message from:", "please contact:" and
// the like above or before an address say that it is somebody else's; below "was delivered to:" it
// is no recipient either, unless a reply stands with it. `lines`: without the returned message.
std::vector<NoticeRecipient> find_notice_recipients(const std::vector<std::string_view>& lines,
                                                    size_t most);

// Names of those whom one asks for help ("postmaster@", "helpdesk@").
bool is_of_staff(std::string_view address);

}  // namespace plainbounce
