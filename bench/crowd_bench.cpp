#include <algorithm>
#include <benchmark/benchmark.h>
#include <fstream>
#include <stdexcept>
#include <sys/resource.h>

#include "arena/run.hpp"
#include "runner/process.hpp"

// The arena's own cost while many bots run.
namespace hilltop::bench {
namespace {

constexpr std::uint32_t games_a_pair = 8;

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

// Returns the processor time of this process alone, in seconds.
double own_processor_s() {
  rusage own{};
  getrusage(RUSAGE_SELF, &own);
  return seconds(own.ru_utime) + seconds(own.ru_stime);
}

double own_memory_mb() {
  std::ifstream status("/proc/self/statm");
  double pages = 0, resident = 0;
  status >> pages >> resident;
  return resident * 4096 / 1e6;
}

// Returns a contest of bots in folders, one trivial bot under many names; half as many games are
// played at once.
arena::Contest contest_of(std::int64_t bots) {
  const auto bot = runner::read_manifest(std::filesystem::path(HILLTOP_BENCH_BOTS) / "bold");
  if (!bot) throw std::runtime_error(runner::problem_of(bot.error()).text);
  arena::Contest contest{};
  contest.game = arena::find_game("pazaak").value();
  contest.any_game = contest.game->under("koth", {}).value();
  contest.conditions.host.warden = runner::warden_beside_program();
  contest.conditions.time.move_ms = std::chrono::minutes(1);
  contest.plan.format = tournament::Format::round_robin;
  contest.plan.games = games_a_pair;
  contest.plan.seats_fewest = 2;
  for (std::int64_t i = 0; i < bots; ++i) {
    const std::string name = "bot " + std::to_string(i);
    contest.entrants.push_back({name, name, *bot});
    std::get<runner::Manifest>(contest.entrants.back().player).state = runner::StateScope::none;
  }
  return contest;
}

void crowd(benchmark::State& state) {
  const arena::Contest contest = contest_of(state.range(0));
  double memory_mb = 0;
  arena::RunOptions options{.jobs = static_cast<int>(state.range(0)) / 2, .progress = {}};
  options.progress = [&](const arena::ContestProgress&) {
    memory_mb = std::max(memory_mb, own_memory_mb());
  };
  const double before_s = own_processor_s();
  double wall_s = 0;
  for (auto _ : state) {
    const auto began = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(arena::run_contest(contest, options));
    wall_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
  const auto games = state.range(0) * (state.range(0) - 1) / 2 * games_a_pair;
  state.SetItemsProcessed(state.iterations() * games);
  state.counters["arena_cpu"] = (own_processor_s() - before_s) / wall_s;
  state.counters["arena_mb"] = memory_mb;
}

BENCHMARK(crowd)->Arg(2)->Arg(64)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hilltop::bench
