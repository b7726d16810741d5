#include "core/dsn/notice_sentences.h"

#include <algorithm>
#include <iterator>

#include "core/base/ascii.h"
#include "core/dsn/address_words.h"
#include "core/dsn/failure_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

constexpr size_t kMostText = 8U << 10U;           // bytes about one recipient
constexpr size_t kLongestAddress = 64 + 1 + 255;  // RFC 5321 section 4.5.3.1

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
    last_end_ = end_;
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
  // What stands between it and the one before.
  [[nodiscard]] std::string_view between() const {
    return text_.substr(last_end_, begin_ - last_end_);
  }
  // What stands behind it.
  [[nodiscard]] std::string_view behind() const { return text_.substr(end_); }

 private:
  std::string_view text_;
  size_t begin_ = 0;  // of the address
  size_t end_ = 0;    // of the characters around it
  size_t last_end_ = 0;
};

// "," or "and" between two addresses, perhaps with the brackets around them.
bool joins(std::string_view between) {
  static constexpr std::string_view kWords[] = {"and", "und", "et", "y", "e", "en", "och",
                                                "og",  "i",   "a",  "и", "&", "or"};
  constexpr size_t kLongest = 20;
  if (between.size() > kLongest) return false;
  std::string word;
  for (const char c : between) {
    if (std::string_view(" \t\n,;<>\"'").find(c) == std::string_view::npos) word += c;
  }
  const bool divided = between.find_first_of(",;") != std::string_view::npos;
  if (word.empty()) return divided;
  return std::find(std::begin(kWords), std::end(kWords), to_lower(word)) != std::end(kWords);
}

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

// The first address in a sentence that may be a recipient's, and those that follow in one list.
std::vector<std::string> addresses_in_sentence(std::string_view paragraph,
                                               const std::set<std::string>& others) {
  constexpr size_t kMost = 200;
  std::vector<std::string> found;
  AddressesAround addresses(paragraph);
  std::string address = addresses.next();
  for (size_t looks = 0; looks < kMost && !address.empty(); address = addresses.next(), ++looks) {
    if (!found.empty() && !joins(addresses.between())) break;
    const std::string_view before = addresses.before();
    if (others.count(to_lower(address)) > 0 || introduces_another(before) ||
        is_in_sentence_of_arrival(paragraph, before.size())) {
      continue;
    }
    found.push_back(std::move(address));
  }
  return found;
}

// The recipients of one paragraph after the other.
class SentenceRecipients {
 public:
  SentenceRecipients(const std::set<std::string>& others, size_t most)
      : others_(others), most_(most) {}

  void add(std::string_view paragraph) {
    const bool tells =
        found_.size() < most_ && tells_of_failure(paragraph) && !tells_of_incoming(paragraph);
    const auto addresses =
        tells ? addresses_in_sentence(paragraph, others_) : std::vector<std::string>();
    const bool again = addresses.size() == 1 && !found_.empty() &&
                       equals_ignoring_case(found_.back().address, addresses.front());
    if (addresses.empty() || again) {
      if (found_.empty() || found_.back().text.size() >= kMostText) return;
      std::string& text = found_.back().text;
      text.append(cut_utf8(paragraph, kMostText - text.size())).append("\n\n");
      return;
    }
    share();
    first_ = found_.size();
    const std::string sentence(cut_utf8(paragraph, kMostText));
    for (const std::string& address : addresses) {
      if (found_.size() < most_) found_.push_back({address, {}, sentence, true});
    }
  }

  std::vector<NoticeRecipient> finish() {
    share();
    return std::move(found_);
  }

 private:
  // Those of one sentence get what stands below it.
  void share() {
    for (size_t i = first_; i + 1 < found_.size(); ++i) found_[i].text = found_.back().text;
  }

  const std::set<std::string>& others_;
  size_t most_;
  std::vector<NoticeRecipient> found_;
  size_t first_ = 0;  // of the last sentence
};

}  // namespace

std::vector<NoticeRecipient> find_in_sentences(const std::vector<std::string_view>& lines,
                                               const std::set<std::string>& others, size_t most) {
  SentenceRecipients found(others, most);
  std::string paragraph;
  for (const std::string_view line : lines) {
    if (trim(line).empty()) {
      found.add(paragraph);
      paragraph.clear();
    } else {
      if (!paragraph.empty()) paragraph += '\n';
      paragraph += trim(line);
    }
  }
  found.add(paragraph);
  return found.finish();
}

std::vector<NoticeRecipient> find_only_address(const std::vector<std::string_view>& lines,
                                               const std::set<std::string>& others) {
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

std::vector<std::string> addresses_of_list(std::string_view behind, size_t most) {
  std::vector<std::string> found;
  AddressesAround addresses(behind);
  std::string address = addresses.next();
  for (; !address.empty(); address = addresses.next()) {
    if (!joins(addresses.between())) return {};
    if (found.size() < most) found.push_back(std::move(address));
  }
  const bool ends = trim(addresses.behind()).find_first_not_of("<>\"',;.:") == std::string::npos;
  return ends ? found : std::vector<std::string>();
}

}  // namespace plainbounce
