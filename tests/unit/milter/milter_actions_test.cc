#include "milter/milter_actions.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace plainbounce {
namespace {

// Writes down what it is asked for; refuses the call with the number `refused`.
class ScriptedPort : public EditPort {
 public:
  explicit ScriptedPort(int refused = -1) : refused_(refused) {}
  void begin(size_t bytes) override {
    calls.push_back("begin");
    announced = bytes;
  }
  bool replace_body(std::string_view chunk) override {
    sent += chunk.size();
    return call("body " + std::to_string(chunk.size()));
  }
  bool add_header(const std::string& name, const std::string& value) override {
    sent += name.size() + value.size();
    return call("add " + name + ": " + value);
  }
  bool remove_header(const std::string& name, size_t index) override {
    return call("remove " + name + " " + std::to_string(index));
  }
  void discard() override { calls.emplace_back("discard"); }

  std::vector<std::string> calls;
  size_t announced = 0;
  size_t sent = 0;

 private:
  bool call(const std::string& text) {
    calls.push_back(text);
    return static_cast<int>(calls.size()) - 2 != refused_;
  }
  int refused_;
};

BounceOutcome outcome_with(size_t body) {
  BounceOutcome outcome;
  outcome.new_body = std::string(body, 'x');
  outcome.add = {{"X-One", "1"}, {"X-Two", "2\n folded"}};
  outcome.remove = {{"X-Old", 1}, {"X-Old", 3}, {"X-Other", 1}};
  return outcome;
}

using Calls = std::vector<std::string>;

TEST(MilterActions, BodyFirstThenRemovalsFromTheEndThenAdditions) {
  ScriptedPort port;
  const auto done = MilterActions(0).carry_out(outcome_with(65535 + 2), port);
  ASSERT_TRUE(done);
  EXPECT_TRUE(done->body);
  EXPECT_TRUE(done->headers);
  EXPECT_EQ(port.calls, (Calls{"begin", "body 65535", "body 2", "remove X-Old 3", "remove X-Old 1",
                               "remove X-Other 1", "add X-One: 1", "add X-Two: 2\n folded"}));
  EXPECT_GE(port.announced, port.sent);
}

TEST(MilterActions, AnEmptyBodyIsSentAsSuch) {
  ScriptedPort port;
  BounceOutcome outcome;
  outcome.new_body = "";
  ASSERT_TRUE(MilterActions(0).carry_out(outcome, port));
  EXPECT_EQ(port.calls, (Calls{"begin", "body 0"}));
}

TEST(MilterActions, NothingToDoAsksForNothing) {
  ScriptedPort port;
  const auto done = MilterActions(0).carry_out(BounceOutcome{}, port);
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->body);
  EXPECT_FALSE(done->headers);
  EXPECT_EQ(port.calls, Calls{});
}

TEST(MilterActions, ARefusedEditTakesAllBack) {
  for (int refused = 0; refused < 7; ++refused) {
    ScriptedPort port(refused);
    const auto done = MilterActions(0).carry_out(outcome_with(65535 + 2), port);
    EXPECT_FALSE(done) << refused;
    EXPECT_EQ(port.calls.back(), "discard") << refused;
    EXPECT_EQ(port.calls.size(), static_cast<size_t>(refused) + 3) << refused;
  }
}

TEST(MilterActions, WhatDoesNotFitOneWriteLosesTheBodyThenFails) {
  struct Case {
    const char* label;
    size_t single_write;
    bool body;
    bool fails;
  };
  for (const Case& c : {Case{"fits", 2000, true, false}, Case{"body too large", 500, false, false},
                        Case{"fields too large", 50, false, true}}) {
    ScriptedPort port;
    const auto done = MilterActions(c.single_write).carry_out(outcome_with(1000), port);
    EXPECT_EQ(!done, c.fails) << c.label;
    if (done) {
      EXPECT_EQ(done->body, c.body) << c.label;
      EXPECT_LE(port.announced, c.single_write) << c.label;
    } else {
      EXPECT_EQ(port.calls, Calls{}) << c.label;
    }
  }
}

TEST(MilterActions, ValuesThatTheProtocolWouldCutAreRefusedBeforeTheFirstEdit) {
  for (const std::string& value :
       {std::string("a\0b", 3), std::string("a\r\n b"), std::string("\r")}) {
    ScriptedPort port;
    BounceOutcome outcome = outcome_with(10);
    outcome.add.push_back({"X-Three", value});
    EXPECT_FALSE(MilterActions(0).carry_out(outcome, port));
    EXPECT_EQ(port.calls, Calls{});
  }
}

}  // namespace
}  // namespace plainbounce
