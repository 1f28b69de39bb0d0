#include <benchmark/benchmark.h>
#include <string>

#include "arena/catalog.hpp"
#include "play/played.hpp"

// By how much mirrored deals reduce the variance of the information that two games give about two
// bots (docs/contests.md#mirrored-deals). The numbers depend only on the key; time does not matter.
namespace hilltop::bench {
namespace {

constexpr std::uint32_t pairs_of_games = 20'000;
constexpr std::uint64_t key = 1;

class Variance {
 public:
  void add(double x) {
    ++count_;
    const double off = x - mean_;
    mean_ += off / count_;
    squares_ += off * (x - mean_);
  }
  double value() const { return squares_ / (count_ - 1); }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

struct Differences {
  Variance won, points;  // of the first bot minus the second, in a pair of games
};

Differences play(const arena::AnyGame& any_game, const std::string& one, const std::string& other,
                 bool mirrored) {
  const play::Entrant a{"a", one, play::HousePlayer{one}}, b{"b", other, play::HousePlayer{other}};
  Differences differences;
  for (std::uint32_t pair = 0; pair < pairs_of_games; ++pair) {
    const play::Batch two{
        {.luck = play::FixtureLuck(key), .first_game = 2 * pair, .games = 2, .mirrored = mirrored},
        {&a, &b}};
    const auto lines = any_game.play(two, {}).tallies;
    differences.won.add(static_cast<double>(lines[0].won - lines[1].won));
    differences.points.add(static_cast<double>(lines[0].sum - lines[1].sum));
  }
  return differences;
}

void deals(benchmark::State& state, const std::string& game, const std::string& one,
           const std::string& other) {
  const auto any_game = arena::find_game(game).value()->under("koth", {}).value();
  for (auto _ : state) {
    const Differences fresh = play(*any_game, one, other, false),
                      mirrored = play(*any_game, one, other, true);
    state.counters["won_fresh"] = fresh.won.value();
    state.counters["won_mirrored"] = mirrored.won.value();
    state.counters["points_fresh"] = fresh.points.value();
    state.counters["points_mirrored"] = mirrored.points.value();
  }
}

BENCHMARK_CAPTURE(deals, pazaak_kid_nestor, "pazaak", "kid", "nestor")->Iterations(1);
BENCHMARK_CAPTURE(deals, pazaak_nestor_austin, "pazaak", "nestor", "austin")->Iterations(1);
BENCHMARK_CAPTURE(deals, pazaak_kid_bastila, "pazaak", "kid", "bastila")->Iterations(1);
BENCHMARK_CAPTURE(deals, pazaak_kid_bold, "pazaak", "kid", "bold")->Iterations(1);
BENCHMARK_CAPTURE(deals, pazaak_kid_kid, "pazaak", "kid", "kid")->Iterations(1);
BENCHMARK_CAPTURE(deals, yahtzee_greedy_greedy, "yahtzee", "greedy", "greedy")->Iterations(1);
BENCHMARK_CAPTURE(deals, yahtzee_greedy_in_order, "yahtzee", "greedy", "in-order")->Iterations(1);
BENCHMARK_CAPTURE(deals, yahtzee_in_order_dummy, "yahtzee", "in-order", "dummy")->Iterations(1);

}  // namespace
}  // namespace hilltop::bench
