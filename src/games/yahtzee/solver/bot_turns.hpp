#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "games/yahtzee/solver/kept_by_card.hpp"
#include "games/yahtzee/solver/spread_points.hpp"
#include "games/yahtzee/solver/standing.hpp"
#include "games/yahtzee/solver/upper.hpp"

namespace hilltop::yahtzee {

// The outcomes of the turns of a bot that looks only at its dice, the rolls left and its open
// boxes, and what each card is worth to it.
class BotTurns {
 public:
  using TellChoice = std::function<void(double chance, const Move& move)>;
  // Calls tell(chance, move) for each move that the bot may choose.
  using Choices = std::function<void(const View& view, const TellChoice& tell)>;

  // Takes about 0.4 s.
  BotTurns(const Options& options, const Choices& choices);

  // One end of a turn: what the box then holds, and the points with the Yahtzee bonus.
  struct Outcome {
    Category category;
    std::uint8_t score, points;
    double chance;
  };
  // Returns all ends of a turn with these boxes; their chances sum to one.
  std::span<const Outcome> outcomes(const BoxSet& boxes) const { return outcomes_[boxes.number()]; }

  // Returns the points to come on average, including the upper bonus.
  double worth(const Standing& standing) const { return worth_[card(standing)]; }
  double expectation() const { return worth({}); }

  // Numbers the cards.
  static std::size_t card(const Standing& standing) {
    return standing.number() * upper_totals + static_cast<std::size_t>(standing.upper_total);
  }
  static constexpr std::size_t cards = box_sets_max * upper_totals;

 private:
  static std::vector<Outcome> outcomes_of(const Options& options, const Choices& choices,
                                          const BoxSet& boxes);
  void sum_worths(const BoxSet& boxes);

  std::vector<std::vector<Outcome>> outcomes_;  // by set of boxes; empty on full cards
  std::vector<double> worth_;                   // by card
};

// The ends of turns that were last asked for, as what they are worth: points with those to come.
class EndsOfTurns {
 public:
  explicit EndsOfTurns(const BotTurns& turns) : turns_(turns), kept_(BotTurns::cards, ends_kept) {}

  // Returns those of a turn with this card, as long as no others are asked for.
  const SpreadPoints& of(const Standing& standing);

 private:
  static constexpr std::size_t ends_kept = 1 << 16;  // 15 MB if all are used

  const BotTurns& turns_;
  KeptByCard<SpreadPoints> kept_;
};

}  // namespace hilltop::yahtzee
