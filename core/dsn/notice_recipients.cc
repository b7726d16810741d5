#include "core/dsn/notice_recipients.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/address_words.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/notice_sentences.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostText = 8U << 10U;  // bytes about one recipient

class RecipientList {
 public:
  explicit RecipientList(size_t most) : most_(most) {}

  // `headed`: a line that ends with a colon stands above it.
  void begin(const std::string& address, bool announced, bool headed) {
    std::string name = to_lower(address);
    const auto known = places_.find(name);
    if (known == places_.end() && found_.size() >= most_) return;
    if (known == places_.end()) {
      current_ = found_.size();
      found_.push_back({address, {}, {}, false});
      headed_.push_back(headed);
      apart_.push_back(false);
      places_.emplace(std::move(name), current_);
    } else {
      current_ = known->second;
    }
    found_[current_].announced = found_[current_].announced || announced;
  }

  void add(std::string_view line) {
    if (found_.empty() || found_[current_].text.size() >= kMostText) return;
    std::string& text = found_[current_].text;
    line = cut_utf8(trim(line), kMostText - text.size());
    if (line.empty() && text.empty()) return;
    if (!text.empty()) text += '\n';
    text += line;
  }

  // An empty line stands below.
  void end_paragraph() {
    if (!found_.empty() && found_[current_].text.empty()) apart_[current_] = true;
  }

  // Nothing says that any of them failed: words that announce something else head each.
  [[nodiscard]] bool is_doubtful() const {
    const std::vector<bool> stray = strays();
    return !stray.empty() && std::find(stray.begin(), stray.end(), false) == stray.end();
  }

  // Addresses above the last one that have no text of their own share what stands below. Those of
  // whom the text says that it arrived go to `others`, and so do strays beside a sure one.
  std::vector<NoticeRecipient> finish(std::set<std::string>& others) {
    const bool sure = has_sure_one();
    const std::vector<bool> stray = strays();
    std::string* below = nullptr;
    for (auto one = found_.rbegin(); one != found_.rend(); ++one) {
      if (!trim(one->text).empty()) {
        below = &one->text;
      } else if (below != nullptr) {
        one->text = *below;
      }
    }
    std::vector<NoticeRecipient> kept;
    for (size_t i = 0; i < found_.size(); ++i) {
      if ((sure && stray[i]) || says_that_it_arrived(found_[i].text)) {
        others.insert(to_lower(found_[i].address));
      } else {
        kept.push_back(std::move(found_[i]));
      }
    }
    return kept;
  }

  [[nodiscard]] bool has_sure_one() const {
    return std::any_of(found_.begin(), found_.end(), [](const NoticeRecipient& one) {
      return one.announced || find_quoted_reply(one.text).has_value();
    });
  }

 private:
  // Whom only a heading announces that names no failure, with nothing below but perhaps the next
  // heading. Addresses that stand one below the other share what stands below.
  [[nodiscard]] std::vector<bool> strays() const {
    std::vector<bool> stray(found_.size());
    bool silent = true;
    for (size_t i = found_.size(); i-- > 0;) {
      const std::string_view text = trim(found_[i].text);
      if (!text.empty()) silent = says_nothing(text, apart_[i]);
      stray[i] = headed_[i] && !found_[i].announced && silent;
    }
    return stray;
  }

  // The next heading, a name in brackets, or a paragraph of its own without words of a failure.
  static bool says_nothing(std::string_view text, bool apart) {
    const std::string_view first = trim(text.substr(0, text.find('\n')));
    if (first.starts_with('(') && first.ends_with(')') && !find_quoted_reply(first)) {
      text = trim(text.substr(text.find(first) + first.size()));
      apart = true;
    }
    if (text.empty()) return true;
    if (text.ends_with(':') && text.find('\n') == std::string_view::npos) return true;
    return apart && !find_quoted_reply(text) && !tells_of_failure(text) &&
           !tells_of_unknown_user(text);
  }

  // "Status: delivered" in the first line.
  static bool says_that_it_arrived(std::string_view text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const size_t colon = line.find(':');
    return colon <= kLongestAddressLabel && is_state_of_arrival(line.substr(colon + 1));
  }

  size_t most_;
  std::vector<NoticeRecipient> found_;
  std::vector<bool> headed_;              // by the place in found_
  std::vector<bool> apart_;               // what stands below begins behind an empty line
  std::map<std::string, size_t> places_;  // in found_, by the address in lower case
  size_t current_ = 0;
};

// What the words above addresses say about them.
class Announcement {
 public:
  // A line that begins with no address.
  void add(std::string_view line) {
    line = trim(line);
    if (line.empty()) {
      blank_ = true;
      // Whom to ask is one paragraph; what stands below it is about recipients again.
      if (last_.empty() && kind_ == Kind::kAnother) kind_ = Kind::kUnknown;
      return;
    }
    if (blank_ || paragraph_.size() >= kMostParagraph) paragraph_.clear();
    blank_ = false;
    behind_address_ = false;
    paragraph_.append(line).append("\n");
    last_ = line;
  }

