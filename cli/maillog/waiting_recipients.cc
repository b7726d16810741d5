#include "cli/maillog/waiting_recipients.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plainbounce {
namespace {

constexpr char kKeyEnd = '\0';
constexpr size_t kMostName = 255;  // of a host or an instance that is kept
constexpr size_t kMostOwners = 64;
constexpr std::string_view kDefaultName = "postfix";

}  // namespace

size_t WaitingRecipients::mark_of(std::string_view id) {
  // Of the last eight characters: those in front are a time.
  constexpr size_t kLooked = 8;
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15U;
  uint64_t bytes = 0;
  for (const char c : id.substr(id.size() - std::min(kLooked, id.size()))) {
    bytes = (bytes << 8U) | static_cast<unsigned char>(c);
  }
  return static_cast<size_t>((bytes * kOdd) >> 49U);
}

bool WaitingRecipients::owns_queue(std::string_view instance) const {
  return std::find(owners_.begin(), owners_.end(), instance) != owners_.end();
}

void WaitingRecipients::note_owner(std::string_view instance) {
  instance = instance.substr(0, kMostName);
  if (instance.empty() || owners_.size() >= kMostOwners || owns_queue(instance)) return;
  owners_.emplace_back(instance);
}

bool WaitingRecipients::may_be_transport(std::string_view name) const {
  return !name.empty() && name != kDefaultName && !owns_queue(name);
}

bool WaitingRecipients::is_same_queue(std::string_view event, std::string_view open) const {
  if (event == open) return true;
  if ((event == kDefaultName || owns_queue(event)) && may_be_transport(open)) return true;
  return owns_queue(open) && may_be_transport(event);
}

WaitingRecipients::Names::iterator WaitingRecipients::find_holder(Names& names,
                                                                  std::string_view instance,
                                                                  std::string_view address) {
  auto holder = names.end();
  for (auto named = names.begin(); named != names.end(); ++named) {
    if (named->recipients.find(address) == named->recipients.end()) continue;
    if (named->instance == instance) return named;
    if (is_same_queue(instance, named->instance)) holder = named;
  }
  return holder;
}

WaitingRecipients::Messages::iterator WaitingRecipients::find(const MessageKey& message) {
  key_.assign(message.host.substr(0, kMostName));
  key_ += kKeyEnd;
  key_ += message.id;
  return messages_.find(key_);
}

void WaitingRecipients::erase(Messages::iterator message, std::string_view id) {
  messages_.erase(message);
  --marks_[mark_of(id)];
}

bool WaitingRecipients::add(const MessageKey& message, std::string_view address,
                            std::shared_ptr<const ReplyFinding> finding,
                            std::optional<int64_t> time) {
  const std::string_view instance = message.instance.substr(0, kMostName);
  auto found = find(message);
  if (found != messages_.end()) {
    const auto holder = find_holder(found->second, instance, address);
    if (holder != found->second.end()) {
      Waiting& before = holder->recipients.find(address)->second;
      before.finding = std::move(finding);
      before.last = time;
      return true;
    }
  }
  if (count_ >= most_) return false;
  if (found == messages_.end()) {
    found = messages_.try_emplace(key_).first;
    ++marks_[mark_of(message.id)];
  }
  Names& names = found->second;
  auto named = std::find_if(names.begin(), names.end(),
                            [&](const Named& one) { return one.instance == instance; });
  if (named == names.end()) named = names.insert(named, Named{std::string(instance), {}});
  named->recipients.emplace(address, Waiting{std::move(finding), time, time});
  ++count_;
  most_at_once_ = std::max(most_at_once_, count_);
  return true;
}

std::optional<Waiting> WaitingRecipients::take(const MessageKey& message,
                                               std::string_view address) {
  const auto found = find(message);
  if (found == messages_.end()) return std::nullopt;
  Names& names = found->second;
  const auto holder = find_holder(names, message.instance.substr(0, kMostName), address);
  if (holder == names.end()) return std::nullopt;
  const auto recipient = holder->recipients.find(address);
  Waiting taken = std::move(recipient->second);
  holder->recipients.erase(recipient);
  --count_;
  if (holder->recipients.empty()) names.erase(holder);
  if (names.empty()) erase(found, message.id);
  return taken;
}

WaitingRecipients::ByAddress WaitingRecipients::take_all(const MessageKey& message) {
  const auto found = find(message);
  if (found == messages_.end()) return {};
  const std::string_view instance = message.instance.substr(0, kMostName);
  ByAddress taken;
  Names& names = found->second;
  for (auto named = names.begin(); named != names.end();) {
    if (!is_same_queue(instance, named->instance)) {
      ++named;
      continue;
    }
    count_ -= named->recipients.size();
    for (auto& [address, waiting] : named->recipients) {
      const auto [place, is_new] = taken.try_emplace(address, waiting);
      if (is_new) continue;
      Waiting& before = place->second;
      before.first = std::min(before.first, waiting.first);
      if (waiting.last < before.last) continue;
      before.last = waiting.last;
      before.finding = std::move(waiting.finding);
    }
    named = names.erase(named);
  }
  if (names.empty()) erase(found, message.id);
  return taken;
}

std::vector<WaitingRecipients::Entry> WaitingRecipients::entries() const {
  std::vector<Entry> entries;
  entries.reserve(count_);
  for (const auto& [key, names] : messages_) {
    const std::string_view id = std::string_view(key).substr(key.rfind(kKeyEnd) + 1);
    for (const Named& named : names) {
      for (const auto& [address, waiting] : named.recipients) {
        entries.push_back({id, address, &waiting});
      }
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.waiting->first, a.id, a.address) <
           std::tie(b.waiting->first, b.id, b.address);
  });
  return entries;
}

}  // namespace plainbounce
