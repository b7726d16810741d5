// The whole way of a bounce: what it costs, and how the cost grows.
#include <benchmark/benchmark.h>

#include "tests/bench/counted_allocations.h"
#include "tests/bench/gmime_parse.h"
#include "tests/bench/sample_reports.h"
#include "tests/support/whole_way.h"

namespace plainbounce::bench {
namespace {

void take_the_way(benchmark::State& state, const RawMessage& message) {
  const BouncePolicy policy = bench_policy();
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  const size_t before = allocation_count();
  const BounceOutcome outcome = explainer.process(message);
  state.counters["allocations"] = static_cast<double>(allocation_count() - before);
  if (!outcome.changes_anything()) state.SkipWithError("the report was not explained");
  for (auto _ : state) benchmark::DoNotOptimize(explainer.process(message));
}

void whole_way(benchmark::State& state) {
  take_the_way(state, report_of_size(kTypicalReportBytes));
}
BENCHMARK(whole_way);

void gmime_alone(benchmark::State& state) {
  const RawMessage message = report_of_size(kTypicalReportBytes);
  if (parse_with_gmime(message.bytes) != 3) state.SkipWithError("GMime finds other parts");
  for (auto _ : state) benchmark::DoNotOptimize(parse_with_gmime(message.bytes));
}
BENCHMARK(gmime_alone);

void way_by_size(benchmark::State& state) {
  take_the_way(state, report_of_size(static_cast<size_t>(state.range(0)) << 10U));
}
BENCHMARK(way_by_size)->Arg(4)->Arg(64)->Arg(1024)->Arg(10240)->Arg(51200);

void way_by_recipients(benchmark::State& state) {
  take_the_way(state, report_about(static_cast<size_t>(state.range(0))));
}
BENCHMARK(way_by_recipients)->Arg(1)->Arg(10)->Arg(100)->Arg(1000);

// Every mail of the tests (0), or of the shared corpora (1), once.
void mail_at_hand(benchmark::State& state) {
  const std::vector<RawMessage> mails = state.range(0) == 0 ? test_mails() : shared_mails();
  const BouncePolicy policy = bench_policy();
  const Limits limits;
  const BounceExplainer explainer(testing::built_in_knowledge(), policy, limits);
  for (auto _ : state) {
    for (const RawMessage& mail : mails) benchmark::DoNotOptimize(explainer.process(mail));
  }
  state.counters["mails"] = static_cast<double>(mails.size());
}
BENCHMARK(mail_at_hand)->DenseRange(0, 1);

}  // namespace
}  // namespace plainbounce::bench
