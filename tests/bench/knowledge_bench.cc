// A reply through the matcher, replies made to be slow, and the cost of a start.
#include <benchmark/benchmark.h>

#include <cstdlib>

#include "core/smtp/smtp_reply.h"
#include "tests/bench/sample_reports.h"
#include "tests/support/whole_way.h"

namespace plainbounce::bench {
namespace {

constexpr size_t kHostileReplyBytes = 4096;

size_t rules_for(const RuleMatcher& matcher, const std::string& text) {
  const SmtpReply reply = parse_smtp_reply(text);
  return matcher.match({&reply, "mx.far.example", "smtp"}).size();
}

void usual_reply(benchmark::State& state) {
  const RuleMatcher& matcher = testing::built_in_knowledge().matcher();
  const std::vector<std::string>& replies = usual_replies();
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rules_for(matcher, replies[next]));
    next = (next + 1) % replies.size();
  }
}
BENCHMARK(usual_reply);

void hostile_reply(benchmark::State& state) {
  const KnowledgeBase& knowledge = testing::built_in_knowledge();
  const NamedReply reply =
      hostile_replies(knowledge, kHostileReplyBytes)[static_cast<size_t>(state.range(0))];
  state.SetLabel(reply.name);
  for (auto _ : state) benchmark::DoNotOptimize(rules_for(knowledge.matcher(), reply.text));
}
BENCHMARK(hostile_reply)->DenseRange(0, kHostileReplies);

void load_all_knowledge(benchmark::State& state) {
  for (auto _ : state) {
    auto knowledge = load_knowledge("");
    if (!knowledge) std::abort();
    benchmark::DoNotOptimize(knowledge);
  }
}
BENCHMARK(load_all_knowledge);

}  // namespace
}  // namespace plainbounce::bench
