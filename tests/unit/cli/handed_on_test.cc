#include "cli/handed_on.h"

#include <gtest/gtest.h>

namespace plainbounce {
namespace {

std::string carried_out(const std::string& bytes, const BounceOutcome& outcome) {
  RawMessage message;
  message.bytes = bytes;
  const auto header = parse_header_block(message.bytes, 0, message.bytes.size(), Limits{});
  if (!header) return "unreadable";
  message.body_begin = header->body_begin;
  return handed_on(message, *header, outcome);
}

TEST(HandedOn, NothingToDoChangesNothing) {
  const std::string odd = "A: 1\r\nno header\r\n\r\nbody";
  EXPECT_EQ(carried_out(odd, {}), odd);
}

TEST(HandedOn, FieldsStandBehindTheLastOne) {
  BounceOutcome outcome;
  outcome.add = {{"X-B", "one\n two"}, {"X-C", "three"}};
  EXPECT_EQ(carried_out("A: 1\r\nB: 2\r\n\r\nbody\r\n", outcome),
            "A: 1\r\nB: 2\r\nX-B: one\r\n two\r\nX-C: three\r\n\r\nbody\r\n");
}

TEST(HandedOn, FieldsAreRemovedByNameAndPlace) {
  BounceOutcome outcome;
  outcome.add = {{"X-B", "ours"}};
  outcome.remove = {{"X-B", 1}, {"x-b", 3}};
  EXPECT_EQ(carried_out("x-b: 1\r\nA: a\r\n b\r\nX-B: 2\r\nX-B: 3\r\n 3\r\n\r\nbody", outcome),
            "A: a\r\n b\r\nX-B: 2\r\nX-B: ours\r\n\r\nbody");
}

TEST(HandedOn, TheBodyIsReplaced) {
  BounceOutcome outcome;
  outcome.add = {{"X-B", "1"}};
  outcome.new_body = "new\r\n";
  EXPECT_EQ(carried_out("A: 1\r\n\r\nold\r\n", outcome), "A: 1\r\nX-B: 1\r\n\r\nnew\r\n");
}

TEST(HandedOn, AMessageWithoutAnEmptyLineGetsOne) {
  BounceOutcome outcome;
  outcome.add = {{"X-B", "1"}};
  EXPECT_EQ(carried_out("A: 1", outcome), "A: 1\r\nX-B: 1\r\n\r\n");
}

}  // namespace
}  // namespace plainbounce
