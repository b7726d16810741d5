#include "cli/postfix/shell_word.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(ShellWord, AShellReadsEachWordAsItIsMeant) {
  EXPECT_EQ(shell_word("/etc/postfix-out"), "/etc/postfix-out");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

}  // namespace
}  // namespace plainbounce
