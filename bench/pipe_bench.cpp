#include <benchmark/benchmark.h>
#include <stdexcept>

#include "arena/discipline.hpp"
#include "pipes.hpp"
#include "runner/lane.hpp"
#include "runner/process.hpp"

// What the arena costs beside two pipes: the same bots, the same bytes, in the same run.
namespace hilltop::bench {
namespace {

constexpr std::uint32_t games_a_run = 256;

// The trivial bots of bench/bots, as the build has laid them out.
std::vector<arena::Entrant> trivial_bots(runner::StateScope state, bool batched) {
  std::vector<arena::Entrant> entrants;
  for (const char* const name : {"bold", "cautious"}) {
    auto bot = runner::read_manifest(std::filesystem::path(HILLTOP_BENCH_BOTS) / name);
    if (!bot) throw std::runtime_error(bot.error().text);
    bot->state = state;
    if (batched) bot->arguments.push_back("batch");
    entrants.push_back({name, name, *std::move(bot)});
  }
  return entrants;
}

class Table {
 public:
  explicit Table(runner::StateScope state, bool batched = false)
      : entrants_(trivial_bots(state, batched)), sit_{&entrants_[0], &entrants_[1]} {
    discipline_ = arena::find_game("pazaak").value()->under("koth", {}).value();
    judge_.warden = runner::warden_beside_program();
    judge_.sandbox.mode = runner::Policy::Mode::off;
    run_ = {.key = 1, .first_game = 0, .games = games_a_run, .entrants = sit_};
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void play() { benchmark::DoNotOptimize(discipline_->play(run_, judge_)); }

  // Every line of each game alone.
  std::vector<std::vector<Line>> lines_by_game() {
    std::vector<std::vector<Line>> lines;
    const arena::Run run = run_;
    run_.games = 1;
    for (; run_.first_game < run.games; ++run_.first_game) lines.push_back(this->lines());
    run_ = run;
    return lines;
  }

  // Every line of the run; those that ask nothing go out with the next one.
  std::vector<Line> lines() {
    std::vector<Line> lines;
    std::array<std::string, 2> waiting;
    arena::Watch watch;
    watch.wire = [&](std::size_t bot, char direction, std::string_view line) {
      if (direction == '<') return;
      waiting[bot].append(line) += '\n';
      if (line.starts_with("turn") || line.starts_with("hilltop"))
        lines.push_back({bot, std::exchange(waiting[bot], {}), true});
    };
    discipline_->play(run_, judge_, &watch);
    for (std::size_t bot = 0; bot < 2; ++bot) lines.push_back({bot, waiting[bot], false});
    return lines;
  }

  std::vector<runner::Manifest> manifests() const {
    return {std::get<runner::Manifest>(entrants_[0].body),
            std::get<runner::Manifest>(entrants_[1].body)};
  }

 private:
  std::vector<arena::Entrant> entrants_;
  std::vector<const arena::Entrant*> sit_;
  std::unique_ptr<arena::Discipline> discipline_;
  arena::Judge judge_;
  arena::Run run_;
};

std::int64_t answers(const std::vector<Line>& lines) {
  return std::ranges::count_if(lines, &Line::answered);
}

void pipes_bare(benchmark::State& state) {
  const runner::Lane lane;
  Table table(runner::StateScope::none);
  const std::vector<Line> lines = table.lines();
  for (auto _ : state) BarePipes(table.manifests()).say(lines);
  state.SetItemsProcessed(state.iterations() * answers(lines));
}

void pipes_arena(benchmark::State& state) {
  Table table(runner::StateScope::none);
  const std::int64_t moves = answers(table.lines());
  for (auto _ : state) table.play();
  state.SetItemsProcessed(state.iterations() * moves);
}

void pipes_batched(benchmark::State& state) {
  const std::int64_t moves = answers(Table(runner::StateScope::none).lines());
  Table table(runner::StateScope::none, true);
  for (auto _ : state) table.play();
  state.SetItemsProcessed(state.iterations() * moves);
}

void spawn_bare(benchmark::State& state) {
  const runner::Lane lane;
  Table table(runner::StateScope::folder);
  const std::vector<std::vector<Line>> games = table.lines_by_game();
  for (auto _ : state)
    for (const std::vector<Line>& lines : games) BarePipes(table.manifests()).say(lines);
  state.SetItemsProcessed(state.iterations() * games_a_run);
}

void spawn_arena(benchmark::State& state) {
  Table table(runner::StateScope::folder);
  for (auto _ : state) table.play();
  state.SetItemsProcessed(state.iterations() * games_a_run);
}

BENCHMARK(pipes_bare)->UseRealTime();
BENCHMARK(pipes_arena)->UseRealTime();
BENCHMARK(pipes_batched)->UseRealTime();
BENCHMARK(spawn_bare)->UseRealTime();
BENCHMARK(spawn_arena)->UseRealTime();

}  // namespace
}  // namespace hilltop::bench
