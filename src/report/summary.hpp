#pragma once
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "rating/leads.hpp"
#include "rating/ratings.hpp"
#include "rating/score.hpp"
#include "report/luck_row.hpp"
#include "report/stored_contest.hpp"

// The data of every form of a report.
namespace hilltop::report {

struct Pair {
  tournament::Tally a, b;
  // The different games by a's result; a game that was played again counts once. nullopt if the
  // game does not repeat, or an older version played some.
  std::optional<rating::Trinomial> distinct = {};

  std::optional<std::int64_t> distinct_games() const;
};

// The two bots of every pairing of the main stage, by their names, in canonical order.
using Pairs = std::map<std::pair<std::string, std::string>, Pair>;

// A bot's strength: in Elo, or in the game's unit where amounts rank.
struct Strength {
  double value;
  std::optional<double> margin;  // half the width of the 95 % interval
  std::size_t group;             // of bots that results compare
};

// The outcome of a contest. It refers to what it was made from.
struct Summary {
  const arena::Contest& contest;
  const arena::ContestReport& report;
  std::string name;             // of the contest, as commands take it
  const StoredContest* stored;  // null if the contest was just run
  Pairs pairs;
  // By EntryId: Bradley-Terry from the distinct games of two, Plackett-Luce from the order of the
  // bots in larger games, which only a store tells. nullopt: unknown, or amounts rank.
  std::optional<rating::Ratings> ratings;
  // By EntryId: what a bot takes per game in the game's unit. Empty: games won rank, or the store
  // lacks results of single games.
  std::vector<std::optional<rating::Lead>> leads = {};
  // The games of the main stage by seat, as far as the store has their results. Empty: it has none.
  std::vector<tournament::Tally> seats = {};
  std::optional<ContestLuck> luck = {};  // if it is asked for

  const std::string& name_of(tournament::EntryId entry) const { return contest.name_of(entry); }
  // Returns the rating or the lead of a bot; nullopt if it has none.
  std::optional<Strength> strength_of(tournament::EntryId entry) const;
  // Returns the contest's seed; nullopt if it is a secret and games are missing, or it
  // is sealed.
  std::optional<std::string> shown_seed() const;
  // Returns what was known of a secret seed before the first game; nullopt if the seed is a number.
  std::optional<std::string> commitment() const;
  // Returns the number of games of all pairings, play-offs included.
  std::int64_t games() const;
  // Returns the number of different games of the main stage; nullopt if it is not known of a pair.
  std::optional<std::int64_t> distinct_games() const;
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
// Returns the same with its 95 % interval.
rating::PairScore score(const tournament::Tally& tally);

}  // namespace hilltop::report
