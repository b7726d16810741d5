#pragma once

#include <string>
#include <string_view>

#include "web/http_message.h"

namespace plainbounce {

// Status line and header fields of a response (RFC 9112), with the empty line behind them. `date`:
// the value of Date. Line ends in a value of ours would be a bug; they are left out.
std::string response_head(const WebResponse& response, bool keep_alive, std::string_view date);
// A moment in seconds since 1970 as Date wants it: "Sun, 06 Nov 1994 08:49:37 GMT".
std::string http_date(long long seconds);

// The machine's clock in that form; written anew once a second.
class HttpClock {
 public:
  const std::string& now();

 private:
  long long written_at_ = -1;
  std::string text_;
};

}  // namespace plainbounce
