#include "core/dsn/notice_recipients.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/ascii.h"
#include "core/dsn/address_line.h"
#include "core/dsn/address_words.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostText = 8U << 10U;           // bytes about one recipient
constexpr size_t kLongestAddress = 64 + 1 + 255;  // RFC 5321 section 4.5.3.1

class RecipientList {
 public:
  explicit RecipientList(size_t most) : most_(most) {}

  // `headed`: a line that ends with a colon stands above it.
  void begin(const AddressLine& line, bool announced, bool headed) {
    std::string name = to_lower(line.address);
    const auto known = places_.find(name);
    if (known == places_.end() && found_.size() >= most_) return;
    if (known == places_.end()) {
      current_ = found_.size();
      found_.push_back({line.address, {}, {}, false});
      headed_.push_back(headed);
      places_.emplace(std::move(name), current_);
    } else {
      current_ = known->second;
    }
    found_[current_].announced = found_[current_].announced || announced;
    add(words_behind_address(line.rest));
  }

  void add(std::string_view line) {
    if (found_.empty() || found_[current_].text.size() >= kMostText) return;
    std::string& text = found_[current_].text;
    line = cut_utf8(trim(line), kMostText - text.size());
    if (line.empty() && text.empty()) return;
    if (!text.empty()) text += '\n';
    text += line;
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
      if (!text.empty()) silent = text.ends_with(':') && text.find('\n') == std::string_view::npos;
      stray[i] = headed_[i] && !found_[i].announced && silent;
    }
    return stray;
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
  std::map<std::string, size_t> places_;  // in found_, by the address in lower case
  size_t current_ = 0;
};

// Characters of an address as sentences hold it: they may end in marks of another script.
bool is_address_character(char c) {
  constexpr std::string_view kMarks = "@.!#$%&*+-/=?^_{|}~";
  return is_alpha(c) || is_digit(c) || kMarks.find(c) != std::string_view::npos;
}

// Goes from one address to the next in a sentence or line.
class AddressesAround {
 public:
  explicit AddressesAround(std::string_view text) : text_(text) {}

  // The next address, or empty behind the last one. Each run of characters is looked at once.
  std::string next() {
    for (size_t at = text_.find('@', end_); at != std::string_view::npos;
         at = text_.find('@', end_)) {
      begin_ = at;
      while (begin_ > end_ && is_address_character(text_[begin_ - 1])) --begin_;
      end_ = at;
      while (end_ < text_.size() && is_address_character(text_[end_])) ++end_;
      std::string_view word = text_.substr(begin_, end_ - begin_);
      while (word.ends_with('.') || word.ends_with('!') || word.ends_with('?')) {
        word.remove_suffix(1);
      }
      std::string address = word.size() <= kLongestAddress ? bare_address(word) : std::string();
      if (!address.empty()) return address;
    }
    return {};
  }

  // What stands before the address.
  [[nodiscard]] std::string_view before() const { return text_.substr(0, begin_); }

 private:
  std::string_view text_;
  size_t begin_ = 0;  // of the address
  size_t end_ = 0;    // of the characters around it
};

using Addresses = std::set<std::string>;  // in lower case

// The sentence around that offset says that it arrived there.
bool is_in_sentence_of_arrival(std::string_view text, size_t at) {
  constexpr size_t kMost = 500;  // bytes that are looked at on each side
  const size_t from = at - std::min(at, kMost);
  const std::string_view around = text.substr(from, at - from + kMost);
  const size_t begin = around.substr(0, at - from).rfind(". ");
  const size_t end = std::min(around.find(". ", at - from), around.size());
  const size_t first = begin == std::string_view::npos ? 0 : begin + 2;
  return tells_of_arrival(around.substr(first, end - first));
}

// The first address in a sentence that may be the recipient's.
std::string address_in_sentence(std::string_view paragraph, const Addresses& others) {
  constexpr size_t kMost = 200;
  AddressesAround addresses(paragraph);
  std::string address = addresses.next();
  for (size_t looks = 0; looks < kMost && !address.empty(); address = addresses.next(), ++looks) {
    const std::string_view before = addresses.before();
    if (!introduces_another(before) && others.count(to_lower(address)) == 0 &&
        !is_in_sentence_of_arrival(paragraph, before.size())) {
      return address;
    }
  }
  return {};
}

// The only address in the notice, wherever it stands; staff to ask does not count.
std::vector<NoticeRecipient> find_only_address(const std::vector<std::string_view>& lines,
                                               const Addresses& others) {
  std::vector<NoticeRecipient> found;
  for (const std::string_view line : lines) {
    if (line.find('@') == std::string_view::npos || tells_of_incoming(line)) continue;
    AddressesAround addresses(line);
    for (std::string address = addresses.next(); !address.empty(); address = addresses.next()) {
      if (is_of_staff(address) || introduces_another(addresses.before())) continue;
      if (others.count(to_lower(address)) > 0) continue;
      if (is_in_sentence_of_arrival(line, addresses.before().size())) continue;
      if (found.empty()) found.push_back({address, {}, {}, false});
      if (!equals_ignoring_case(found.front().address, address)) return {};
    }
  }
  return found;
}

// Paragraphs that tell of the failure, with the address inside the sentence. What stands below, up
// to the next such paragraph, belongs to it.
std::vector<NoticeRecipient> find_in_sentences(const std::vector<std::string_view>& lines,
                                               const Addresses& others, size_t most) {
  std::vector<NoticeRecipient> found;
  std::string paragraph;
  const auto end_paragraph = [&] {
    const bool tells =
        found.size() < most && tells_of_failure(paragraph) && !tells_of_incoming(paragraph);
    std::string address = tells ? address_in_sentence(paragraph, others) : "";
    const bool again = !found.empty() && equals_ignoring_case(found.back().address, address);
    if (!address.empty() && !again && found.size() < most) {
      found.push_back({std::move(address), {}, std::string(cut_utf8(paragraph, kMostText)), true});
    } else if (!found.empty() && found.back().text.size() < kMostText) {
      std::string& text = found.back().text;
      text.append(cut_utf8(paragraph, kMostText - text.size())).append("\n\n");
    }
    paragraph.clear();
  };
  for (const std::string_view line : lines) {
    if (trim(line).empty()) {
      end_paragraph();
    } else {
      if (!paragraph.empty()) paragraph += '\n';
      paragraph += trim(line);
    }
  }
  end_paragraph();
  return found;
}

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
    paragraph_.append(line).append("\n");
    last_ = line;
  }

  // An address begins the line, and `behind` stands there, too. Addresses that stand one below the
  // other are announced together.
  void begin_address(std::string_view behind) {
    if (!last_.empty()) kind_ = kind_of_words();
    last_ = behind;
    paragraph_ = behind;
    blank_ = false;
  }

  // Ends with a colon, and announces something; asked before the address begins.
  [[nodiscard]] bool is_heading() const { return last_.ends_with(':'); }
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
  Addresses others;
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
      list.add(lines[i]);
      above.add(lines[i]);
      continue;
    }
    const bool headed = above.is_heading();
    above.begin_address(words_behind_address(start->rest));
    const bool another = above.is_another() && trim(start->rest).empty();
    const std::string_view next = i + 1 < lines.size() ? lines[i + 1] : std::string_view();
    const bool arrived = is_state_of_arrival(words_behind_address(start->rest)) ||
                         (above.is_arrival() && !has_reply(*start, next));
    if (another || arrived) {
      others.insert(to_lower(start->address));
      continue;
    }
    list.begin(*start, above.is_failure() || start->labelled, headed);
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
