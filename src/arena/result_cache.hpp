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

// The results of a contest, in a store. A result is found by what it follows from: the game and its
// rules, the seed, the limits where a process sits, and who sits, by name and by content. So
// whatever changes none of these leaves it standing.
class ResultCache {
 public:
  // `bots`: by EntryId, as they were entered. `known`: null where everything is to be played again.
  // `writer`: null where nothing is.
  ResultCache(const Contest& contest, std::vector<store::BotRow> bots, const store::Store* known,
              store::Writer* writer)
      : contest_(contest), bots_(std::move(bots)), known_(known), writer_(writer) {}

  store::FixtureRow fixture_row(const tournament::Fixture& fixture) const;

  // What is known of the fixture's games, in order and each game once, in blocks that lie in one
  // stretch of `games_a_stretch` games of the fixture; or the one block that is all of it. What is
  // damaged is left out.
  std::vector<store::BatchRow> known(const tournament::Fixture& fixture,
                                     std::uint32_t games_a_stretch = tournament::games_max);
  // The record of a game that ended with this result.
  std::optional<tournament::GameRecord> record(const tournament::Fixture& fixture,
                                               std::uint32_t game,
                                               std::span<const std::uint8_t> result) const;

  // Keeps what was played. Safe to call from several threads at once.
  void keep(const tournament::Fixture& fixture, const BatchResult& played);
  // Keeps a fixture that was played through, with what its games came to.
  void keep(const tournament::Result& whole, BatchResult games);

  // What the check found of a bot, if it was made before; null: it was not.
  std::optional<store::QualificationRow> check(tournament::EntryId entry);
  void keep(tournament::EntryId entry, const store::QualificationRow& check);

  // Whether its games can be computed again.
  bool deterministic(const tournament::Fixture& fixture) const;
  // Whether every game's result is kept: it cannot be computed again, or more than two sat, so that
  // the tally does not say who was before whom.
  bool keeps_results(const tournament::Fixture& fixture) const;

  // What was known but not to be believed so far, a sentence each.
  const std::vector<std::string>& damage() const { return damage_; }

 private:
  void keep(const store::FixtureRow& row, store::BatchRow block);
  std::string names(const tournament::Fixture& fixture) const;
  // Why a block cannot be what the fixture's games came to, as far as it tells that itself; empty:
  // it can.
  std::string doubt(const tournament::Fixture& fixture, const store::BatchRow& block) const;
  store::Key key_of_check(tournament::EntryId entry) const;

  const Contest& contest_;
  std::vector<store::BotRow> bots_;
  const store::Store* known_;
  store::Writer* writer_;
  std::vector<std::string> damage_;
  std::mutex fresh_in_use_;
  std::set<store::Key> fresh_;  // fixtures that are played again, and of which something is kept
};

// The house bot that a store knows by its content, under whatever name it was entered; nullopt: the
// game has none such.
std::optional<HousePlayer> house_player(const GameModule& game, const store::BotRow& bot);

// A contestant as it is entered: a house bot, or what its author put into a folder.
std::expected<store::BotRow, Problem> identify(const Entrant& entrant);

// The contest as a store keeps it; `name` is what the command line calls it.
store::ContestRow kept_contest(const Contest& contest, std::string name,
                               std::vector<store::BotRow> bots);

}  // namespace hilltop::arena
