#include "core/knowledge/host_suffixes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plainbounce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(HostSuffixes, AreWholeLabelsInAnyCase) {
  EXPECT_TRUE(has_host_suffix("mx1.far.example", "far.example"));
  EXPECT_TRUE(has_host_suffix("FAR.example", "far.EXAMPLE"));
  EXPECT_TRUE(has_host_suffix("mx1.far.example", ".far.example"));
  EXPECT_FALSE(has_host_suffix("unfar.example", "far.example"));
  EXPECT_FALSE(has_host_suffix("far.example", "mx.far.example"));
}

TEST(HostSuffixes, AreFoundShortestFirst) {
  HostSuffixes suffixes;
  suffixes.add("mx.far.example", 1);
  suffixes.add("far.example", 2);
  suffixes.add("Far.Example", 3);
  suffixes.add(".example", 4);
  suffixes.add("near.example", 5);
  suffixes.build();
  const auto found = [&](std::string_view host) {
    std::vector<uint32_t> values;
    suffixes.each(host, [&](uint32_t value, size_t) { values.push_back(value); });
    return values;
  };
  EXPECT_THAT(found("a.MX.far.example"), ElementsAre(4, 2, 3, 1));
  EXPECT_THAT(found("far.example"), ElementsAre(4, 2, 3));
  EXPECT_THAT(found("unfar.example"), ElementsAre(4));
  EXPECT_THAT(found(""), IsEmpty());
  HostSuffixes none;
  none.build();
  none.each("far.example", [](uint32_t, size_t) { FAIL(); });
}

}  // namespace
}  // namespace plainbounce
