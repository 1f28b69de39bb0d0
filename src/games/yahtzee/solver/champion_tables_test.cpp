#include "games/yahtzee/solver/champion_tables.hpp"

#include <barrier>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <unistd.h>

#include "core/build_for_test.hpp"
#include "games/yahtzee/position_for_test.hpp"
#include "games/yahtzee/solver/distributions_for_test.hpp"
#include "games/yahtzee/solver/share.hpp"

namespace hilltop::yahtzee::champion_tables_test {
namespace {

namespace fs = std::filesystem;

const Rules basic = rules_of("cab201-basic");

class Cache : public testing::Test {
 protected:
  Cache() {
    std::string name = testing::TempDir() + "hilltop-champion-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder_ = name;
  }
  ~Cache() override { fs::remove_all(folder_); }

  // Fills the tables with any numbers, to test the cache.
  static void make(ChampionTables& tables) {
    int number = 0;
    for (const std::span<std::byte> part : tables.parts())
      for (std::size_t i = 0; i < part.size(); i += 97) part[i] = static_cast<std::byte>(++number);
  }
  KeptTables tables(int seats = 2, std::uintmax_t bytes_max = cache_bytes_max) const {
    return champion_tables_in(folder_, basic.options(), seats, Effort::quick, make, bytes_max);
  }
  fs::path file() const { return fs::directory_iterator(folder_)->path(); }

