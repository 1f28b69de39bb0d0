#pragma once
#include <map>
#include <string>
#include <utility>

#include "apps/cli/stored_contest.hpp"
#include "rating/ratings.hpp"

// What every form of a report says, from what was played.
namespace hilltop::cli {

const std::string& name_of(const arena::Contest& contest, tournament::EntryId entry);

struct Pair {
  tournament::Tally a, b;
};

// Every two who met in the main stage, by their names, in canonical order.
using Pairs = std::map<std::pair<std::string, std::string>, Pair>;
Pairs pairs(const arena::Contest& contest, const arena::ContestReport& report);

// By EntryId: from the games of pairs by Bradley and Terry; where more sit in a game, from the
// order in which they came in by Plackett and Luce, if it was kept.
rating::Ratings ratings(const StoredContest& stored, const arena::ContestReport& report);

// Of the game's unit, a game.
double mean(const tournament::Tally& line);

// The share of games won, a tie as half of one.
double share(const tournament::Tally& line);

}  // namespace hilltop::cli
