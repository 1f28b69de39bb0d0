#include <benchmark/benchmark.h>

#include "games/pazaak/solver/best_response.hpp"
#include "games/pazaak/solver/solved_game.hpp"

// What the champion of Pazaak computes before and during a game (docs/performance.md).
namespace hilltop::pazaak {
namespace {

// Solves the game with four side cards. Argument: number of threads.
void pazaak_solve(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(SolvedGame(4, static_cast<int>(state.range(0))));
}

// Computes one best response to an opponent's distribution.
void pazaak_best_response(benchmark::State& state) {
  const SolvedGame& solved = SolvedGame::of(4);
  const OpponentDistribution distribution = OpponentDistribution::of(solved.game);
  for (auto _ : state)
    benchmark::DoNotOptimize(BestResponse(solved.decks, Rules::hands_to_win, distribution).value());
}

BENCHMARK(pazaak_solve)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();
BENCHMARK(pazaak_best_response)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hilltop::pazaak
