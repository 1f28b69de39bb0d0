#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/timing.hpp"
#include "rating/score.hpp"
#include "tournament/fixture.hpp"
#include "tournament/game_record.hpp"
#include "tournament/result.hpp"

namespace hilltop::tournament {

// Returns the faults of a game in one form: place, kind and number of each kind. `counts`: by game,
// with places.
std::string faults_of_game(std::span<const FaultCount> counts, std::uint32_t game);

// Min number of faults of a fixture that are noted.
constexpr std::size_t fault_notes_min = 16;

// What tells a game of two from a different one, and its outcome: the lowest two bits are twice the
// points of the first place (0, 1 or 2), the others a hash of the moves, of the seats of both, and
// of forfeits. Two games of a fixture that have the same trace are the same game, played twice.
using GameTrace = std::uint64_t;

// What a trace hashes.
struct TracedGame {
  std::uint64_t moves;     // as the game's Trace hashes them
  std::uint64_t in_seat0;  // the place
  std::uint64_t left;      // the seats, as bits
};
GameTrace game_trace(const TracedGame& game, int half_points);
constexpr int half_points_of(GameTrace trace) { return static_cast<int>(trace & 3); }

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
  // Every game's result, in order (play/game_results.hpp); empty if not kept.
  std::vector<std::uint8_t> bytes;
  // Every game's trace, in order; empty if the game has none, or an older version played some.
  std::vector<GameTrace> traces;
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
