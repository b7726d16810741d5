// fuzz_replay TARGET [FILE...]: feeds the target with all its seeds and everything that was ever
// found (tests/fuzz/findings/TARGET/), or with the files alone. Needs no libFuzzer. Names each
// input before it is tried, so that the last line says which one broke the program.
#include <cstdio>
#include <filesystem>

#include "tests/fuzz/target.h"
#include "tests/support/files.h"

namespace {

using plainbounce::fuzz::Finding;
using plainbounce::fuzz::Seed;
using plainbounce::fuzz::Target;
using plainbounce::testing::files_below;
using plainbounce::testing::read_file;

std::vector<Seed> inputs_of(const Target& target) {
  std::vector<Seed> inputs = target.seeds();
  const std::string findings =
      plainbounce::testing::source_path("tests/fuzz/findings/" + std::string(target.name));
  if (!std::filesystem::is_directory(findings)) return inputs;
  for (const std::string& path : files_below(findings)) inputs.push_back({path, read_file(path)});
  return inputs;
}

// True when every demand holds.
bool replay(const Target& target, const Seed& input) {
  std::printf("%s\n", input.name.c_str());
  std::fflush(stdout);
  try {
    target.run(input.bytes);
    return true;
  } catch (const Finding& finding) {
    std::printf("FINDING: %s\n", finding.what());
    return false;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Target* const target = argc < 2 ? nullptr : plainbounce::fuzz::find_target(argv[1]);
  if (target == nullptr) {
    std::fprintf(stderr, "usage: fuzz_replay TARGET [FILE...]\n");
    return 2;
  }
  std::vector<Seed> inputs;
  for (int i = 2; i < argc; ++i) inputs.push_back({argv[i], read_file(argv[i])});
  if (inputs.empty()) inputs = inputs_of(*target);
  size_t findings = 0;
  for (const Seed& input : inputs) findings += replay(*target, input) ? 0 : 1;
  std::printf("%zu inputs, %zu findings\n", inputs.size(), findings);
  return findings == 0 && !inputs.empty() ? 0 : 1;
}
