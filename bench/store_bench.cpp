#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "arena/result_cache.hpp"
#include "arena/run.hpp"

// The cost of storing results and of reading them.
namespace hilltop::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// A folder that is removed with this object.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path() / "hilltop-bench-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder to work in");
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path file() const { return path_ / "hilltop.db"; }

 private:
  fs::path path_;
};

constexpr std::array<const char*, 3> house_bots{"kid", "bold", "cautious"};

arena::Contest contest_of(const std::string& format, int bots) {
  std::vector<play::Entrant> entrants;
  for (int i = 0; i < bots; ++i) {
    const std::string name = "bot " + std::to_string(i);
    entrants.push_back(
        {name, name, play::HousePlayer{house_bots[static_cast<std::size_t>(i) % 3]}});
  }
  auto contest = arena::contest_of("[contest]\nname = \"bench\"\ngame = \"pazaak\"\n" + format,
                                   "bench", std::move(entrants));
  if (!contest) throw std::runtime_error(contest.error().text);
  return *std::move(contest);
}

// Plays the contest into a new store. `processes`: treats its bots as processes, whose games cannot
// be recomputed, so that every result and a record are stored.
void play_into(const fs::path& file, const arena::Contest& contest, bool processes) {
  std::vector<store::BotRow> bots;
  for (const play::Entrant& entrant : contest.entrants)
    bots.push_back({entrant.name, entrant.title, {}, !processes, {}, {}});
  auto store = store::Store::open(file, store::Store::Access::create);
  if (!store) throw std::runtime_error(store.error().text);
  store->put(arena::kept_contest(contest, "bench", bots));
  store::Writer writer(*std::move(store));
  arena::ResultCache cache(contest, bots, nullptr, &writer);
  run_contest(contest, {.progress = {}, .cache = &cache, .stop = {}});
  writer.finish();
}

// Copies the results without the records.
void copy_results(const fs::path& from, const fs::path& to, const arena::Contest& contest) {
  using Access = store::Store::Access;
  const auto all = store::Store::open(from, Access::read);
  auto copy = store::Store::open(to, Access::create);
  if (!all || !copy) throw std::runtime_error("no store to copy");
  const store::ContestRow kept = all->contests().at(0);
  copy->put(kept);
  arena::ResultCache cache(contest, kept.bots, &*all, nullptr);
  store::Unwritten batch;
  for (const auto& result :
       run_contest(contest, {.progress = {}, .cache = &cache, .recall_only = true, .stop = {}})
           .concluded.standings.results) {
    const store::FixtureRow sitting = cache.fixture_row(result.fixture);
    batch.fixtures.emplace(sitting.key,
                           store::Unwritten::Blocks{sitting, all->blocks(sitting.key)});
  }
  copy->put(batch);
}

double seconds_of(const auto& act) {
  const auto began = Clock::now();
  act();
  return std::chrono::duration<double>(Clock::now() - began).count();
}

// Plays the Pazaak contest of six bots on one thread, alternately without a store and with a new
// one.
void store_writer(benchmark::State& state) {
  const arena::Contest contest = contest_of(
      "[format]\nkind = \"round-robin\"\ngames = " + std::to_string(state.range(0)) + "\n", 6);
  double without_s = 0, with_s = 0;
  for (auto _ : state) {
    without_s += seconds_of([&] { benchmark::DoNotOptimize(run_contest(contest, {})); });
    const Folder folder;
    with_s += seconds_of([&] { play_into(folder.file(), contest, false); });
  }
  state.SetItemsProcessed(state.iterations() * 2 * 15 * state.range(0));
  state.counters["with_by_without"] = with_s / without_s;
}

// 100 bots in rounds of 50 meetings of 500 games each; 200 rounds are 10,000 fixtures and 5,000,000
// results. The bots count as processes: a house bot has its own name only.
constexpr int bots = 100, games_a_meeting = 500;

void store_show(benchmark::State& state) {
  const arena::Contest contest =
      contest_of("[format]\nkind = \"swiss\"\nrounds = " + std::to_string(state.range(0)) +
                     "\ngames = " + std::to_string(games_a_meeting) + "\n",
                 bots);
  const Folder folder, with_records;
  play_into(with_records.file(), contest, true);
  copy_results(with_records.file(), folder.file(), contest);
  const std::string show = std::string("'") + HILLTOP_BENCH_PROGRAM + "' show --store '" +
                           folder.file().string() + "' >/dev/null";
  for (auto _ : state)
    if (std::system(show.c_str()) != 0) throw std::runtime_error("show failed");
  state.counters["bytes_a_result"] =
      static_cast<double>(fs::file_size(folder.file())) /
      (static_cast<double>(state.range(0)) * bots / 2 * games_a_meeting);
}

BENCHMARK(store_writer)
    ->ArgName("games")
    ->Arg(100)
    ->Arg(100'000)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(store_show)
    ->ArgName("rounds")
    ->Arg(2)
    ->Arg(200)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hilltop::bench