  // An address begins the line, and `behind` stands there, too. Addresses that stand one below the
  // other are announced together.
  void begin_address(std::string_view behind) {
    if (!last_.empty()) {
      kind_ = kind_of_words();
      // Words behind the address before belong to it.
      if (!behind_address_) heading_ = last_.ends_with(':');
    }
    behind_address_ = true;
    last_ = behind;
    paragraph_ = behind;
    blank_ = false;
  }

  // The line above the addresses ends with a colon, and announces something.
  [[nodiscard]] bool is_heading() const { return heading_; }
  [[nodiscard]] bool is_failure() const { return kind_ == Kind::kFailure; }
  [[nodiscard]] bool is_arrival() const { return kind_ == Kind::kArrival; }
  [[nodiscard]] bool is_another() const { return kind_ == Kind::kAnother; }

 private:
  enum class Kind { kUnknown, kFailure, kArrival, kAnother };
  static constexpr size_t kMostParagraph = 1000;

  [[nodiscard]] Kind kind_of_words() const {
    // "Please contact us." ends there, and "Contact a@b:" has its address.
    const bool open = !last_.ends_with('.') && last_.find('@') == std::string_view::npos;
    if (tells_of_incoming(paragraph_) || (open && introduces_another(last_))) return Kind::kAnother;
    if (tells_of_failure(last_) || tells_of_unknown_user(last_) || is_address_label(last_)) {
      return Kind::kFailure;
    }
    const bool state =
        last_.ends_with(':') && is_state_of_arrival(last_.substr(0, last_.size() - 1));
    const bool arrived = state || tells_of_arrival(last_) || tells_of_arrival(paragraph_);
    return arrived ? Kind::kArrival : Kind::kUnknown;
  }

  std::string_view last_;  // line of words
  std::string paragraph_;  // its paragraph
  bool blank_ = false;     // behind the paragraph
  bool heading_ = false;
  bool behind_address_ = false;  // `last_` stands on an address's line
  Kind kind_ = Kind::kUnknown;
};

// A reply on the address's line or the next one outweighs what stands above.
bool has_reply(const AddressLine& start, std::string_view next_line) {
  return find_quoted_reply(start.rest).has_value() || find_quoted_reply(next_line).has_value();
}

}  // namespace

bool is_of_staff(std::string_view address) {
  const std::string_view name = address.substr(0, address.rfind('@'));
  for (const std::string_view word : {"postmaster", "mailer-daemon", "abuse", "admin", "support",
                                      "help", "owner", "request", "bounce"}) {
    if (find_ignoring_case(name, word) != std::string_view::npos) return true;
  }
  return false;
}

std::vector<NoticeRecipient> find_notice_recipients(const std::vector<std::string_view>& lines,
                                                    size_t most) {
  RecipientList list(most);
  Announcement above;
  std::set<std::string> others;  // in lower case
  constexpr size_t kMostLooks = 4;
  size_t looks = 0;
  bool signature = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    const auto start = address_line(lines[i]);
    // Behind the mark of a signature stands the sender of the notice.
    if (looks < kMostLooks && trim(lines[i]) == "--") {
      ++looks;
      signature = signature || list.has_sure_one();
    }
    if (!start || signature) {
      if (trim(lines[i]).empty()) list.end_paragraph();
      list.add(lines[i]);
      above.add(lines[i]);
      continue;
    }
    // "a@x, b@x": they share what stands below.
    std::vector<std::string> addresses = addresses_of_list(start->rest, most);
    const std::string_view words =
        addresses.empty() ? words_behind_address(start->rest) : std::string_view();
    addresses.insert(addresses.begin(), start->address);
    above.begin_address(words);
    const bool another = above.is_another() && (trim(start->rest).empty() || addresses.size() > 1);
    const std::string_view next = i + 1 < lines.size() ? lines[i + 1] : std::string_view();
    const bool arrived =
        is_state_of_arrival(words) || (above.is_arrival() && !has_reply(*start, next));
    for (const std::string& address : addresses) {
      if (another || arrived) {
        others.insert(to_lower(address));
      } else {
        list.begin(address, above.is_failure() || start->labelled, above.is_heading());
      }
    }
    if (!another && !arrived) list.add(words);
  }
  std::vector<NoticeRecipient> found;
  if (list.is_doubtful() || !list.has_sure_one()) found = find_in_sentences(lines, others, most);
  const bool replied = std::any_of(found.begin(), found.end(), [](const NoticeRecipient& one) {
    return find_quoted_reply(one.sentence).has_value();
  });
  if (!found.empty() && (list.is_doubtful() || replied)) return found;
  found = list.finish(others);
  if (found.empty()) found = find_in_sentences(lines, others, most);
  return found.empty() ? find_only_address(lines, others) : found;
}

}  // namespace plainbounce
