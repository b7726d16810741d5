#include "cli/file_input.h"

#include <gtest/gtest.h>

#include <sstream>

namespace plainbounce {
namespace {

TEST(FileInput, ReadsStandardInputAndFiles) {
  std::istringstream in(std::string("a\0b\r\n", 5));
  EXPECT_EQ(read_input("", in), std::string("a\0b\r\n", 5));
  std::istringstream again("x");
  EXPECT_EQ(read_input("-", again), "x");
  const auto missing = read_input("/nonexistent/x.eml", in);
  ASSERT_FALSE(missing);
  EXPECT_EQ(to_string(missing.error()),
            "/nonexistent/x.eml: cannot be read: No such file or directory");
  EXPECT_EQ(to_string(read_input("/", in).error()), "/: is a directory");
}

}  // namespace
}  // namespace plainbounce
