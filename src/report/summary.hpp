#pragma once
#include <map>
#include <string>
#include <utility>

#include "rating/ratings.hpp"
#include "report/stored_contest.hpp"

// The data of every form of a report.
namespace hilltop::report {

struct Pair {
  tournament::Tally a, b;
};

// The two bots of every pairing of the main stage, by their names, in canonical order.
using Pairs = std::map<std::pair<std::string, std::string>, Pair>;

// The outcome of a contest. It refers to what it was made from.
struct Summary {
  const arena::Contest& contest;
  const arena::ContestReport& report;
  std::string name;             // of the contest, as commands take it
  const StoredContest* stored;  // null if the contest was just run
  Pairs pairs;
  // By EntryId: Bradley-Terry from games of two, Plackett-Luce from the order of the bots in larger
  // games, which only a store tells.
  std::optional<rating::Ratings> ratings;

  const std::string& name_of(tournament::EntryId entry) const { return contest.name_of(entry); }
  // Returns the number of games of all pairings, play-offs included.
  std::int64_t games() const;
  // Returns the tally of `bot` against `other`; null if they did not meet.
  const tournament::Tally* tally(const std::string& bot, const std::string& other) const;
};
Summary summary_of(const arena::Contest& contest, std::string name,
                   const arena::ContestReport& report);
Summary summary_of(const StoredContest& stored, const arena::ContestReport& report);

// Returns the mean of the game's unit per game.
double mean(const tournament::Tally& tally);

// Returns the share of games won; a tie is half a game.
double share(const tournament::Tally& tally);

}  // namespace hilltop::report
