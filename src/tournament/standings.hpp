#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tournament/result.hpp"

namespace hilltop::rating {
struct PointRule;
}

namespace hilltop::tournament {

struct Plan;

// A meeting of two contestants in a round. `a` is the better seed of a cup, the champion of the
// hill, or the one ranked higher in a Swiss tournament.
struct Meeting {
  EntryId a, b;
  // Sets won; in a Swiss tournament, games won, or the sum of the unit with Plan::by_unit.
  std::int64_t a_score = 0, b_score = 0;
  std::optional<EntryId> winner;  // nullopt: not over yet, or tied (Swiss)
};

struct Round {
  std::vector<Meeting> meetings;
  std::optional<EntryId> bye;  // Swiss tournament: the contestant without an opponent
};

// All results so far. Tables and ranks are functions of them.
struct Standings {
  std::vector<Result> results;  // in canonical order within each round
  std::vector<Round> rounds;    // finished rounds of a cup, a Swiss tournament or the hill
  std::vector<EntryId> places;  // of a finished cup or hill, best first

  // Returns the sum of all games of `entry` in `stage`.
  Tally total(EntryId entry, Stage stage = Stage::main) const;
};

struct Row {
  EntryId entry;
  int rank;             // shared if a tie remains
  std::int64_t points;  // points_of() its games; in a complete Swiss tournament swiss_points()
  Tally tally;          // of the main stage
};

// Returns the points of games by the contest's [ranking]: what their outcomes are worth, or the sum
// of the game's unit.
std::int64_t points_of(const Plan& plan, const Tally& games);

// Returns by how much `a` leads `b` after a set, or after a meeting of a Swiss tournament; 0 if
// tied.
std::int64_t lead(const Plan& plan, const Tally& a, const Tally& b);

// Returns the points of `entry` in the rounds of a Swiss tournament; a bye counts as a win.
std::int64_t swiss_points(const Standings& standings, EntryId entry,
                          const rating::PointRule& points);

// Returns the table of the contestants in `field`, best first. A cup and the hill rank by places; a
// gauntlet by averages per meeting, because its two sides have different numbers of meetings. An
// unfinished contest is ranked by averages per game.
std::vector<Row> table(const Standings& standings, const std::vector<EntryId>& field,
                       const Plan& plan, bool complete = true);

}  // namespace hilltop::tournament
