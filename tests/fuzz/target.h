#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace plainbounce::fuzz {

// A named input, written out of a description that people can read.
struct Seed {
  std::string name;  // a file name
  std::string bytes;
};

// What a target found: a demand that does not hold.
class Finding : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline void demand(bool holds, std::string_view what) {
  if (!holds) throw Finding(std::string(what));
}

inline void demand_equal(std::string_view a, std::string_view b, std::string_view what) {
  if (a != b)
    throw Finding(std::string(what) + "\n[" + std::string(a) + "]\n[" + std::string(b) + "]");
}

// One thing that is fed with bytes. `run` reads the input in every way that the target is about
// and throws Finding where a demand does not hold; the sanitizers watch meanwhile.
struct Target {
  std::string_view name;
  size_t max_size;  // bytes of an input
  void (*run)(std::string_view input);
  std::vector<Seed> (*seeds)();
  std::vector<std::string> (*words)();  // tokens worth putting into inputs
};

extern const Target kMessageTarget;
extern const Target kReportTarget;
extern const Target kReplyTarget;
extern const Target kHeaderTarget;
extern const Target kDecodingTarget;
extern const Target kBounceTarget;
extern const Target kIniTarget;
extern const Target kKnowledgeTarget;
extern const Target kSessionTarget;
extern const Target kLookupTarget;
extern const Target kLogTarget;

// All of them, in the order of the bounce's way.
const std::vector<const Target*>& all_targets();
// In quotation marks, with a backslash before each of them and of its kind.
std::string quoted(std::string_view text);
// Null when there is none of that name.
const Target* find_target(std::string_view name);

}  // namespace plainbounce::fuzz
