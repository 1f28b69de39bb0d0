#include <array>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sodium.h>
#include <stdexcept>
#include <string>
#include <vector>

#include "arena/any_game_of.hpp"
#include "arena/run.hpp"
#include "bare_pazaak.hpp"
#include "core/streams.hpp"

// Games per second of the arena, compared with a bare loop in the same run (docs/performance.md).
namespace hilltop::bench {
namespace {

constexpr std::uint32_t games_a_run = 4096;

// A game that is over at its start: what is measured is dispatch, seating and the tally.
struct Empty {
  struct State {};
  struct View {};
  struct Move {};
  static constexpr int longest = 1;
  static std::expected<Empty, Problem> under(std::string_view, const Switches&) { return Empty{}; }
  SeatRange seats() const { return {2, 2}; }
  Switches switches() const { return {}; }
  State start(int, const Chance&) const { return {}; }
  ToMove turn(const State&) const { return std::nullopt; }
  View view(const State&, Seat) const { return {}; }
  Refusal refusal(const View&, const Move&) const { return {}; }
  void apply(State&, const Move&, const Chance&) const {}
  void retire(State&, Seat, const Chance&) const {}
  Points points(const State&) const { return {0, 0}; }
};

struct Nobody final : Bot<Empty> {
  Empty::Move choose(const Empty::View&) override { return {}; }
};

struct EmptyEntry {
  using Rules = Empty;
  struct Text {
    static std::string write(const Empty::View&) { return {}; }
    static std::string write(const Empty::Move&) { return {}; }
    static std::expected<Empty::Move, std::string> read(std::string_view) { return Empty::Move{}; }
  };
  struct Log {
    Log(const Empty&, const std::vector<std::string>&, const Chance&) {}
    std::string opening() { return {}; }
    std::string played(Seat, const Empty::Move&) { return {}; }
    std::string retired(Seat, std::string_view) { return {}; }
    std::string closing() { return {}; }
  };
  static constexpr GameInfo info{"empty", "Empty", {}, {"", false}};
  static std::span<const HouseBot<Empty>> house_bots() {
    static constexpr std::array<HouseBot<Empty>, 1> bots{
        {{"nobody", "Nobody", "is never asked",
          [] { return std::unique_ptr<Bot<Empty>>(new Nobody); }}}};
    return bots;
  }
};

// Plays batches of one game between house bots, with one worker.
void play(benchmark::State& state, const std::string& game, const std::vector<std::string>& bots) {
  const auto any_game = game == "empty" ? arena::AnyGameOf<EmptyEntry>::under("", {})
                                        : arena::find_game(game).value()->under("koth", {});
  std::vector<play::Entrant> entrants;
  for (const std::string& bot : bots)
    entrants.push_back({bot + std::to_string(entrants.size()), bot, play::HousePlayer{bot}});
  std::vector<const play::Entrant*> sit;
  for (const play::Entrant& entrant : entrants) sit.push_back(&entrant);
  play::Batch batch{{.luck = play::FixtureLuck(1), .games = games_a_run}, sit};
  (*any_game)->play(batch, play::Conditions{});  // solves the game if a bot needs that
  for (auto _ : state) {
    benchmark::DoNotOptimize((*any_game)->play(batch, play::Conditions{}));
    batch.first_game += games_a_run;
  }
  state.SetItemsProcessed(state.iterations() * games_a_run);
}

void bare_bold_cautious(benchmark::State& state) {
  BarePazaak bare(1);
  std::array<int, 2> enough{20, 15};
  for (auto _ : state)
    for (std::uint32_t game = 0; game < games_a_run; ++game) {
      benchmark::DoNotOptimize(bare.game(enough));
      std::swap(enough[0], enough[1]);
    }
  state.SetItemsProcessed(state.iterations() * games_a_run);
}

// Plays the whole contest, from its file to its digest. Argument: number of workers.
void koth_pazaak(benchmark::State& state) {
  const auto contest = arena::read_contest("koth-pazaak", arena::contests_folder());
  if (!contest) throw std::runtime_error(contest.error().text);
  const arena::RunOptions options{.jobs = static_cast<int>(state.range(0)), .progress = {}};
  for (auto _ : state) benchmark::DoNotOptimize(run_contest(*contest, options));
  state.SetItemsProcessed(state.iterations() * 15 * contest->plan.games);
}

BENCHMARK(bare_bold_cautious);
BENCHMARK_CAPTURE(play, pazaak_bold_cautious, "pazaak", {"bold", "cautious"});
BENCHMARK_CAPTURE(play, pazaak_kid_nestor, "pazaak", {"kid", "nestor"});
BENCHMARK_CAPTURE(play, pazaak_solver_kid, "pazaak", {"solver", "kid"});
BENCHMARK_CAPTURE(play, yahtzee_greedy_4, "yahtzee", {"greedy", "greedy", "greedy", "greedy"});
BENCHMARK_CAPTURE(play, yahtzee_optimal_1, "yahtzee", {"optimal"});
BENCHMARK_CAPTURE(play, gomoku_random_2, "gomoku", {"random", "random"});
BENCHMARK_CAPTURE(play, gomoku_greedy_2, "gomoku", {"greedy", "greedy"});
BENCHMARK_CAPTURE(play, empty_match, "empty", {"nobody", "nobody"});
BENCHMARK(koth_pazaak)
    ->Arg(1)
    ->Arg(2)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace hilltop::bench

int main(int argc, char** argv) {
  hilltop::open_standard_streams();
  hilltop::hear_of_failed_writes();
  try {
    if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return EXIT_FAILURE;
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::cerr << "hilltop-bench: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
