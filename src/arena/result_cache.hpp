#pragma once
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "arena/contest.hpp"
#include "runner/content.hpp"
#include "store/store.hpp"
#include "store/writer.hpp"

namespace hilltop::arena {

// The results of a contest in a store. The key of a result is a hash of all that determines it: the
// game and its rules, the seed, the limits if a process plays, and the players' names and files. A
// result stays valid as long as none of these changes.
class ResultCache {
 public:
  // `bots`: by EntryId. `stored`: null to play everything again. `writer`: null to store nothing.
  ResultCache(const Contest& contest, std::vector<store::BotRow> bots, const store::Store* stored,
              store::Writer* writer)
      : contest_(contest), bots_(std::move(bots)), stored_(stored), writer_(writer) {}

  store::FixtureRow fixture_row(const tournament::Fixture& fixture) const;

  // Returns the stored games of the fixture, in order and each game once: as one block if it is
  // complete, else as blocks that do not cross multiples of `games_a_stretch` games. Leaves out
  // damaged blocks.
  std::vector<store::BatchRow> recall(const tournament::Fixture& fixture,
                                      std::uint32_t games_a_stretch = tournament::games_max);
  // Deletes the stored results of some games, which are in order, so that they can be played again.
  // `stored`: the blocks from recall(). Returns the blocks without these games; all games of a
  // block of an older version are deleted if it does not tell its faults.
  std::vector<store::BatchRow> drop(const tournament::Fixture& fixture,
                                    const std::vector<store::BatchRow>& stored,
                                    std::span<const std::uint32_t> games,
                                    std::uint32_t games_a_stretch);
  // Returns the stored records of the games `first_game` to `last_game`, as Store::records() does.
  std::vector<tournament::GameRecord> records(const tournament::Fixture& fixture,
                                              std::uint32_t first_game,
                                              std::uint32_t last_game) const;

  // Stores the games of a result. Safe to call from several threads at once.
  void keep(const tournament::Fixture& fixture, const tournament::BatchResult& played);
  // Stores a completed fixture with the results of its games. If another run has completed it
  // first, with other results, returns those, which stay.
  std::optional<store::BatchRow> keep(const tournament::Result& whole,
                                      tournament::BatchResult games);

  // Returns the stored check of a bot; nullopt if there is none.
  std::optional<store::QualificationRow> check(tournament::EntryId entry);
  void keep(tournament::EntryId entry, const store::QualificationRow& check);

  // Returns whether the fixture's games can be recomputed: all its players are house bots.
  bool deterministic(const tournament::Fixture& fixture) const;
  // Returns whether the result of every game is stored: the games cannot be recomputed, or have
  // more than two players, whose order in each game the tally does not tell, or amounts rank.
  bool keeps_results(const tournament::Fixture& fixture) const;

  // Returns the stored results rejected so far, a sentence each.
  const std::vector<std::string>& damage() const { return damage_; }
  // Returns the number of fixtures that another run completed first, with other results.
  std::uint64_t overtaken() const { return overtaken_; }

 private:
  // Returns whether results without those of single games do not count. A contest in which
  // amounts rank finds pairings of house bots that another contest stored without them.
  bool needs_results(const tournament::Fixture& fixture) const;
  void keep(const store::FixtureRow& row, store::BatchRow block);
  std::string names(const tournament::Fixture& fixture) const;
  // Returns why a block contradicts itself or the fixture; empty if it does not.
  std::string doubt(const tournament::Fixture& fixture, const store::BatchRow& block) const;
  std::string doubt_of_processes(const tournament::Fixture& fixture,
                                 const store::BatchRow& block) const;
  store::Key key_of_check(tournament::EntryId entry) const;

  const Contest& contest_;
  std::vector<store::BotRow> bots_;
  const store::Store* stored_;
  store::Writer* writer_;
  std::vector<std::string> damage_;
  std::uint64_t overtaken_ = 0;
  std::mutex fresh_in_use_;
  std::set<store::Key> fresh_;  // fixtures whose older results --fresh has deleted
};

// Returns the house bot with the content that the store has, under any name; nullopt if the game
// has none.
std::optional<play::HousePlayer> house_player(const GameModule& game, const store::BotRow& bot);

// Returns the store's row for an entrant. Problem: its files cannot be read.
std::expected<store::BotRow, Problem> identify(const play::Entrant& entrant);
// Does the same, and makes sure that the files that it identifies are those that play. Problem also
// if they change meanwhile.
std::expected<store::BotRow, Problem> enter(const play::Entrant& entrant,
                                            const play::BotHost& host);

// Enters all entrants and fills in their contents. Returns their rows.
std::expected<std::vector<store::BotRow>, Problem> enter_all(std::span<play::Entrant> entrants,
                                                             const play::BotHost& host);

// Returns the content that stands for a house bot's files.
runner::ContentHash content_of_house_bot(const std::string& name);

// Returns the key of the seed that is drawn for a contest.
store::Key key_of_drawn_seed(const Contest& contest, const std::string& name);

// Returns the store's row for a contest. `name`: its name on the command line.
store::ContestRow kept_contest(const Contest& contest, std::string name,
                               std::vector<store::BotRow> bots);

}  // namespace hilltop::arena
