#pragma once
#include <cstddef>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arena/catalog.hpp"
#include "arena/contest.hpp"
#include "rating/adjusted.hpp"
#include "rating/sprt.hpp"

namespace hilltop::arena {

// What two bots got by one worth, and the luck in it.
struct LuckFigure {
  const WorthInfo* worth = nullptr;
  std::optional<std::size_t> bot;          // [0] or [1]; nullopt: [0] minus [1]
  std::vector<rating::LuckyResult> deals;  // means of the two games
  double sum = 0, squares = 0;             // of the results of single games

  // Returns how many times the variance of a deal's mean is smaller than that of two games of
  // different deals: what mirroring gains.
  double factor_of_mirroring() const;
};

// The luck in mirrored games of two bots, by each worth of the game, from the records of games.
// Used by one thread.
class PairLuck {
 public:
  // `contest`: of two (contest_of_two()); outlives this object. `threads` affects only the time.
  // Problem: the luck of this game, or of its rules, is not known.
  static std::expected<PairLuck, Problem> of(const Contest& contest, int threads);

  // Adds games that have records, both games of each deal. Throws std::runtime_error if a record
  // cannot be replayed.
  void add(const tournament::BatchResult& games);

  // Returns the share of the win of [0] first; of any other worth what each bot got, and the
  // difference.
  const std::vector<LuckFigure>& figures() const { return figures_; }
  // Returns the adjusted scores of [0] minus a half. The coefficient of a deal is from the batches
  // before it; of the first batch it is 1.
  const rating::Differences& scores() const { return scores_; }

 private:
  PairLuck(const Contest& contest, int threads);

  using LuckOfGame = std::vector<std::vector<SeatLuck>>;  // by worth and seat
  std::vector<LuckOfGame> luck_of(const tournament::BatchResult& games);
  std::expected<LuckOfGame, Problem> luck_of(const tournament::GameRecord& game, Analyst& analyst);
  void add_scores(std::size_t first_deal);

  const Contest& contest_;
  int threads_;
  std::vector<std::unique_ptr<Analyst>> analysts_;  // by thread
  std::vector<LuckFigure> figures_;
  rating::LuckMoments moments_;  // of the scores so far
  rating::Differences scores_;
};

// Returns whether the luck of games of two is known; if not, the Problem says why.
std::expected<void, Problem> knows_luck(const GameModule& game, const AnyGame& any_game, int seats);

// Returns the name of a house bot with its usual settings; empty for any other player.
std::string known_player(const play::Entrant& entrant);

}  // namespace hilltop::arena
