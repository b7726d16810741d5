#pragma once

#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

namespace plainbounce {

// Words of a normalized text by which a sequence of phrases is met.
struct TextStretch {
  uint32_t begin = 0;
  uint32_t last = 0;  // where the last phrase begins and
  uint32_t end = 0;   // ends
};

// Whether the words of one cause and those of another are the sides of an "or": "user unknown or
// mailbox full", "mailbox is full or does not exist". Borrows the text.
class Alternatives {
 public:
  Alternatives(std::string_view text, std::pmr::memory_resource* memory)
      : text_(text), ones_(memory), others_(memory) {}
  void add_one(const TextStretch& words) { add(words, ones_); }
  void add_other(const TextStretch& words) { add(words, others_); }
  // True when any of the ones and any of the others are. Pairs are looked at only where an "or"
  // stands behind one of the two.
  [[nodiscard]] bool are_there() const;

 private:
  struct Side {
    explicit Side(std::pmr::memory_resource* memory) : all(memory), before_or(memory) {}
    std::pmr::vector<TextStretch> all;
    std::pmr::vector<TextStretch> before_or;
  };
  void add(const TextStretch& words, Side& side) const;
  [[nodiscard]] bool are_alternatives(const TextStretch& first, const TextStretch& second) const;

  std::string_view text_;
  Side ones_;
  Side others_;
};

}  // namespace plainbounce
