#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/timing.hpp"
#include "rating/score.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::tournament {

// A game that cannot be recomputed, as a record (match/record.hpp).
struct GameRecord {
  std::uint32_t game;
  std::string text;
  std::vector<std::uint8_t> result;  // as in BatchResult::bytes; empty in older stores
};

// Min number of faults of a fixture that are noted.
constexpr std::size_t fault_notes_min = 16;

// The result of consecutive games of a fixture. "By place" means in the order of the fixture's
// entries; FaultNote::entry and FaultCount::entry hold a place here too.
struct BatchResult {
  std::uint32_t first_game = 0, games = 0;
  std::vector<Tally> tallies;  // by place
  // The first fault_notes_min faults and the first of each kind of each place, in the order of
  // games.
  std::vector<FaultNote> notes;
  std::vector<FaultCount> fault_counts;   // all faults, in the order of games
  std::optional<FaultNote> disqualified;  // the fault that ended the batch
  // Number of mirrored deals, both games of which are in the batch, by the first place's points.
  rating::Pentanomial deals{};
  // Every game's result, in order (arena/game_results.hpp); empty if not kept.
  std::vector<std::uint8_t> bytes;
  std::vector<GameRecord> records;      // only of games for which records are kept
  std::optional<std::uint32_t> layers;  // of the sandbox, common to all processes; or nullopt
  std::vector<Timing> timings;          // answer times of processes, by place; empty if none ran

  // Returns the result of no games, to which games from `first_game` on can be added.
  static BatchResult none(std::uint32_t first_game, std::size_t places);

  // Adds the games that follow directly.
  void add(BatchResult later);
  // Adds a fault of the last game to notes, counts and tallies.
  void add(FaultNote fault);

 private:
  void note(FaultNote fault);
};

// Returns the sandbox layers common to two groups of processes; nullopt if both are nullopt, which
// stands for no process.
std::optional<std::uint32_t> layers_of_all(std::optional<std::uint32_t> a,
                                           std::optional<std::uint32_t> b);

// Adds `more` to `sums` place by place. The shorter list counts as zero.
void add_up(std::vector<Timing>& sums, const std::vector<Timing>& more);

}  // namespace hilltop::tournament
