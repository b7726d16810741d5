#include "cli/code_query.h"

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

TEST(CodeQuery, FindsEveryKindOfEntry) {
  const auto knowledge = load_knowledge("");
  ASSERT_TRUE(knowledge);
  const struct {
    const char* asked;
    const char* code;
    std::optional<Kind> kind;
  } cases[] = {
      {"4.3.1", "4.3.1", Kind::kTemporary}, {"452", "452", Kind::kTemporary},
      {"X.3.1", "X.3.1", std::nullopt},     {"x.3.1", "X.3.1", std::nullopt},
      {"X.3.X", "X.3.X", std::nullopt},     {"4.3.X", "4.3.X", Kind::kTemporary},
      {"5.3.x", "5.3.X", Kind::kPermanent}, {"4.X.X", "4.X.X", Kind::kTemporary},
  };
  for (const auto& test : cases) {
    SCOPED_TRACE(test.asked);
    const auto entry = find_asked_code(**knowledge, test.asked);
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->code, test.code);
    EXPECT_EQ(entry->kind, test.kind);
    EXPECT_FALSE(entry->title.empty());
  }
  for (const char* unknown : {"9.9.9", "600", "5.9.1", "3.1.1", "4.99.X", "9.3.X", "5.7"}) {
    EXPECT_FALSE(find_asked_code(**knowledge, unknown)) << unknown;
  }
}

}  // namespace
}  // namespace plainbounce
