#include "core/decode/code_query.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

TEST(CodeQuery, TellsCodesFromReplies) {
  for (const char* code :
       {"452", "600", "5.1.1", "9.9.9", "5.7.26", "X.3.1", "x.3.x", "4.3.X", "4.X.X", "5.7"}) {
    EXPECT_TRUE(looks_like_code(code)) << code;
  }
  for (const char* other : {"", "550 5.1.1", "5.1.1.", ".5.1", "5..1", "5.1.l", "hello", "X.X.X",
                            "550-5.1.1", "#5.1.1", "12345678901234567"}) {
    EXPECT_FALSE(looks_like_code(other)) << other;
  }
}

}  // namespace
}  // namespace plainbounce
