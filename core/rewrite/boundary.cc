#include "core/rewrite/boundary.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "core/base/concat.h"

namespace plainbounce {

namespace {

constexpr int kTries = 20;

// FNV-1a over words of eight bytes: a returned message may be large. No secret is needed, since
// each candidate is looked for in the texts.
uint64_t hash_of(std::initializer_list<std::string_view> texts) {
  uint64_t hash = 14695981039346656037ULL;
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 1099511628211ULL;
    hash ^= hash >> 32U;
  };
  for (std::string_view text : texts) {
    uint64_t word = 0;
    for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
      std::memcpy(&word, text.data(), sizeof word);
      mix(word);
    }
    for (const char c : text) mix(static_cast<unsigned char>(c));
  }
  return hash;
}

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
  uint64_t seed = hash_of(texts);
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
