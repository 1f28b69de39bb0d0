#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tournament/plan.hpp"
#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// A format of tournament: all that tells it from the others (docs/decisions/0006-ranking.md). A new
// one is a row in formats.cpp, a name in Format and the file of its schedule.
struct FormatTraits {
  Format format;
  std::string_view kind;   // in contest files
  std::string_view games;  // what `games` counts: "per pair"
  std::string_view about;  // one line
  std::unique_ptr<Schedule> (*schedule)(const Plan& plan, Field field);
  std::span<const std::string_view> keys;  // of [format], besides those that every format has
  // What a round is called if a round follows from the one before it, so that there is no ranking
  // before the last one. Empty: all pairings are known from the beginning.
  std::string_view round = {};
  // What the score of a match in a round counts: "sets", or "won" games.
  std::string_view score = {};
  bool one_game_for_all = false;     // every bot plays in every game; else games have two players
  bool listed_order_counts = false;  // the contest's list is the seeding
  bool has_play_offs = true;         // the tie-break "play-off" is possible
  std::uint32_t matches_of_two_max = 1;  // each with `games` games that have numbers of their own
  int sets_to_win = 0;                   // of a match, if the file does not say; 0: it has no sets
  bool points_are_per_match = false;     // else per game
  bool has_byes = false;                 // a round says which bot has no opponent
  rating::PointRule points = {};         // if the file does not say
  std::span<const TieBreak> tie_breaks = {};  // the same
};

std::span<const FormatTraits> formats();
const FormatTraits& traits_of(Format format);

// Games that a plan can be asked for: every game of two contestants has a number of its own.
std::uint32_t games_max_of(Format format);

}  // namespace hilltop::tournament
