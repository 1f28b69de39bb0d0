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

// What the champions play by. It is 266 MB at up to 8 seats and 347 MB beyond, and takes a while
// and half a gigabyte more to make, so it is kept in the user's cache. A file there is not taken
// for sound: its hash is reckoned again.
namespace hilltop::yahtzee {

enum class Effort : std::uint8_t {
  full,
  quick,  // a third of the time: one table for every place in the round, of fewer leads
};

class ChampionTables {
 public:
  // All numbers 0, to be read or made.
  ChampionTables(const Options& options, int seats, Effort effort);

  void make(int threads, Vectors vectors, const Progress& progress = {});

  const Options& options() const { return options_; }
  int seats() const { return seats_; }
  const Forecast& forecast() const { return forecast_; }

  // To win, of a card after one's turn, with so many points more than the others' level; `moved`:
  // the part of them that moves before one in each round.
  double chance(const Standing& standing, double ahead, double moved) const;

  // FNV-1a over all numbers, eight bytes at a time.
  std::uint64_t hash() const;
  std::vector<std::span<std::byte>> parts();  // all that is kept

 private:
  Options options_;
  int seats_;
  Forecast forecast_;
  std::vector<WinTable> wins_;  // by whether the others move before one; `quick`: if they do not
};

struct KeptTables {
  std::shared_ptr<const ChampionTables> tables;
  std::string origin;  // where they came from, and what was wrong with the cache if anything was
};

inline constexpr std::uintmax_t cache_bytes_max = 2'000'000'000;

// From the folder if they are there and sound, else as `make` fills them in; then they are written
// there, and of other tables those that were longest unused make room.
using MakeTables = std::function<void(ChampionTables&)>;
KeptTables champion_tables_in(const std::filesystem::path& folder, const Options& options,
                              int seats, Effort effort, const MakeTables& make,
                              std::uintmax_t bytes_max = cache_bytes_max);

// $XDG_CACHE_HOME/hilltop, else ~/.cache/hilltop; empty if neither is known as an absolute path.
std::filesystem::path cache_folder();

// From the user's cache; the process holds those that were asked for last.
KeptTables champion_tables(const Options& options, int seats, Effort effort, int threads,
                           const Progress& progress = {});

}  // namespace hilltop::yahtzee
