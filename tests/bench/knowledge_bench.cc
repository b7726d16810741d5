// A reply through the matcher, replies made to be slow, many rules, and the cost of a start.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

#include "core/smtp/smtp_reply.h"
#include "tests/bench/counted_allocations.h"
#include "tests/bench/sample_replies.h"
#include "tests/support/whole_way.h"

namespace plainbounce::bench {
namespace {

constexpr size_t kHostileReplyBytes = 4096;
constexpr unsigned kHostileSet = 5000;

size_t matches_of(const RuleMatcher& matcher, const SmtpReply& reply) {
  return matcher.match({&reply, "mx.far.example", "smtp"}).best_first.size();
}

std::vector<SmtpReply> parsed(const std::vector<std::string>& texts) {
  std::vector<SmtpReply> replies;
  for (const std::string& text : texts) replies.push_back(parse_smtp_reply(text));
  return replies;
}

void usual_reply(benchmark::State& state) {
  const RuleMatcher& matcher = testing::built_in_knowledge().matcher();
  const std::vector<std::string>& replies = usual_replies();
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(matches_of(matcher, parse_smtp_reply(replies[next])));
    next = (next + 1) % replies.size();
  }
}
BENCHMARK(usual_reply);

// One turn is all usual replies.
void usual_replies_matched(benchmark::State& state) {
  const ManyRules many =
      multiplied_rules(testing::built_in_knowledge(), static_cast<size_t>(state.range(0)));
  const RuleMatcher matcher(many.rules, many.providers);
  const std::vector<SmtpReply> replies = parsed(usual_replies());
  size_t most = 0;
  for (const SmtpReply& reply : replies) {
    const size_t before = allocation_count();
    benchmark::DoNotOptimize(matches_of(matcher, reply));
    most = std::max(most, allocation_count() - before);
  }
  state.counters["allocations"] = static_cast<double>(most);
  for (auto _ : state) {
    for (const SmtpReply& reply : replies) benchmark::DoNotOptimize(matches_of(matcher, reply));
  }
}
BENCHMARK(usual_replies_matched)->Arg(1)->Arg(10);

void hostile_reply(benchmark::State& state) {
  const KnowledgeBase& knowledge = testing::built_in_knowledge();
  const NamedReply reply =
      hostile_replies(knowledge, kHostileReplyBytes)[static_cast<size_t>(state.range(0))];
  state.SetLabel(reply.name);
  for (auto _ : state) {
    benchmark::DoNotOptimize(matches_of(knowledge.matcher(), parse_smtp_reply(reply.text)));
  }
}
BENCHMARK(hostile_reply)->DenseRange(0, kHostileReplies);

const std::vector<SmtpReply>& hostile_set() {
  static const std::vector<SmtpReply> set = [] {
    const KnowledgeBase& knowledge = testing::built_in_knowledge();
    std::vector<SmtpReply> replies;
    for (const NamedReply& named : hostile_replies(knowledge, kHostileReplyBytes)) {
      replies.push_back(parse_smtp_reply(named.text));
    }
    for (unsigned number = 0; replies.size() < kHostileSet; ++number) {
      replies.push_back(
          parse_smtp_reply(random_hostile_reply(knowledge, kHostileReplyBytes, number)));
    }
    return replies;
  }();
  return set;
}

double processor_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double us_of(const RuleMatcher& matcher, const SmtpReply& reply) {
  const double before = processor_us();
  benchmark::DoNotOptimize(matches_of(matcher, reply));
  return processor_us() - before;
}

// The slowest of all, each by the best of several turns: what else the machine does is not its own.
void hostile_set_matched(benchmark::State& state) {
  constexpr int kTurns = 5;
  constexpr size_t kSuspects = 200;
  const RuleMatcher& matcher = testing::built_in_knowledge().matcher();
  std::vector<std::pair<double, const SmtpReply*>> times;
  for (const SmtpReply& reply : hostile_set()) times.emplace_back(us_of(matcher, reply), &reply);
  std::sort(times.rbegin(), times.rend());
  times.resize(std::min(times.size(), kSuspects));
  double slowest = 0;
  for (auto& [us, reply] : times) {
    for (int turn = 0; turn < kTurns; ++turn) us = std::min(us, us_of(matcher, *reply));
    slowest = std::max(slowest, us);
  }
  state.counters["slowest_us"] = slowest;
  size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(matches_of(matcher, hostile_set()[next]));
    next = (next + 1) % hostile_set().size();
  }
}
BENCHMARK(hostile_set_matched);

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
