#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rating/ranking.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::tournament {

enum class Format : std::uint8_t { everyone, round_robin, gauntlet, cup, swiss, hill };

enum class TieBreak : std::uint8_t {
  buchholz,  // Swiss tournament: the sum of the opponents' points
  won,       // number of games won
  sum,       // points in the game's unit
  play_off,  // more games among those that tie for first place; must be last
  earlier,   // the earlier entry in the contest's list
};

// Max games to break a tie for the first place; after them the rank is shared.
constexpr std::uint32_t play_off_games_max = 100;
// Max sets of a meeting; after them the leader wins, or else the better seed or the champion.
constexpr int sets_max = 100;
// Leaves enough sets for both sides to come within one of this.
constexpr int sets_to_win_max = sets_max / 2;
constexpr int swiss_rounds_max = 1000;

// What is played, and how it is ranked (docs/contests.md).
struct Plan {
  Format format = Format::round_robin;
  // Number of games: in all, per pair, per set or per match (FormatTraits::games).
  std::uint32_t games = 1;
  bool mirrored = false;  // each deal is played twice with swapped seats; `games` must be even
  int sets_to_win = 4;    // per match of a cup or the hill
  bool sum_decides_sets = false;  // a set goes to more games won, then to more points (hands)
  // The sum of the game's unit decides games, sets and matches, not the number of games won.
  bool by_unit = false;
  int swiss_rounds = 0;              // 0: as many as a cup of the same size would have
  std::vector<EntryId> challengers;  // gauntlet
  std::optional<EntryId> champion;   // initial champion of the hill; nullopt: the first listed
  rating::PointRule points;          // per game; in a Swiss tournament per match
  std::vector<TieBreak> tie_breaks;  // in order of priority
  int seats_fewest = 1;              // nothing is played with fewer contestants

  bool plays_off() const { return !tie_breaks.empty() && tie_breaks.back() == TieBreak::play_off; }
};

}  // namespace hilltop::tournament
