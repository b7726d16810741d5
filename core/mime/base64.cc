#include <array>
#include <cstdint>

#include "core/mime/transfer_encoding.h"

namespace plainbounce {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr uint8_t kNoDigit = 0xFF;

constexpr std::array<uint8_t, 256> make_values() {
  std::array<uint8_t, 256> values{};
  for (auto& value : values) value = kNoDigit;
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<uint8_t>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  return values;
}

constexpr std::array<uint8_t, 256> kValues = make_values();

}  // namespace

// Padding ends a group and not the text: encoded pieces that were strung together are all read.
std::string decode_base64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3);
  uint32_t bits = 0;
  size_t count = 0;
  for (const char c : text) {
    if (c == '=') {
      bits = 0;
      count = 0;
      continue;
    }
    const uint8_t value = kValues[static_cast<uint8_t>(c)];
    if (value == kNoDigit) continue;
    bits = ((bits << 6U) | value) & 0xFFFFFFU;
    count += 6;
    if (count >= 8) {
      count -= 8;
      out += static_cast<char>(static_cast<uint8_t>(bits >> count));
    }
  }
  return out;
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t left = bytes.size() - i;
    const auto byte = [&](size_t k) -> uint32_t {
      return k < left ? static_cast<uint8_t>(bytes[i + k]) : 0U;
    };
    const uint32_t group = (byte(0) << 16U) | (byte(1) << 8U) | byte(2);
    out += kAlphabet[(group >> 18U) & 63U];
    out += kAlphabet[(group >> 12U) & 63U];
    out += left > 1 ? kAlphabet[(group >> 6U) & 63U] : '=';
    out += left > 2 ? kAlphabet[group & 63U] : '=';
  }
  return out;
}

}  // namespace plainbounce
