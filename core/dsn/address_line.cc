#include "core/dsn/address_line.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/dsn/address_words.h"
#include "core/dsn/legacy_format.h"
#include "core/dsn/notice_sentences.h"
#include "core/dsn/quoted_reply.h"
#include "core/dsn/text_lines.h"

namespace plainbounce {

namespace {

bool is_any_of(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

// Chinese and Japanese notices write the address right behind their words.
std::string_view without_han_prefix(std::string_view word) {
  constexpr size_t kBytes = 3;  // of a character from U+3000 to U+9FFF, or of "\uFF1A"
  const size_t at = word.find('@');
  size_t begin = 0;
  while (begin + kBytes <= word.size()) {
    const auto lead = static_cast<unsigned char>(word[begin]);
    if (!((lead >= 0xE3 && lead <= 0xE9) || lead == 0xEF)) break;
    begin += kBytes;
  }
  return at != std::string_view::npos && begin < at ? word.substr(begin) : word;
}

// The address that the text begins with, between the marks that notices put around one.
std::optional<AddressLine> address_at(std::string_view text) {
  const bool marked = !text.empty() && is_any_of(text.front(), "<\"'");
  const char closing = !marked ? '\0' : text.front() == '<' ? '>' : text.front();
  const std::string_view inner = marked ? text.substr(1) : text;
  size_t end = marked ? inner.find(closing) : inner.find_first_of(" \t,;()<>[]\"'");
  if (end == std::string_view::npos) {
    if (marked) return std::nullopt;
    end = inner.size();
  }
  std::string_view word = inner.substr(0, end);
  while (!marked && !word.empty() && is_any_of(word.back(), ".:")) {
    word.remove_suffix(1);
  }
  std::string_view rest = inner.substr(marked ? end + 1 : word.size());
  const std::string_view bare = marked ? word : without_han_prefix(word);
  if (bare.size() < word.size() && introduces_another(word.substr(0, word.size() - bare.size()))) {
    return std::nullopt;
  }
  std::string address = bare_address(bare);
  if (address.empty() || !is_alpha(address.back())) return std::nullopt;
  // "a@b<mailto:a@b>": how Exchange's HTML reads as text.
  if (starts_with_ignoring_case(rest, "<mailto:")) {
    rest.remove_prefix(std::min(rest.find('>'), rest.size() - 1) + 1);
  }
  return AddressLine{std::move(address), rest, false};
}

std::string_view without_bullet(std::string_view line) {
  line = trim(line);
  for (const std::string_view bullet : {">>> ", "-- ", "* ", "- ", "+ ", "\xE2\x80\xA2 "}) {
    if (line.substr(0, bullet.size()) == bullet) return trim(line.substr(bullet.size()));
  }
  return line;
}

bool names_recipient(std::string_view label) {
  // "This mailbox is not read. Write to": the last sentence.
  const size_t end = label.rfind(". ");
  if (end != std::string_view::npos) label.remove_prefix(end + 2);
  for (const std::string_view no :
       {"sender", "from", "contact", "postmaster", "sent to", "reply", "return", "originat",
        "author", "report", "admin", "without error", "help", "support", "behalf", "forward",
        "your address"}) {
    if (find_ignoring_case(label, no) != std::string_view::npos) return false;
  }
  if (tells_of_arrival(label) || starts_with_ignoring_case(trim(label), "delivered")) return false;
  if (introduces_another(label) || tells_of_incoming(label)) return false;
  for (const std::string_view yes :
       {"recipient", "user", "address", "deliver", "fail", "rcpt to", "mailbox", "destination"}) {
    if (find_ignoring_case(label, yes) != std::string_view::npos) return true;
  }
  return false;
}

// "Recipient address: a@b", "Could not be delivered to: <a@b>": nothing behind the address.
std::optional<AddressLine> labelled_address(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon > kLongestAddressLabel) return std::nullopt;
  if (!names_recipient(line.substr(0, colon))) return std::nullopt;
  std::string_view value = trim(line.substr(colon + 1));
  constexpr std::string_view kType = "[SMTP:";
  if (starts_with_ignoring_case(value, kType) && value.back() == ']') {
    value = value.substr(kType.size(), value.size() - kType.size() - 1);
  }
  auto found = address_at(value);
  if (!found) return std::nullopt;
  if (trim(found->rest).size() > 1 && addresses_of_list(found->rest, 1).empty())
    return std::nullopt;
  found->labelled = true;
  return found;
}

// "on Mon, 2 Mar 2026 10:00:00 -0000", "am Mo, 2 Mrz 2026 10:00": when it was tried. Somebody who
// wrote at that time has a colon behind it.
bool is_time(std::string_view rest) {
  constexpr size_t kLongest = 60;
  rest = trim(rest);
  if (starts_with_ignoring_case(rest, "on ")) return true;
  if (rest.size() > kLongest || rest.ends_with(':')) return false;
  for (size_t at = rest.find(':', 2); at != std::string_view::npos; at = rest.find(':', at + 1)) {
    const bool hours = is_digit(rest[at - 1]) && is_digit(rest[at - 2]);
    if (hours && at + 2 < rest.size() && is_digit(rest[at + 1]) && is_digit(rest[at + 2]))
      return true;
  }
  return false;
}

// What may stand behind an address that begins a line: nothing, a mark, or words of the notice. A
// sentence about somebody ("a@b wrote:") does not begin so.
bool may_follow(std::string_view rest) {
  if (trim(rest).empty()) return true;
  if (is_any_of(rest.front(), ":.,;([-\t")) return true;
  rest = trim(rest);
  if (begins_with_failure_code(rest)) return true;
  return is_any_of(rest.front(), "([-:<") || is_time(rest) ||
         starts_with_ignoring_case(rest, "...") || starts_with_ignoring_case(rest, "failed") ||
         find_ignoring_case(rest, "error") != std::string_view::npos;
}

// "c=US;a= ;p=M;dda:SMTP=a@b; on Fri, ...": an X.400 name that holds the address.
std::optional<AddressLine> address_in_x400(std::string_view line) {
  constexpr std::string_view kMark = "SMTP=";
  const size_t at = line.find(kMark);
  if (at == std::string_view::npos) return std::nullopt;
  auto found = address_at(line.substr(at + kMark.size()));
  if (found) found->rest = {};
  return found;
}

// "<XXXX> (expanded from <a@b>): ...": Postfix's line, with the address blacked out that the alias
// leads to.
std::optional<AddressLine> expanded_address(std::string_view line) {
  constexpr std::string_view kMark = " (expanded from <";
  const size_t at = line.find(kMark);
  if (at == std::string_view::npos || line.front() != '<') return std::nullopt;
  if (line.substr(0, at).find('@') != std::string_view::npos) return std::nullopt;
  auto found = address_at(line.substr(at + kMark.size() - 1));
  if (found && found->rest.starts_with(')')) found->rest.remove_prefix(1);
  return found;
}

}  // namespace

bool is_address_label(std::string_view line) {
  return line.size() <= kLongestAddressLabel && line.ends_with(':') && names_recipient(line);
}

std::optional<AddressLine> address_line(std::string_view line) {
  if (line.find('@') == std::string_view::npos) return std::nullopt;
  line = without_bullet(line);
  if (line.substr(0, 2) == "> ") line = trim(line.substr(2));
  if (auto found = address_in_x400(line)) return found;
  if (auto found = expanded_address(line)) return found;
  if (auto found = address_at(line); found && may_follow(found->rest)) return found;
  return labelled_address(line);
}

std::string_view words_behind_address(std::string_view rest) {
  rest = trim(rest);
  while (!rest.empty() && is_any_of(rest.front(), ":.,;")) rest = trim(rest.substr(1));
  // "a@b <a@b>", "a@b on Thu, 29 Apr 2010 00:00:00 -0000": the address again, or a time.
  if (address_at(rest) && rest.front() == '<' && trim(address_at(rest)->rest).empty()) return {};
  if (is_time(rest)) return {};
  return rest;
}

bool line_names_recipient(std::string_view line) {
  if (address_line(line)) return true;
  line = trim(line);
  const size_t open = line.find('<');
  return open <= kLongestAddressLabel && !bare_address(line.substr(open)).empty();
}

std::string address_that_begins(std::string_view line) {
  if (line.find('@') == std::string_view::npos) return {};
  auto found = address_at(without_bullet(line));
  return found && may_follow(found->rest) ? std::move(found->address) : std::string();
}

}  // namespace plainbounce
