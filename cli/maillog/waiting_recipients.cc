#include "cli/maillog/waiting_recipients.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace plainbounce {
namespace {

constexpr char kKeyEnd = '\0';
constexpr size_t kMostName = 255;  // of a host or an instance that is kept

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

WaitingRecipients::Messages::iterator WaitingRecipients::find(const MessageKey& message) {
  key_.assign(message.host.substr(0, kMostName));
  key_ += kKeyEnd;
  key_ += message.instance.substr(0, kMostName);
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
  auto found = find(message);
  if (found != messages_.end()) {
    const auto before = found->second.find(address);
    if (before != found->second.end()) {
      before->second.finding = std::move(finding);
      before->second.last = time;
      return true;
    }
  }
  if (count_ >= most_) return false;
  if (found == messages_.end()) {
    found = messages_.try_emplace(key_).first;
    ++marks_[mark_of(message.id)];
  }
  found->second.emplace(address, Waiting{std::move(finding), time, time});
  ++count_;
  most_at_once_ = std::max(most_at_once_, count_);
  return true;
}

std::optional<Waiting> WaitingRecipients::take(const MessageKey& message,
                                               std::string_view address) {
  const auto found = find(message);
  if (found == messages_.end()) return std::nullopt;
  const auto recipient = found->second.find(address);
  if (recipient == found->second.end()) return std::nullopt;
  Waiting taken = std::move(recipient->second);
  found->second.erase(recipient);
  --count_;
  if (found->second.empty()) erase(found, message.id);
  return taken;
}

WaitingRecipients::ByAddress WaitingRecipients::take_all(const MessageKey& message) {
  const auto found = find(message);
  if (found == messages_.end()) return {};
  ByAddress taken = std::move(found->second);
  count_ -= taken.size();
  erase(found, message.id);
  return taken;
}

std::vector<WaitingRecipients::Entry> WaitingRecipients::entries() const {
  std::vector<Entry> entries;
  entries.reserve(count_);
  for (const auto& [key, recipients] : messages_) {
    const std::string_view id = std::string_view(key).substr(key.rfind(kKeyEnd) + 1);
    for (const auto& [address, waiting] : recipients) entries.push_back({id, address, &waiting});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.waiting->first, a.id, a.address) <
           std::tie(b.waiting->first, b.id, b.address);
  });
  return entries;
}

}  // namespace plainbounce
