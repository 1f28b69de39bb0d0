#include <benchmark/benchmark.h>
#include <string>

#include "arena/discipline.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/solver/law.hpp"

// How long the champions take to solve their games, and to play them.
namespace hilltop::bench {
namespace {

yahtzee::Options options_of(const std::string& rules) {
  return yahtzee::Rules::under(rules, {}).value().options();
}

void solve_yahtzee(benchmark::State& state, const std::string& rules, yahtzee::Vectors vectors,
                   int threads) {
  if (!yahtzee::runs_here(vectors)) return state.SkipWithError("not on this processor");
  const yahtzee::Options options = options_of(rules);
  for (auto _ : state)
    benchmark::DoNotOptimize(yahtzee::WorthTable(options, threads, vectors).expectation());
}

using yahtzee::Vectors;
#define HILLTOP_SOLVE(name, ...)                      \
  BENCHMARK_CAPTURE(solve_yahtzee, name, __VA_ARGS__) \
      ->Unit(benchmark::kMillisecond)                 \
      ->MeasureProcessCPUTime()                       \
      ->UseRealTime()
HILLTOP_SOLVE(koth_baseline_1, "koth", Vectors::baseline, 1);
HILLTOP_SOLVE(koth_avx2_1, "koth", Vectors::avx2, 1);
HILLTOP_SOLVE(koth_avx512_1, "koth", Vectors::avx512, 1);
HILLTOP_SOLVE(koth_baseline_2, "koth", Vectors::baseline, 2);
HILLTOP_SOLVE(koth_avx2_2, "koth", Vectors::avx2, 2);
HILLTOP_SOLVE(koth_avx512_2, "koth", Vectors::avx512, 2);
HILLTOP_SOLVE(basic_avx2_1, "cab201-basic", Vectors::avx2, 1);
HILLTOP_SOLVE(advanced_avx2_1, "cab201-advanced", Vectors::avx2, 1);

void law_of_yahtzee(benchmark::State& state, int threads) {
  const yahtzee::WorthTable& table = yahtzee::worth_table(options_of("koth"));
  for (auto _ : state) benchmark::DoNotOptimize(yahtzee::law_of(table, threads).mean());
}
BENCHMARK_CAPTURE(law_of_yahtzee, koth_1, 1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(law_of_yahtzee, koth_2, 2)->Unit(benchmark::kMillisecond)->UseRealTime();

// One bot alone at the table: its decisions and its games.
void optimal(benchmark::State& state) {
  const yahtzee::Rules rules = yahtzee::Rules::under("koth", {}).value();
  yahtzee::worth_table(rules.options());
  yahtzee::Optimal bot;
  std::uint32_t game = 0;
  std::int64_t decisions = 0;
  for (auto _ : state) {
    const Chance luck(1, game++);
    yahtzee::State now = rules.start(1, luck);
    for (; rules.turn(now); ++decisions)
      rules.apply(now, bot.choose(rules.view(now, Seat(0))), luck);
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["decisions"] =
      benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}
BENCHMARK(optimal);

}  // namespace
}  // namespace hilltop::bench
