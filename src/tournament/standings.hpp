#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rating/ranking.hpp"
#include "tournament/fixture.hpp"

namespace hilltop::tournament {

enum class TieBreak { none, play_off, sum, earlier };

// One meeting of a cup; `a` is the better seed.
struct Meeting {
  EntryId a, b;
  int a_sets = 0, b_sets = 0;
  std::optional<EntryId> winner;
};

// All that was decided so far. Tables and ranks are functions of it.
struct Standings {
  std::vector<Result> results;               // in canonical order within each round
  std::vector<std::vector<Meeting>> rounds;  // of a cup
  std::vector<EntryId> places;               // of a finished cup, best first

  // What `entry` got out of all its games of the main stage, or of its play-offs.
  Line total(EntryId entry, Stage stage = Stage::main) const;
};

struct Row {
  EntryId entry;
  int rank;  // shared by a tie that stays
  std::int64_t points;
  Line line;  // of the main stage
};

// The table, best first. `field` are the contestants; a cup ranks by its places.
std::vector<Row> table(const Standings& standings, const std::vector<EntryId>& field,
                       const rating::PointRule& points, TieBreak tie_break);

}  // namespace hilltop::tournament