  fs::path folder_;
};

// A change of the tables must raise the number in the heading of cached tables; otherwise those of
// an older build would be used. ctest names a folder with the tables that this build has made
// (tests/e2e/champion_test.py); without it they are made here.
TEST_F(Cache, HasTheseTables) {
  if (sanitized) GTEST_SKIP() << "takes long with sanitizers";
  const char* const made = std::getenv("HILLTOP_CHAMPIONS");
  const KeptTables kept =
      champion_tables_in(made ? made : folder_, rules_of("koth").options(), 3, Effort::quick,
                         [](ChampionTables& tables) { tables.make(2, widest_here()); });
  EXPECT_EQ(kept.origin.starts_with("kept in "), made != nullptr) << kept.origin;
  EXPECT_EQ(kept.tables->hash(), 5400612629220814658u);
}

TEST_F(Cache, ReturnsTheTablesThatWereMade) {
  const KeptTables made = tables();
  EXPECT_EQ(made.origin, "made, and kept in " + file().string());
  const KeptTables kept = tables();
  EXPECT_EQ(kept.origin, "kept in " + file().string());
  EXPECT_EQ(kept.tables->hash(), made.tables->hash());
}

TEST_F(Cache, RemakesTablesThatAreDamagedOrOfAnotherBuild) {
  const std::uint64_t hash = tables().tables->hash();
  const auto spoil = [&](std::streamoff at) {
    std::fstream out(file(), std::ios::in | std::ios::out | std::ios::binary);
    out.seekp(at);
    out.put('!');
  };
  spoil(15);  // the version
  const KeptTables other = tables();
  EXPECT_NE(other.origin.find("is not of this version"), std::string::npos) << other.origin;
  spoil(100'000);
  const KeptTables damaged = tables();
  EXPECT_NE(damaged.origin.find("is damaged"), std::string::npos) << damaged.origin;
  EXPECT_EQ(damaged.tables->hash(), hash);
  fs::resize_file(file(), 1000);
  EXPECT_NE(tables().origin.find("is damaged"), std::string::npos);
  EXPECT_TRUE(tables().origin.starts_with("kept in "));
}

TEST_F(Cache, IsInMemoryUntilTheLastClaimEnds) {
  fs::create_directory(folder_ / "hilltop");
  champion_tables_in(folder_ / "hilltop", basic.options(), 2, Effort::quick, make);
  ASSERT_EQ(setenv("XDG_CACHE_HOME", folder_.c_str(), 1), 0);
  auto first = claim_champion_tables(basic.options(), 2, Effort::quick, 1);
  auto second = claim_champion_tables(basic.options(), 2, Effort::quick, 1);
  unsetenv("XDG_CACHE_HOME");
  const std::weak_ptr<const ChampionTables> tables =
      champion_tables(basic.options(), 2, Effort::quick, 1).tables;
  first = nullptr;
  EXPECT_FALSE(tables.expired());
  second = nullptr;
  EXPECT_TRUE(tables.expired());
}

TEST(ChampionTables, AProgressThatThrowsEndsTheirMaking) {
  ChampionTables tables(basic.options(), 2, Effort::quick);
  int calls = 0;
  EXPECT_THROW(tables.make(2, widest_here(),
                           [&](std::uint64_t, std::uint64_t) {
                             if (++calls == 3) throw std::runtime_error("enough");
                           }),
               std::runtime_error);
  EXPECT_EQ(calls, 3);
}

// On a loaded machine even the small work before the tables takes long. Its result is the same for
// any number of threads.
TEST(ChampionTables, WhatComesBeforeThemCanBeEndedAfterEachPart) {
  if (sanitized) GTEST_SKIP() << "whole tables are made by the optimized build";
  class Enough {};
  std::uint64_t last = 0, parts = 0;
  const Progress count = [&](std::uint64_t done, std::uint64_t all) {
    EXPECT_EQ(done, last + 1);
    last = done;
    parts = all;
  };
  const Progress end = [](std::uint64_t, std::uint64_t) { throw Enough(); };
  EXPECT_THROW(WorthTable(basic.options(), 2, widest_here(), end), Enough);
  const WorthTable worths(basic.options(), 2, widest_here(), count);
  EXPECT_EQ(last, parts);
  EXPECT_GT(parts, box_sets_max / 2);

  last = 0;
  EXPECT_THROW(total_distribution(worths, 2, nullptr, end), Enough);
  EXPECT_EQ(total_distribution(worths, 3, nullptr, count).chance,
            distribution_of("cab201-basic").distribution.chance);
  EXPECT_EQ(last, parts);
  EXPECT_GT(parts, box_sets_max);
}

TEST(Share, ThrowsWhatAThreadThrew) {
  const Progress untold;
  SharedProgress parts_done(untold, 1000);
  EXPECT_THROW(share(3, 1000, parts_done,
                     [] {
                       return [](std::size_t i) {
                         if (i == 7) throw std::runtime_error("seven");
                       };
                     }),
               std::runtime_error);
}

// Two threads have each done a part when the first one is counted.
TEST(Share, CallsNoProgressAgainThatHasThrown) {
  int calls = 0;
  const Progress end = [&](std::uint64_t, std::uint64_t) {
    ++calls;
    throw std::runtime_error("enough");
  };
  SharedProgress parts_done(end, 2);
  std::barrier both_done(2);
  EXPECT_THROW(
      share(2, 2, parts_done, [&] { return [&](std::size_t) { both_done.arrive_and_wait(); }; }),
      std::runtime_error);
  EXPECT_EQ(calls, 1);
}

TEST_F(Cache, DoesWithoutAFolderThatCannotBeWritten) {
  const KeptTables made =
      champion_tables_in("/proc/nowhere", basic.options(), 2, Effort::quick, make);
  EXPECT_NE(made.origin.find("cannot write /proc/nowhere/"), std::string::npos) << made.origin;
  const KeptTables homeless = champion_tables_in({}, basic.options(), 2, Effort::quick, make);
  EXPECT_NE(homeless.origin.find("no folder"), std::string::npos);
  EXPECT_EQ(homeless.tables->hash(), made.tables->hash());
}

TEST_F(Cache, SaysWhenTheDiskIsFull) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  tables();
  const fs::path kept = file();
  fs::remove(kept);
  fs::path unfinished = kept;
  unfinished.replace_extension(std::to_string(getpid()) + ".champion");
  fs::create_symlink("/dev/full", unfinished);
  const KeptTables again = tables();
  EXPECT_NE(again.origin.find("No space left"), std::string::npos) << again.origin;
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(Cache, MakesRoomForTheLast) {
  tables(2);
  const auto bytes = fs::file_size(file());
  tables(3);
  const auto hours = [&](const char* name, int ago) {
    fs::last_write_time(folder_ / name, fs::file_time_type::clock::now() - std::chrono::hours(ago));
  };
  hours("yahtzee-000-2-quick.champion", 2);
  hours("yahtzee-000-3-quick.champion", 3);
  tables(3);  // is used, so the other one is removed
  tables(4, 2 * bytes);
  EXPECT_TRUE(tables(3).origin.starts_with("kept in "));
  EXPECT_TRUE(tables(4).origin.starts_with("kept in "));
  EXPECT_FALSE(fs::exists(folder_ / "yahtzee-000-2-quick.champion"));
}

}  // namespace
}  // namespace hilltop::yahtzee::champion_tables_test
