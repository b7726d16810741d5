#include "core/rewrite/boundary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/base/concat.h"

namespace plainbounce {

namespace {

constexpr int kTries = 20;

// FNV-1a over words of eight bytes, several side by side, since no multiplication then waits for
// the one before: a returned message may be large. No secret is needed, since each candidate is
// looked for in the texts.
class TextHash {
 public:
  void add(std::string_view text) {
    mix(lanes_.front(), text.size());
    for (; text.size() >= sizeof(Lanes); text.remove_prefix(sizeof(Lanes))) {
      Lanes words;
      std::memcpy(words.data(), text.data(), sizeof words);
      mix_each(words);
    }
    if (text.empty()) return;
    Lanes rest{};
    std::memcpy(rest.data(), text.data(), text.size());
    mix_each(rest);
  }

  [[nodiscard]] uint64_t value() const {
    uint64_t hash = 0;
    for (const uint64_t lane : lanes_) mix(hash, lane);
    return hash;
  }

 private:
  using Lanes = std::array<uint64_t, 4>;

  static void mix(uint64_t& hash, uint64_t word) {
    hash = (hash ^ word) * 1099511628211ULL;
    hash ^= hash >> 32U;
  }

  void mix_each(const Lanes& words) {
    for (size_t i = 0; i < words.size(); ++i) mix(lanes_[i], words[i]);
  }

  Lanes lanes_ = {14695981039346656037ULL, 1, 2, 3};
};

// "=_" occurs in no quoted-printable or base64 text.
std::string stem_of(uint64_t seed) {
  constexpr size_t kSize = 40;  // with room for a number behind it
  std::string stem;
  stem.reserve(kSize);
  stem += "=_plainbounce_";
  for (int shift = 60; shift >= 0; shift -= 4) {
    stem += "0123456789abcdef"[(seed >> static_cast<unsigned>(shift)) & 15U];
  }
  stem += '_';
  return stem;
}

}  // namespace

std::optional<std::vector<std::string>> make_boundaries(
    std::initializer_list<std::string_view> texts, size_t count) {
  TextHash hash;
  for (const std::string_view text : texts) hash.add(text);
  uint64_t seed = hash.value();
  for (int attempt = 0; attempt < kTries; ++attempt) {
    const std::string stem = stem_of(seed);
    // Looked for without its "=", of which HTML has many.
    const std::string_view rare = std::string_view(stem).substr(1);
    const bool taken = std::any_of(texts.begin(), texts.end(), [&](std::string_view text) {
      return text.find(rare) != std::string_view::npos;
    });
    if (!taken) {
      std::vector<std::string> boundaries;
      boundaries.reserve(count);
      for (size_t i = 0; i < count; ++i)
        boundaries.push_back(concat({stem, std::to_string(i + 1)}));
      return boundaries;
    }
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  }
  return std::nullopt;
}

}  // namespace plainbounce
