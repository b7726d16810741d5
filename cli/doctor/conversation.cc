#include "cli/doctor/conversation.h"

#include <array>

#include "core/base/ascii.h"

namespace plainbounce {
namespace {

// The same numbers as Postfix 3.7 and Sendmail 8.17 send.
constexpr uint32_t kVersion = 6;
constexpr uint32_t kActions = 0x1ff;
constexpr uint32_t kSteps = 0x1fffff;
constexpr size_t kSizeBytes = 4;
constexpr size_t kMaxAnswer = 100000;  // as socketmap_table(5) has it

std::string number(uint32_t value) {
  std::string bytes;
  for (const unsigned shift : std::array<unsigned, 4>{24, 16, 8, 0}) {
    bytes += static_cast<char>((value >> shift) & 0xffU);
  }
  return bytes;
}

uint32_t number_at(std::string_view bytes, size_t offset) {
  uint32_t value = 0;
  for (size_t i = offset; i < offset + kSizeBytes; ++i) {
    value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

std::string packet(const std::string& content) {
  return number(static_cast<uint32_t>(content.size())) + content;
}

// A wrong size is whole, too: there is nothing to wait for.
bool is_whole_packet(std::string_view answer) {
  if (answer.size() < kSizeBytes) return false;
  const uint32_t size = number_at(answer, 0);
  return size > kMaxAnswer || answer.size() - kSizeBytes >= size;
}

// The content of a netstring; nothing while it is not whole, or is none.
struct Netstring {
  bool is_whole = false;
  std::optional<std::string> content;
};

Netstring read_netstring(std::string_view text) {
  size_t size = 0;
  size_t at = 0;
  while (at < text.size() && is_digit(text[at]) && size <= kMaxAnswer) {
    size = size * 10 + static_cast<size_t>(text[at++] - '0');
  }
  if (at == text.size() && size <= kMaxAnswer) return {};
  if (at == 0 || size > kMaxAnswer || text[at] != ':') return {true, std::nullopt};
  const std::string_view rest = text.substr(at + 1);
  if (rest.size() <= size) return {};
  if (rest[size] != ',') return {true, std::nullopt};
  return {true, std::string(rest.substr(0, size))};
}

bool is_whole_netstring(std::string_view answer) { return read_netstring(answer).is_whole; }

}  // namespace

Question milter_question() {
  return {packet("O" + number(kVersion) + number(kActions) + number(kSteps)), is_whole_packet,
          packet("Q")};
}

std::optional<uint32_t> milter_version(std::string_view answer) {
  constexpr size_t kNegotiation = kSizeBytes + 1 + 3 * kSizeBytes;
  if (answer.size() < kNegotiation || answer[kSizeBytes] != 'O') return std::nullopt;
  return number_at(answer, kSizeBytes + 1);
}

Question map_question(std::string_view map, std::string_view key) {
  const std::string request = std::string(map) + " " + std::string(key);
  return {std::to_string(request.size()) + ":" + request + ",", is_whole_netstring, {}};
}

std::optional<std::string> map_answer(std::string_view answer) {
  return read_netstring(answer).content;
}

}  // namespace plainbounce
