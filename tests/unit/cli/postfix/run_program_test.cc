#include "cli/postfix/run_program.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

ProgramResult shell(const std::string& script) {
  auto result = run_program("/bin/sh", {"-c", script});
  EXPECT_TRUE(result) << result.error().message;
  return result.value_or(ProgramResult{});
}

TEST(RunProgram, WhatAProgramWritesComesBackWithItsStatus) {
  const ProgramResult result = shell("echo one; echo two >&2; exit 3");
  EXPECT_EQ(result.out, "one\n");
  EXPECT_EQ(result.err, "two\n");
  EXPECT_EQ(result.status, 3);
}

TEST(RunProgram, ASignalShowsInTheStatus) { EXPECT_EQ(shell("kill -TERM $$").status, 128 + 15); }

TEST(RunProgram, StandardInputIsEmpty) { EXPECT_EQ(shell("cat; echo end").out, "end\n"); }

TEST(RunProgram, NoShellReadsTheArguments) {
  const auto result = run_program("printf", {"%s|", "$HOME `id`", "a  b;c"});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->out, "$HOME `id`|a  b;c|");
}

TEST(RunProgram, BothOutputsMayBeLong) {
  const ProgramResult result =
      shell("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero");
  EXPECT_EQ(result.out.size(), 600000U);
  EXPECT_EQ(result.err.size(), 300000U);
}

TEST(RunProgram, WhatCannotBeStartedIsNamed) {
  const auto result = run_program("/nowhere/postconf", {});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "/nowhere/postconf cannot be run: No such file or directory");
}

TEST(RunProgram, AProgramThatHangsIsEnded) {
  const auto result = run_program("/bin/sh", {"-c", "exec sleep 600"}, std::chrono::seconds(1));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "/bin/sh takes too long");
}

TEST(RunProgram, AProgramThatWritesWithoutEndIsEnded) {
  const auto result = run_program("/bin/sh", {"-c", "exec cat /dev/zero"});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "/bin/sh writes too much");
}

}  // namespace
}  // namespace plainbounce
