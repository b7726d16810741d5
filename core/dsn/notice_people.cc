#include "core/dsn/notice_people.h"

#include <algorithm>

#include "core/base/ascii.h"
#include "core/mime/addresses.h"

namespace plainbounce {

namespace {

void add_addresses(std::string_view value, std::set<std::string>& out) {
  constexpr size_t kMost = 200;
  constexpr size_t kMostBytes = kMost * 320;
  if (value.size() > kMostBytes) value = value.substr(0, value.rfind(',', kMostBytes));
  size_t count = 0;
  for (const std::string& address : addresses_in(value)) {
    if (++count > kMost) return;
    if (!address.empty()) out.insert(to_lower(address));
  }
}

bool have_common(const std::set<std::string>& a, const std::set<std::string>& b) {
  return std::any_of(a.begin(), a.end(), [&](const std::string& one) { return b.count(one) > 0; });
}

}  // namespace

NoticePeople::NoticePeople(const HeaderBlock& notice, const OriginalHeaders* original) {
  std::set<std::string> sent_to;
  add_addresses(notice.value("To").value_or(""), sent_to);
  others_ = sent_to;
  const std::string from = notice.value("From").value_or("");
  add_addresses(from, others_);
  const auto writers = addresses_in(from);
  if (!writers.empty()) {
    author_ = to_lower(writers.front());
    author_domain_ = domain_of(writers.front());
  }
  if (original == nullptr) return;
  std::set<std::string> authors;
  add_addresses(original->from.value_or(""), authors);
  add_addresses(original->to.value_or(""), written_to_);
  add_addresses(original->cc.value_or(""), written_to_);
  warns_recipient_ =
      !authors.empty() && have_common(sent_to, written_to_) && !have_common(sent_to, authors);
  for (const std::string& author : authors) {
    if (written_to_.count(author) == 0) others_.insert(author);
  }
}

bool NoticePeople::is_another(std::string_view address) const {
  return others_.count(to_lower(address)) > 0;
}

bool NoticePeople::is_author(std::string_view address) const {
  return !author_.empty() && to_lower(address) == author_;
}

bool NoticePeople::was_written_to(std::string_view address) const {
  return written_to_.count(to_lower(address)) > 0;
}

bool NoticePeople::is_near_author(std::string_view address) const {
  return !author_domain_.empty() && domain_of(address) == author_domain_;
}

std::string NoticePeople::without_others(const std::vector<std::string_view>& lines) const {
  std::string text;
  for (const std::string_view line : lines) text.append(line).append("\n");
  const std::string lower = to_lower(text);
  std::vector<bool> gone(text.size(), false);
  for (const std::string& other : others_) {
    for (size_t at = lower.find(other); at != std::string::npos;
         at = lower.find(other, at + other.size())) {
      std::fill_n(gone.begin() + static_cast<std::ptrdiff_t>(at), other.size(), true);
    }
  }
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!gone[i]) {
      out += text[i];
    } else if (i == 0 || !gone[i - 1]) {
      out += '-';
    }
  }
  return out;
}

}  // namespace plainbounce
