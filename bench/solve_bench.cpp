#include <benchmark/benchmark.h>
#include <deque>
#include <string>

#include "arena/any_game.hpp"
#include "games/pazaak/bots/champion.hpp"
#include "games/pazaak/bots/solver_bot.hpp"
#include "games/yahtzee/bots/champion.hpp"
#include "games/yahtzee/bots/optimal.hpp"
#include "games/yahtzee/solver/total_distribution.hpp"

// The time that the champions take to solve their games, and to play them.
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
  for (auto _ : state) benchmark::DoNotOptimize(yahtzee::total_distribution(table, threads).mean());
}
BENCHMARK_CAPTURE(law_of_yahtzee, koth_1, 1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(law_of_yahtzee, koth_2, 2)->Unit(benchmark::kMillisecond)->UseRealTime();

// Computes the champion's tables. Argument: number of threads.
void champion_tables(benchmark::State& state) {
  for (auto _ : state) {
    yahtzee::ChampionTables tables(options_of("koth"), 2, yahtzee::Effort::full);
    tables.make(static_cast<int>(state.range(0)), yahtzee::widest_here());
    benchmark::DoNotOptimize(tables.hash());
  }
}
BENCHMARK(champion_tables)
    ->Arg(1)
    ->Arg(2)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

// Plays games of one kind of bot and measures its decisions, after a first game that builds tables.
template <class R, class B, class... How>
void decide(benchmark::State& state, const R& rules, int seats, How... how) {
  std::deque<B> bots;
  while (static_cast<int>(bots.size()) < seats) bots.emplace_back(how...);
  std::int64_t decisions = 0;
  const auto play = [&](std::uint32_t game) {
    const Chance luck(1, game);
    for (B& bot : bots) bot.begin(luck);
    typename R::State now = rules.start(seats, luck);
    while (const ToMove turn = rules.turn(now)) {
      B& bot = bots[static_cast<std::size_t>(index(*turn))];
      rules.apply(now, bot.choose(rules.view(now, *turn)), luck);
      ++decisions;
    }
  };
  play(0);
  decisions = 0;
  std::uint32_t game = 0;
  for (auto _ : state) play(++game);
  state.SetItemsProcessed(state.iterations());
  state.counters["decisions"] =
      benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}

const auto yahtzee_rules = yahtzee::Rules::under("koth", {}).value();
const auto pazaak_rules = pazaak::Rules::under("koth", {}).value();

void yahtzee_optimal(benchmark::State& state) {
  decide<yahtzee::Rules, yahtzee::Optimal>(state, yahtzee_rules, 1);
}
void yahtzee_champion(benchmark::State& state) {
  decide<yahtzee::Rules, yahtzee::Champion>(state, yahtzee_rules, 2, yahtzee::Effort::full);
}
void pazaak_solver(benchmark::State& state) {
  decide<pazaak::Rules, pazaak::SolverBot>(state, pazaak_rules, 2);
}
void pazaak_champion(benchmark::State& state) {
  decide<pazaak::Rules, pazaak::Champion>(state, pazaak_rules, 2);
}
BENCHMARK(yahtzee_optimal);
BENCHMARK(yahtzee_champion);
BENCHMARK(pazaak_solver);
BENCHMARK(pazaak_champion)->Iterations(100'000);  // a pairing, with all that is solved in it

}  // namespace
}  // namespace hilltop::bench
