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

// What a bot got by one worth, and the luck in it.
struct LuckFigure {
  const WorthInfo* worth = nullptr;
  std::optional<std::size_t> bot;          // of the entrants; nullopt: [0] minus [1]
  std::vector<rating::LuckyResult> deals;  // means of the games of each deal
  double sum = 0, squares = 0;             // of the results of single games

  // Adds the games of a deal: two if deals are mirrored, else one.
  void add(std::span<const rating::LuckyResult> games);

  // Returns how many times the variance of a mirrored deal's mean is smaller than that of two games
  // of different deals: what mirroring gains.
  double factor_of_mirroring() const;
};

// The luck in mirrored games of two bots, by each worth of the game. Used by one thread.
class PairLuck {
 public:
  // `any_game` outlives this object. `threads` affects only the time. Problem: the luck of this
  // game, or of its rules, is not known.
  static std::expected<PairLuck, Problem> of(const GameModule& game, const AnyGame& any_game,
                                             int threads);

  // Adds games, both of each deal; with records if luck_needs_records(). `contest`: of the two
  // (contest_of_two()), under the rules of the others. Returns the mean of the adjusted scores of
  // [0] minus a half. Throws std::runtime_error if a record cannot be replayed.
  double add(const Contest& contest, const tournament::BatchResult& games);

  // Returns the share of the win of [0] first; of any other worth what each bot got, and the
  // difference.
  const std::vector<LuckFigure>& figures() const { return figures_; }
  // Returns the adjusted scores of [0] minus a half. The coefficient of a deal is from the batches
  // before it; of the first batch it is 1.
  const rating::Differences& scores() const { return scores_; }

 private:
  PairLuck(const GameModule& game, const AnyGame& any_game, int threads);

  // Write the luck of games: of house bots that play them again, or from their records.
  void play_again(const Contest& contest, const tournament::BatchResult& games,
                  std::vector<LuckOfGame>& luck);
  void read_records(const Contest& contest, const tournament::BatchResult& games,
                    std::vector<LuckOfGame>& luck);
  double add_scores(std::size_t first_deal);

  std::span<const WorthInfo> worths_;
  std::vector<std::unique_ptr<Analyst>> analysts_;  // by thread
  std::vector<LuckFigure> figures_;
  rating::LuckMoments moments_;  // of the scores so far
  rating::Differences scores_;
};

// Returns whether luck is found from records: house bots play their games again, others do not.
bool luck_needs_records(std::span<const play::Entrant> entrants);

// Returns how many threads may find the luck of games while these bots play: one if any is a
// process, which is not to lose time to it.
int threads_for_luck(std::span<const play::Entrant> entrants, int threads);

// Returns whether the luck of games of two is known; if not, the Problem says why.
std::expected<void, Problem> knows_luck(const GameModule& game, const AnyGame& any_game, int seats);

}  // namespace hilltop::arena
