#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rating/ranking.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::tournament {

enum class Format : std::uint8_t { everyone, round_robin, gauntlet, cup, swiss, hill };

enum class TieBreak : std::uint8_t {
  buchholz,  // of a Swiss tournament: what one's opponents scored
  won,       // games won
  sum,       // of the game's unit
  play_off,  // further games among those who tie for the first place; the last of a list
  earlier,   // the place in the contest's list
};

// Games to break one tie for the first place; then the rank is shared.
constexpr std::uint32_t play_off_games_max = 100;
// Sets of one meeting; then whoever leads goes up, or else the better seed, or the champion.
constexpr int sets_max = 100;
// So that the sets suffice for both to come within one of it.
constexpr int sets_to_win_max = sets_max / 2;
constexpr int swiss_rounds_max = 1000;

// What is played, and how it is ranked (docs/contests.md).
struct Plan {
  Format format = Format::round_robin;
  // In all, per pair, per set or per match (FormatTraits::games).
  std::uint32_t games = 1;
  bool mirrored = false;  // each deal is played again with the seats swapped; `games` is then even
  int sets_to_win = 4;    // of a cup's meeting, or one on the hill
  bool sum_decides_sets = false;     // more games won, then more of the game's unit (hands)
  int swiss_rounds = 0;              // 0: as many as a cup of those who take part would have
  std::vector<EntryId> challengers;  // of a gauntlet
  std::optional<EntryId> champion;   // of the hill, at the beginning; nullopt: the first listed
  rating::PointRule points;          // for a game; in a Swiss tournament for a meeting
  std::vector<TieBreak> tie_breaks;  // one after the other
  int seats_fewest = 1;              // with fewer contestants nothing is played

  bool plays_off() const { return !tie_breaks.empty() && tie_breaks.back() == TieBreak::play_off; }
};

}  // namespace hilltop::tournament
