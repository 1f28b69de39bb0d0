#include <benchmark/benchmark.h>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/engine/threat_board.hpp"
#include "games/gomoku/proof.hpp"
#include "games/gomoku/solver/suite.hpp"
#include "games/gomoku/solver/threat_search.hpp"

// What the Gomoku engine's board and search take, and its solver of threats.
namespace hilltop::gomoku {
namespace {

// A middle game, Black first and in turn.
constexpr Point middle_game[] = {{7, 7}, {8, 6}, {6, 6}, {8, 8}, {8, 7}, {6, 7}, {9, 7},
                                 {7, 5}, {5, 7}, {9, 5}, {6, 8}, {5, 9}, {7, 9}, {10, 6}};

// Returns the board after the first `stones` of these.
VariantBoard board_of_middle_game(std::size_t stones = std::size(middle_game)) {
  VariantBoard board;
  Colour colour = Colour::black;
  for (const Point point : std::span(middle_game).first(stones)) {
    board.lay(point, colour);
    colour = other(colour);
  }
  return board;
}

// A stone laid and taken back, on each near cell in turn.
void gomoku_lay_and_undo(benchmark::State& state) {
  ThreatBoard<15> board(board_of_middle_game());
  std::vector<CellIndex> cells;
  for (CellSet<15> near = board.near_cells(); near.any();) cells.push_back(near.take());
  std::size_t i = 0;
  for (auto _ : state) {
    board.lay(cells[i], i % 2 == 0 ? Colour::black : Colour::white);
    benchmark::DoNotOptimize(board.balance(Colour::black));
    board.undo();
    i = i + 1 == cells.size() ? 0 : i + 1;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(gomoku_lay_and_undo);

// Nodes per second of searches of positions in which nothing is proved. Argument: the stage.
void gomoku_search(benchmark::State& state) {
  const SearchLimits limits{.nodes = 100'000, .stage = static_cast<EngineStage>(state.range(0))};
  Search<15> search;
  std::int64_t nodes = 0;
  for (auto _ : state)
    for (std::size_t stones = 4; stones < 8; ++stones) {
      const SearchResult found = search.run(
          board_of_middle_game(stones), stones % 2 == 0 ? Colour::black : Colour::white, limits);
      if (is_proved(found.score)) return state.SkipWithError("a position is solved");
      nodes += found.nodes;
    }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(gomoku_search)->DenseRange(1, 4)->Unit(benchmark::kMillisecond);

std::vector<SuitePosition> suite() {
  std::ifstream file(HILLTOP_BENCH_SUITE);
  std::vector<SuitePosition> positions;
  for (std::string line; std::getline(file, line);)
    if (auto position = read_suite_position(line)) positions.push_back(std::move(*position));
  return positions;
}

// The suite of tactical positions. Argument: 0 solves it, 1 makes the proofs too, 2 checks them.
void gomoku_suite(benchmark::State& state) {
  const std::vector<SuitePosition> positions = suite();
  if (positions.empty()) return state.SkipWithError("there is no suite");
  std::int64_t nodes = 0;
  for (auto _ : state)
    for (const SuitePosition& position : positions) {
      const auto search =
          make_threat_search(board_of(position), mover_of(position), {.memory_mb = 2});
      if (!search->solve()) return state.SkipWithError("a position is not solved");
      nodes += search->nodes();
      if (state.range(0) == 0) continue;
      const auto proof = search->prove();
      if (!proof ||
          (state.range(0) == 2 && !check_proof(board_of(position), *proof, 1'000'000'000)))
        return state.SkipWithError("a win is not proved");
    }
  state.SetItemsProcessed(nodes);
}
BENCHMARK(gomoku_suite)->Arg(0)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hilltop::gomoku
