// libFuzzer's side. fuzz --target=NAME [--write-seeds=DIR] [libFuzzer's own options]: with
// --write-seeds the target's seeds go into that directory and its words into DIR.dict, and no input
// is tried. libFuzzer leaves options with two dashes to us.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/base/ascii.h"
#include "core/base/hex.h"
#include "tests/fuzz/target.h"

namespace {

using plainbounce::fuzz::Finding;
using plainbounce::fuzz::Seed;
using plainbounce::fuzz::Target;

const Target* chosen = nullptr;

// A dictionary entry of libFuzzer: quoted, anything but letters and digits as \xHH.
std::string dictionary_line(const std::string& word) {
  std::string line = "\"";
  for (const char c : word) {
    if (plainbounce::is_alpha(c) || plainbounce::is_digit(c)) {
      line += c;
    } else {
      line += "\\x";
      plainbounce::append_hex_byte(line, c);
    }
  }
  return line + "\"\n";
}

void write_seeds(const Target& target, const std::string& directory) {
  std::filesystem::create_directories(directory);
  for (const Seed& seed : target.seeds()) {
    std::ofstream(directory + "/" + seed.name, std::ios::binary) << seed.bytes;
  }
  std::ofstream dictionary(directory + ".dict", std::ios::binary);
  for (const std::string& word : target.words()) dictionary << dictionary_line(word);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  std::string seeds;
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = (*argv)[i];
    constexpr std::string_view kTarget = "--target=";
    constexpr std::string_view kSeeds = "--write-seeds=";
    if (argument.starts_with(kTarget)) {
      chosen = plainbounce::fuzz::find_target(argument.substr(kTarget.size()));
    } else if (argument.starts_with(kSeeds)) {
      seeds = argument.substr(kSeeds.size());
    }
  }
  if (chosen == nullptr) {
    std::fprintf(stderr, "fuzz: --target=NAME is one of");
    for (const Target* target : plainbounce::fuzz::all_targets()) {
      std::fprintf(stderr, " %s", std::string(target->name).c_str());
    }
    std::fprintf(stderr, "\n");
    std::exit(2);
  }
  if (!seeds.empty()) {
    write_seeds(*chosen, seeds);
    std::exit(0);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    chosen->run({reinterpret_cast<const char*>(data), size});
  } catch (const Finding& finding) {
    std::fprintf(stderr, "FINDING: %s\n", finding.what());
    std::abort();
  }
  return 0;
}
