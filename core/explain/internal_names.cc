#include "core/explain/internal_names.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "core/base/ascii.h"
#include "core/mime/addresses.h"

namespace plainbounce {
namespace {

constexpr size_t kLongestName = 255;
constexpr std::array<std::string_view, 10> kInternalEndings = {
    ".local", ".localdomain", ".internal", ".intranet", ".intern",
    ".lan",   ".corp",        ".private",  ".home",     ".home.arpa"};
constexpr std::string_view kIpv6Tag = "IPv6:";
constexpr std::string_view kMarks = ".:-_";  // of names and addresses, and of sentences

bool is_name_char(char c) {
  return is_alpha(c) || is_digit(c) || c == '.' || c == '-' || c == '_' || c == ':';
}

bool has_internal_ending(std::string_view name) {
  return std::any_of(
      kInternalEndings.begin(), kInternalEndings.end(),
      [&](std::string_view ending) { return ends_with_ignoring_case(name, ending); });
}

// What could be a host's name and not an ordinary word.
bool looks_like_host(std::string_view name) {
  return std::any_of(name.begin(), name.end(),
                     [](char c) { return c == '.' || c == '-' || is_digit(c); });
}

std::string_view trim_marks(std::string_view word) {
  const size_t begin = word.find_first_not_of(kMarks);
  if (begin == std::string_view::npos) return {};
  return word.substr(begin, word.find_last_not_of(kMarks) + 1 - begin);
}

// The word of name characters that ends before `end`, blanks and "(" between left out.
std::string_view word_before(std::string_view text, size_t end) {
  while (end > 0 && (is_space(text[end - 1]) || text[end - 1] == '(')) --end;
  size_t begin = end;
  while (begin > 0 && end - begin < kLongestName && is_name_char(text[begin - 1])) --begin;
  return trim_marks(text.substr(begin, end - begin));
}

std::string_view word_behind(std::string_view text, std::string_view keyword) {
  const size_t found = find_ignoring_case(text, keyword);
  if (found == std::string_view::npos) return {};
  const size_t begin = found + keyword.size();
  size_t end = begin;
  while (end < text.size() && is_name_char(text[end])) ++end;
  return trim_marks(text.substr(begin, end - begin));
}

}  // namespace

std::optional<IpBytes> parse_ip(std::string_view text) {
  if (text.size() > kIpv6Tag.size() && starts_with_ignoring_case(text, kIpv6Tag))
    text.remove_prefix(kIpv6Tag.size());
  if (text.empty() || text.size() > INET6_ADDRSTRLEN) return std::nullopt;
  const std::string terminated(text);
  IpBytes bytes{};
  if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1) return bytes;
  bytes = {};
  bytes[10] = bytes[11] = 0xff;
  if (inet_pton(AF_INET, terminated.c_str(), bytes.data() + 12) == 1) return bytes;
  return std::nullopt;
}

bool IpNetwork::contains(const IpBytes& ip) const {
  for (int bit = 0; bit < prefix; ++bit) {
    const auto byte = static_cast<size_t>(bit / 8);
    const unsigned mask = 0x80U >> static_cast<unsigned>(bit % 8);
    if ((address[byte] & mask) != (ip[byte] & mask)) return false;
  }
  return true;
}

std::optional<IpNetwork> parse_network(std::string_view text) {
  const size_t slash = text.find('/');
  const std::string_view address = trim(text.substr(0, slash));
  const std::optional<IpBytes> ip = parse_ip(address);
  if (!ip) return std::nullopt;
  IpNetwork network{*ip, 128};
  if (slash == std::string_view::npos) return network;
  const int most = address.find(':') == std::string_view::npos ? 32 : 128;
  const std::string_view digits = trim(text.substr(slash + 1));
  int length = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), length);
  if (error != std::errc{} || end != digits.data() + digits.size() || length < 0 || length > most)
    return std::nullopt;
  network.prefix = 128 - most + length;
  return network;
}

InternalNames::InternalNames(const ExplainSettings& site, const DeliveryReport& report) {
  for (const std::string& text : site.internal_networks) {
    if (const std::optional<IpNetwork> network = parse_network(text)) networks_.push_back(*network);
  }
  for (const std::string& domain : site.local_domains) public_.insert(domain);
  if (report.message.reporting_mta) reporting_mta_ = to_lower(report.message.reporting_mta->value);
  for (const PerRecipientFields& recipient : report.recipients) {
    if (recipient.original_recipient)
      public_.insert(domain_of(recipient.original_recipient->value));
  }
  for (const PerRecipientFields& recipient : report.recipients) {
    if (recipient.diagnostic_code) learn_pairs(recipient.diagnostic_code->value);
    learn_pairs(recipient.notice_text);
  }
  learn_pairs(report.notice);
  if (!report.original) return;
  for (const std::string& field : report.original->received) learn_received(field);
}

