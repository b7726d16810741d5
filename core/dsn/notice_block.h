#pragma once

#include <map>
#include <string>
#include <string_view>

namespace plainbounce {

// The blocks "<address>: text" or "address: text", further lines indented, that Postfix, OpenSMTPD
// and others write for each recipient; found in one pass, so that many recipients cost no more.
class NoticeBlocks {
 public:
  explicit NoticeBlocks(std::string_view notice);

  // The text of the first block about the address (in any case), its lines joined by blanks.
  // "(expanded from <...>)" behind the address is left out. At most 8 KB; empty when there is none.
  [[nodiscard]] std::string about(std::string_view address) const;

 private:
  std::map<std::string, std::string, std::less<>> texts_;  // by lower-case address
};

}  // namespace plainbounce
