#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "milter/snapshot.h"

namespace plainbounce {

// The answer to one request of a socketmap client, "NAME KEY": "OK value", "NOTFOUND " or
// "PERM why" (socketmap_table(5)). The maps are "footer" (smtpd_reject_footer_maps) and "dsn"
// (smtp_delivery_status_filter).
std::string answer_lookup(const Snapshot& snapshot, std::string_view request);

// The same answers, kept: a server refuses thousands of clients with the same words, in which only
// what the client wrote differs, and that does not count (core/reply/client_words.h). Holds at most
// kMostKept answers, of short requests to "footer". For one thread.
class KeptAnswers {
 public:
  static constexpr size_t kMostKept = 1024;
  static constexpr size_t kLongestKept = 512;  // bytes of a request

  // As answer_lookup. `snapshot` has to be the same until forget().
  std::string answer(const Snapshot& snapshot, std::string_view request);
  void forget() { kept_.clear(); }
  [[nodiscard]] size_t size() const { return kept_.size(); }

 private:
  std::unordered_map<std::string, std::string> kept_;  // by the request without the client's words
};

}  // namespace plainbounce
