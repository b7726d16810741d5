#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/dsn/delivery_report.h"
#include "core/mime/header_block.h"

namespace plainbounce {

// Whom the header of a notice and that of the returned message name. At most 200 addresses of a
// field count.
class NoticePeople {
 public:
  // `original` may be null: nothing is known of the returned message.
  NoticePeople(const HeaderBlock& notice, const OriginalHeaders* original);

  // Who wrote the notice, whom it goes to, who wrote the returned message: nobody's recipient. One
  // who wrote to himself counts only by the notice's header.
  [[nodiscard]] bool is_another(std::string_view address) const;
  // Who wrote the notice.
  [[nodiscard]] bool is_author(std::string_view address) const;
  // To or Cc of the returned message.
  [[nodiscard]] bool was_written_to(std::string_view address) const;
  // In the domain of the notice's author.
  [[nodiscard]] bool is_near_author(std::string_view address) const;
  // The returned message went to the one who gets the notice, and somebody else wrote it.
  [[nodiscard]] bool warns_recipient() const { return warns_recipient_; }
  // The lines, each with "-" for the addresses of others.
  [[nodiscard]] std::string without_others(const std::vector<std::string_view>& lines) const;

 private:
  std::set<std::string> others_;  // lower case, as the next one
  std::set<std::string> written_to_;
  std::string author_;  // lower case
  std::string author_domain_;
  bool warns_recipient_ = false;
};

}  // namespace plainbounce
