// A store in a folder of its own, and rows to put into it.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <sqlite3.h>
#include <stdexcept>
#include <string>
#include <utility>

#include "store/store.hpp"

namespace hilltop::store {

class Stored : public testing::Test {
 protected:
  Stored() {
    std::string name = testing::TempDir() + "hilltop-store-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no scratch folder");
    folder_ = name;
  }
  ~Stored() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file() const { return folder_ / "hilltop.db"; }
  Store open(Store::Access access = Store::Access::create) const {
    auto store = Store::open(file(), access);
    if (!store) throw std::runtime_error(store.error().text);
    return *std::move(store);
  }
  std::string refusal(Store::Access access = Store::Access::create) const {
    const auto store = Store::open(file(), access);
    return store ? "opened" : store.error().text;
  }
  std::string contents() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& text) const { std::ofstream(file(), std::ios::binary) << text; }
  void sql(const std::string& text) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }

  std::filesystem::path folder_;
};

inline Key key(std::uint8_t with) {
  Key key{};
  key.fill(with);
  return key;
}

inline FixtureRow fixture_row(std::uint8_t number = 1) {
  return {
      key(number),
      {{"bold", "Bold", key(100), true, "", ""}, {"Ünï", "Ü", key(101), false, "Ann", "Python"}}};
}

inline BatchRow block(std::uint32_t first_game, std::uint32_t games) {
  BatchRow block;
  block.first_game = first_game;
  block.games = games;
  block.tallies.resize(2);
  for (tournament::Tally& line : block.tallies) {
    line.games = games;
    line.won = games / 2;
    line.tied = games % 2;
    line.faults = 1;
    line.sum = -7;
  }
  block.tallies[1].best = -3;
  block.notes = {{1,
                  first_game,
                  {FaultKind::timeout, "no output", "Error\n", "turn 0", "move 9",
                   std::chrono::milliseconds(70), /*overloaded=*/true}}};
  block.fault_counts = {{first_game, 0, FaultKind::crashed, false, 1},
                        {first_game, 1, FaultKind::timeout, true, 1}};
  block.layers = 5;
  block.timings = {{}, {7, std::chrono::milliseconds(21), std::chrono::nanoseconds(9'000'001)}};
  block.digest = std::string(62, '0') + "ff";
  block.bytes = {0, 255, 7};
  constexpr std::uint32_t traced_max = 1000;  // larger blocks are of a game without traces
  for (std::uint64_t game = 0; game < games && games <= traced_max; ++game)
    block.traces.push_back(~(game * 0x9e3779b97f4a7c15) << 2 | game % 3);
  return block;
}

// A block of a fixture that is not complete.
inline BatchRow part_of_it(std::uint32_t first_game, std::uint32_t games) {
  BatchRow part = block(first_game, games);
  part.digest.clear();
  return part;
}

inline void expect_same(const BatchRow& a, const BatchRow& b) {
  EXPECT_EQ(a.first_game, b.first_game);
  EXPECT_EQ(a.games, b.games);
  EXPECT_EQ(a.tallies, b.tallies);
  EXPECT_EQ(a.traces, b.traces);
  ASSERT_EQ(a.notes.size(), b.notes.size());
  for (std::size_t i = 0; i < a.notes.size(); ++i) {
    EXPECT_EQ(a.notes[i].entry, b.notes[i].entry);
    EXPECT_EQ(a.notes[i].game, b.notes[i].game);
    EXPECT_EQ(a.notes[i].fault.kind, b.notes[i].fault.kind);
    EXPECT_EQ(a.notes[i].fault.detail, b.notes[i].fault.detail);
    EXPECT_EQ(a.notes[i].fault.error_output, b.notes[i].fault.error_output);
    EXPECT_EQ(a.notes[i].fault.asked, b.notes[i].fault.asked);
    EXPECT_EQ(a.notes[i].fault.said, b.notes[i].fault.said);
    EXPECT_EQ(a.notes[i].fault.delay, b.notes[i].fault.delay);
    EXPECT_EQ(a.notes[i].fault.overloaded, b.notes[i].fault.overloaded);
  }
  EXPECT_EQ(a.fault_counts, b.fault_counts);
  EXPECT_EQ(a.disqualified.has_value(), b.disqualified.has_value());
  EXPECT_EQ(a.layers, b.layers);
  EXPECT_EQ(a.digest, b.digest);
  EXPECT_EQ(a.bytes, b.bytes);
  EXPECT_EQ(a.timings, b.timings);
}

}  // namespace hilltop::store
