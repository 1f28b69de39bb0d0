#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "games/yahtzee/solver/forecast.hpp"
#include "games/yahtzee/solver/win_table.hpp"

// The tables of the champions: 88 MB at up to 8 seats and 109 MB beyond. They take a while and
// another half gigabyte to make, so they are kept in the user's cache. A cached file is not
// trusted: its hash is checked.
namespace hilltop::yahtzee {

enum class Effort : std::uint8_t {
  full,
  quick,  // in six tenths of the time: one table for every place in the round, with fewer leads
};

class ChampionTables {
 public:
  // Contains zeros, to be read or made.
  ChampionTables(const Options& options, int seats, Effort effort);

  void make(int threads, Vectors vectors, const Progress& progress = {});

  const Options& options() const { return options_; }
  int seats() const { return seats_; }
  const Forecast& forecast() const { return forecast_; }

  // Returns the chance to win with a card after one's turn that is `ahead` points above the others'
  // level; `moved` is the share of the others that move earlier in the round.
  double chance(const Standing& standing, double ahead, double moved) const;

  // Returns FNV-1a over all numbers, eight bytes at a time.
  std::uint64_t hash() const;
  std::vector<std::span<std::byte>> parts();  // everything that is stored

 private:
  Options options_;
  int seats_;
  Forecast forecast_;
  std::vector<WinTable> wins_;  // by whether the others move first; `quick`: only if they do not
};

struct KeptTables {
  std::shared_ptr<const ChampionTables> tables;
  std::string origin;  // where the tables came from, and what was wrong with the cache if anything
};

inline constexpr std::uintmax_t cache_bytes_max = 2'000'000'000;

// Returns the tables from `folder` if they are there and intact; otherwise `make` fills them in,
// and they are written there, replacing the longest unused tables if the folder is full.
using MakeTables = std::function<void(ChampionTables&)>;
KeptTables champion_tables_in(const std::filesystem::path& folder, const Options& options,
                              int seats, Effort effort, const MakeTables& make,
                              std::uintmax_t bytes_max = cache_bytes_max);

// Returns $XDG_CACHE_HOME/hilltop, else ~/.cache/hilltop; empty if neither is an absolute path.
std::filesystem::path cache_folder();

// Returns the tables from the user's cache; the process keeps those that it used last. `progress`
// may throw, which ends the making of tables.
KeptTables champion_tables(const Options& options, int seats, Effort effort, int threads,
                           const Progress& progress = {});

// Makes sure that the tables are in memory until the claim ends. With their last claim the process
// forgets them, and the memory is free once no bot uses them.
std::shared_ptr<const void> claim_champion_tables(const Options& options, int seats, Effort effort,
                                                  int threads, const Progress& progress = {});

}  // namespace hilltop::yahtzee