bool InternalNames::is_internal_ip(std::string_view word) const {
  const std::optional<IpBytes> ip = parse_ip(word);
  return ip && std::any_of(networks_.begin(), networks_.end(),
                           [&](const IpNetwork& network) { return network.contains(*ip); });
}

void InternalNames::learn(std::string_view name) {
  if (!looks_like_host(name) || parse_ip(name)) return;
  const std::string lower = to_lower(name);
  if (lower != reporting_mta_ && public_.count(lower) == 0) names_.insert(lower);
}

void InternalNames::learn_pairs(std::string_view text) {
  for (size_t open = text.find('['); open != std::string_view::npos;
       open = text.find('[', open + 1)) {
    const std::string_view inside = text.substr(open + 1, kLongestName);
    const size_t close = inside.find(']');
    if (close != std::string_view::npos && is_internal_ip(inside.substr(0, close)))
      learn(word_before(text, open));
  }
}

void InternalNames::learn_received(std::string_view field) {
  learn_pairs(field);
  const std::string_view by = word_behind(field, "by ");
  if (by.find('.') == std::string_view::npos) learn(by);
  if (!starts_with_ignoring_case(field, "from ")) return;
  const size_t open = field.find('[', field.find('('));
  if (open == std::string_view::npos) return;
  const std::string_view inside = field.substr(open + 1, kLongestName);
  const size_t close = inside.find(']');
  if (close != std::string_view::npos && is_internal_ip(inside.substr(0, close)))
    learn(word_behind(field, "from "));
}

bool InternalNames::is_internal_word(std::string_view word) const {
  if (is_internal_ip(word)) return true;
  const std::string lower = to_lower(word);
  if (names_.count(lower) != 0) return true;
  return has_internal_ending(lower) && public_.count(lower) == 0;
}

std::string InternalNames::hide_in_text(std::string_view text, std::string_view placeholder) const {
  std::string out;
  size_t i = 0;
  while (i < text.size()) {
    if (!is_name_char(text[i])) {
      out += text[i++];
      continue;
    }
    const size_t begin = i;
    while (i < text.size() && is_name_char(text[i])) ++i;
    const std::string_view run = text.substr(begin, i - begin);
    std::string_view word = trim_marks(run);
    // The marks at the front may belong to an address: "::ffff:10.1.2.3".
    const std::string_view with_front = run.substr(0, run.find_last_not_of(kMarks) + 1);
    if (is_internal_ip(run)) {
      word = run;
    } else if (is_internal_ip(with_front)) {
      word = with_front;
    } else if (!parse_ip(word)) {
      word = word.substr(0, word.find(':'));
    }
    if (word.empty() || !is_internal_word(word)) {
      out += run;
      continue;
    }
    const auto before = static_cast<size_t>(word.data() - run.data());
    out += run.substr(0, before);
    out += placeholder;
    out += run.substr(before + word.size());
  }
  return out;
}

std::string InternalNames::hide_in_host(std::string_view host, std::string_view placeholder) const {
  const std::string_view name = trim(host);
  const bool one_word = !name.empty() && std::all_of(name.begin(), name.end(), is_name_char);
  const bool bare = one_word && name.find('.') == std::string_view::npos && !parse_ip(name) &&
                    !equals_ignoring_case(name, "localhost");
  const bool hidden =
      bare || (one_word && has_internal_ending(name)) || hide_in_text(name, placeholder) != name;
  return std::string(hidden ? placeholder : name);
}

std::string InternalNames::hide_in_address(std::string_view address,
                                           std::string_view placeholder) const {
  const size_t at = address.rfind('@');
  if (at == std::string_view::npos) return std::string(address);
  const std::string domain = to_lower(address.substr(at + 1));
  if (public_.count(domain) != 0) return std::string(address);
  const std::string shown = hide_in_host(domain, placeholder);
  if (shown == domain) return std::string(address);
  return std::string(address.substr(0, at + 1)) + std::string(placeholder);
}

}  // namespace plainbounce
