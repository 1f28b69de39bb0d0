#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tournament/plan.hpp"

namespace hilltop::tournament {

// Two meet in a round. `a` is the better seed of a cup, the champion of the hill, or stood better
// in a Swiss tournament.
struct Meeting {
  EntryId a, b;
  std::int64_t a_score = 0, b_score = 0;  // sets won; in a Swiss tournament, games
  std::optional<EntryId> winner;          // nullopt: not over yet, or, in a Swiss tournament, tied
};

struct Round {
  std::vector<Meeting> meetings;
  std::optional<EntryId> bye;  // of a Swiss tournament: who had no opponent
};

// All that was decided so far. Tables and ranks are functions of it.
struct Standings {
  std::vector<Result> results;  // in canonical order within each round
  std::vector<Round> rounds;    // those that are over, of a cup, a Swiss tournament or the hill
  std::vector<EntryId> places;  // of a finished cup or hill, best first

  // What `entry` got out of all its games of the main stage, or of its play-offs.
  Tally total(EntryId entry, Stage stage = Stage::main) const;
};

struct Row {
  EntryId entry;
  int rank;  // shared by a tie that stays
  std::int64_t points;
  Tally line;  // of the main stage
};

// By how much `a` is ahead of `b` after a set, or a meeting of a Swiss tournament; 0: neither is.
std::int64_t lead(const Plan& plan, const Tally& a, const Tally& b);

// What `entry` scored in the rounds of a Swiss tournament; a bye counts as a win.
std::int64_t swiss_points(const Standings& standings, EntryId entry,
                          const rating::PointRule& points);

// The table, best first. `field` are the contestants. A cup and the hill rank by their places; a
// gauntlet by what each got a meeting, since its two sides have different numbers of them.
std::vector<Row> table(const Standings& standings, const std::vector<EntryId>& field,
                       const Plan& plan);

}  // namespace hilltop::tournament
