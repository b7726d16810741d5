#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace plainbounce {

// What a program that has ended left behind.
struct ProgramResult {
  int status = 0;  // its exit status; 128 and the signal's number when one ended it
  std::string out;
  std::string err;
};

inline constexpr std::chrono::seconds kProgramTimeLimit{20};

// Runs a program to its end, without a shell; `input` is what it finds on standard input. A name
// without "/" is looked for in PATH, then in /usr/sbin and /sbin, which the PATH of an ordinary
// user lacks. Fails when it cannot be started, runs for longer than `limit`, or writes more than 8
// MiB; it is killed then.
Result<ProgramResult> run_program(const std::string& program,
                                  const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit = kProgramTimeLimit,
                                  std::string_view input = {});

}  // namespace plainbounce
