#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/timing.hpp"
#include "rating/score.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::tournament {

// A game as it went, where it cannot be computed again: a record (match/record.hpp).
struct GameRecord {
  std::uint32_t game;
  std::string text;
  std::vector<std::uint8_t> result;  // as in BatchResult::bytes; empty: older versions kept none
};

// Notes of faults that are kept of one batch; the rest is counted.
constexpr std::size_t fault_notes_max = 16;

// What came of consecutive games of a fixture, from the seat to the store. Places are those of the
// fixture's entries, in tallies, timings and as the entries of notes.
struct BatchResult {
  std::uint32_t first_game = 0, games = 0;
  std::vector<Tally> tallies;             // by place
  std::vector<FaultNote> notes;           // the first ones, in the order of games
  std::optional<FaultNote> disqualified;  // the batch ends with it
  // Of mirrored deals, both games of which are in the batch: what the first place scored.
  rating::Pentanomial deals{};
  // Every game's result, in order (arena/game_results.hpp); empty where it was not kept.
  std::vector<std::uint8_t> bytes;
  std::vector<GameRecord> records;      // where they were asked for
  std::optional<std::uint32_t> layers;  // of the sandbox, around every process; nullopt: none ran
  std::vector<Timing> timings;          // by place, of processes' answers; empty: none ran

  // Nothing, of games that begin with `first_game`.
  static BatchResult none(std::uint32_t first_game, std::size_t places);

  // Takes in the games that follow.
  void add(BatchResult later);
};

// The layers around every one of two groups of processes; nullopt: of none.
std::optional<std::uint32_t> layers_of_all(std::optional<std::uint32_t> a,
                                           std::optional<std::uint32_t> b);

// Place by place; nothing where there is nothing to add.
void add_up(std::vector<Timing>& sums, const std::vector<Timing>& more);

}  // namespace hilltop::tournament
