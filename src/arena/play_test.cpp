// Batches played by two other processes, each of which leaves a store behind.

#include "arena/play.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <gtest/gtest.h>
#include <memory>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/run.hpp"
#include "core/source_dir_for_test.hpp"
#include "store/writer.hpp"

namespace hilltop::arena::play_test {
namespace {

namespace fs = std::filesystem;

std::vector<store::BotRow> bots_of(const Contest& contest) {
  std::vector<store::BotRow> bots;
  for (const Entrant& entrant : contest.entrants) bots.push_back(*identify(entrant));
  return bots;
}

// The results of a process.
class Played {
 public:
  Played(const Contest& contest, const std::string& file)
      : contest_(contest),
        store_(*store::Store::open(file, store::Store::Access::read)),
        cache_(std::make_unique<ResultCache>(contest, bots_of(contest), &store_, nullptr)) {}

  BatchResult result_of(const FixtureBatch& batch) {
    if (fixture_ != &batch.fixture)
      blocks_ = cache_->recall(batch.fixture, games_a_batch(contest_, batch.fixture));
    fixture_ = &batch.fixture;
    BatchResult result = BatchResult::none(batch.first_game, batch.fixture.entries.size());
    for (const store::BatchRow& block : blocks_)
      if (block.first_game >= batch.first_game && block.first_game - batch.first_game < batch.games)
        result.add(block);
    return result;
  }

 private:
  const Contest& contest_;
  store::Store store_;
  std::unique_ptr<ResultCache> cache_;
  const tournament::Fixture* fixture_ = nullptr;
  std::vector<store::BatchRow> blocks_;  // of it
};

// Has every second batch played by another process, and reads the results from its store.
class TwoProcesses final : public BatchHost {
 public:
  explicit TwoProcesses(const Contest& contest) : contest_(contest) {
    std::string name = testing::TempDir() + "hilltop-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    folder_ = name;
  }
  ~TwoProcesses() override { fs::remove_all(folder_); }

  void play_all(const Cut& cut, const Play&, const Take& take) override {
    ++rounds_;
    for (std::size_t part = 0; part < 2; ++part) children_[part] = play_part(cut, part);
    for (const pid_t child : children_) {
      int status = -1;
      waitpid(child, &status, 0);
      if (status != 0) throw std::runtime_error("a child failed");
    }
    Played first(contest_, file_of(0)), second(contest_, file_of(1));
    for (std::size_t i = 0; i < cut.batches(); ++i)
      if (!take(i, (i % 2 == 0 ? first : second).result_of(cut.batch(i)))) return;
  }

  int rounds() const { return rounds_; }

 private:
  std::string file_of(std::size_t part) const {
    return (folder_ / (std::to_string(rounds_) + "-" + std::to_string(part) + ".db")).string();
  }

  pid_t play_part(const Cut& cut, std::size_t part) const {
    const pid_t child = fork();
    if (child != 0) return child;
    const store::Store known = *store::Store::open(file_of(part), store::Store::Access::create);
    store::Writer writer(*store::Store::open(file_of(part), store::Store::Access::create));
    ResultCache cache(contest_, bots_of(contest_), &known, &writer);
    for (std::size_t i = part; i < cut.batches(); i += 2)
      (void)play_batch(contest_, cut.batch(i), &cache, {});
    writer.finish();
    _exit(0);
  }

  const Contest& contest_;
  fs::path folder_;
  std::array<pid_t, 2> children_{};
  int rounds_ = 0;
};

TEST(Batches, OfTwoProcessesFoldToTheSameResult) {
  for (const char* file : {"contests/koth-pazaak.toml", "examples/contests/swiss.toml",
                           "examples/contests/everyone.toml"}) {
    SCOPED_TRACE(file);
    auto contest = read_contest(source_dir() / file, fs::path());
    ASSERT_TRUE(contest.has_value()) << contest.error().text;
    contest->plan.games = std::min(contest->plan.games, 200u);
    TwoProcesses processes(*contest);
    const ContestReport elsewhere = run_contest(*contest, {.host = &processes});
    const ContestReport here = run_contest(*contest, {.jobs = 2});
    EXPECT_EQ(elsewhere.digest, here.digest);
    EXPECT_TRUE(elsewhere.complete);
    EXPECT_GT(processes.rounds(), 0);
    ASSERT_EQ(elsewhere.rows.size(), here.rows.size());
    for (std::size_t row = 0; row < here.rows.size(); ++row)
      EXPECT_EQ(elsewhere.rows[row].entry, here.rows[row].entry);
  }
}

}  // namespace
}  // namespace hilltop::arena::play_test
