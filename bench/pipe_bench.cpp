#include <benchmark/benchmark.h>
#include <stdexcept>

#include "arena/catalog.hpp"
#include "pipes.hpp"
#include "play/played.hpp"
#include "runner/lane.hpp"
#include "runner/process.hpp"

// The arena's cost compared with two pipes: the same bots and the same bytes, in the same run.
namespace hilltop::bench {
namespace {

// Number of games if each has new processes, and if one process plays them all, so that its start
// does not matter.
constexpr std::uint32_t games_of_processes = 256, games_of_one_process = 4096;

// Returns a bot of bench/bots as the build has put it there.
play::Entrant trivial_bot(const std::string& name, runner::StateScope state, bool batched) {
  auto bot = runner::read_manifest(std::filesystem::path(HILLTOP_BENCH_BOTS) / name);
  if (!bot) throw std::runtime_error(runner::problem_of(bot.error()).text);
  bot->state = state;
  if (batched) bot->arguments.push_back("batch");
  return {name, name, *std::move(bot)};
}

std::vector<play::Entrant> trivial_bots(runner::StateScope state, bool batched = false) {
  return {trivial_bot("bold", state, batched), trivial_bot("cautious", state, batched)};
}

std::uint32_t games_of(runner::StateScope state) {
  return state == runner::StateScope::none ? games_of_one_process : games_of_processes;
}

// Returns a policy with the first `count` layers of the sandbox; 0: off.
runner::Policy first_layers(std::int64_t count) {
  runner::Policy policy;
  if (count == 0) policy.mode = runner::Policy::Mode::off;
  policy.without.mask = ~0u << count;
  return policy;
}

std::string names_of_first_layers(std::int64_t count) {
  std::string names;
  for (std::size_t layer = 0; layer < static_cast<std::size_t>(count); ++layer)
    (names += names.empty() ? "" : " ") += runner::layer_names[layer];
  return names.empty() ? "off" : names;
}

class Table {
 public:
  Table(std::vector<play::Entrant> entrants, std::uint32_t games,
        runner::Policy sandbox = first_layers(0))
      : entrants_(std::move(entrants)), sit_{&entrants_[0], &entrants_[1]} {
    any_game_ = arena::find_game("pazaak").value()->under("koth", {}).value();
    conditions_.host.warden = runner::warden_beside_program();
    conditions_.host.sandbox = std::move(sandbox);
    batch_ = {{.luck = play::FixtureLuck(1), .games = games}, sit_};
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  tournament::BatchResult play() const { return any_game_->play(batch_, conditions_); }

  // Returns the lines of each game separately.
  std::vector<std::vector<Line>> lines_by_game() {
    std::vector<std::vector<Line>> lines;
    const play::Batch batch = batch_;
    batch_.games = 1;
    for (; batch_.first_game < batch.games; ++batch_.first_game) lines.push_back(this->lines());
    batch_ = batch;
    return lines;
  }

  // Returns the lines of the whole batch; those that ask nothing are sent with the next one.
  std::vector<Line> lines() {
    std::vector<Line> lines;
    std::array<std::string, 2> waiting;
    play::Observer watch;
    watch.wire = [&](std::size_t bot, char direction, std::string_view line) {
      if (direction == '<') return;
      waiting[bot].append(line) += '\n';
      if (line.starts_with("turn") || line.starts_with("hilltop"))
        lines.push_back({bot, std::exchange(waiting[bot], {}), true});
    };
    any_game_->play(batch_, conditions_, &watch);
    for (std::size_t bot = 0; bot < 2; ++bot) lines.push_back({bot, waiting[bot], false});
    return lines;
  }

  std::vector<runner::Manifest> manifests() const {
    return {std::get<runner::Manifest>(entrants_[0].player),
            std::get<runner::Manifest>(entrants_[1].player)};
  }

 private:
  std::vector<play::Entrant> entrants_;
  std::vector<const play::Entrant*> sit_;
  std::unique_ptr<arena::AnyGame> any_game_;
  play::Conditions conditions_;
  play::Batch batch_;
};

std::int64_t answers(const std::vector<Line>& lines) {
  return std::ranges::count_if(lines, &Line::answered);
}

// Plays until the benchmark ends.
void play(benchmark::State& state, const Table& table, std::int64_t items_a_run) {
  for (auto _ : state) benchmark::DoNotOptimize(table.play());
  state.SetItemsProcessed(state.iterations() * items_a_run);
}

// Plays within the first layers of the sandbox. Argument: number of layers.
void play_in_layers(benchmark::State& state, runner::StateScope scope, std::int64_t items_a_run) {
  const Table table(trivial_bots(scope), games_of(scope), first_layers(state.range(0)));
  state.SetLabel(names_of_first_layers(state.range(0)));
  const auto active = table.play().layers.value();
  if (active != (1u << state.range(0)) - 1) return state.SkipWithError("not on this machine");
  play(state, table, items_a_run);
}

void pipes_bare(benchmark::State& state) {
  const runner::Lane lane;
  Table table(trivial_bots(runner::StateScope::none), games_of_one_process);
  const std::vector<Line> lines = table.lines();
  for (auto _ : state) BarePipes(table.manifests()).say(lines);
  state.SetItemsProcessed(state.iterations() * answers(lines));
}

void pipes_arena(benchmark::State& state) {
  play_in_layers(
      state, runner::StateScope::none,
      answers(Table(trivial_bots(runner::StateScope::none), games_of_one_process).lines()));
}

void pipes_batched(benchmark::State& state) {
  const auto turns =
      answers(Table(trivial_bots(runner::StateScope::none), games_of_one_process).lines());
  play(state, Table(trivial_bots(runner::StateScope::none, true), games_of_one_process), turns);
}

void spawn_bare(benchmark::State& state) {
  const runner::Lane lane;
  Table table(trivial_bots(runner::StateScope::folder), games_of_processes);
  const std::vector<std::vector<Line>> games = table.lines_by_game();
  for (auto _ : state)
    for (const std::vector<Line>& lines : games) BarePipes(table.manifests()).say(lines);
  state.SetItemsProcessed(state.iterations() * games_of_processes);
}

void spawn_arena(benchmark::State& state) {
  play_in_layers(state, runner::StateScope::folder, games_of_processes);
}

// Plays games of a bot in Python against a house bot.
void python(benchmark::State& state, bool batched) {
  play::Entrant house{"cautious", "cautious", play::HousePlayer{"cautious"}};
  play(state,
       Table({trivial_bot("python", runner::StateScope::none, batched), house},
             games_of_one_process),
       games_of_one_process);
}

BENCHMARK(pipes_bare)->UseRealTime();
BENCHMARK(pipes_arena)->DenseRange(0, 6)->UseRealTime();
BENCHMARK(pipes_batched)->UseRealTime();
BENCHMARK(spawn_bare)->UseRealTime();
BENCHMARK(spawn_arena)->DenseRange(0, 6)->UseRealTime();
BENCHMARK_CAPTURE(python, plain, false)->UseRealTime();
BENCHMARK_CAPTURE(python, batched, true)->UseRealTime();

}  // namespace
}  // namespace hilltop::bench
