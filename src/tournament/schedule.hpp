#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tournament/standings.hpp"

namespace hilltop::tournament {

// Who takes part: all contestants have names; those in `entries` have not been disqualified.
struct Field {
  std::vector<std::string> names;  // by EntryId
  std::vector<EntryId> entries;    // in the order of the contest's list
};

// Answers: given what has been decided, who meets whom next? Empty: nobody.
// Rounds, not single fixtures: what comes next depends on finished rounds alone, so that the
// outcome does not depend on which game was over first. Rounds list their fixtures in canonical
// order (the sorted names of those who sit, then the number of the game).
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual std::vector<Fixture> next_round(Standings& so_far) = 0;
};

enum class Format { everyone, round_robin, cup };

struct Plan {
  Format format = Format::round_robin;
  std::uint32_t games = 1;  // a pair; in all for `everyone`; a set for a cup
  rating::PointRule points;
  TieBreak tie_break = TieBreak::none;
  int seats_fewest = 1;           // with fewer contestants nothing is played
  bool sum_decides_sets = false;  // of a cup: more won, then more of the game's unit (hands)
};

// Games to break one tie for the first place; then the rank is shared.
constexpr std::uint32_t play_off_games_most = 100;
constexpr int sets_to_win = 4;
// Sets of one meeting; then whoever leads goes up, or else the better seed.
constexpr int sets_most = 100;

// Games that a format can be asked for: every game of two contestants has a number of its own.
constexpr std::uint32_t games_most_of(Format format) {
  return format == Format::cup ? games_most / sets_most : games_most;
}

std::unique_ptr<Schedule> make_schedule(const Plan& plan, Field field);

}  // namespace hilltop::tournament
