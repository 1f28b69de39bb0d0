#pragma once
#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "games/yahtzee/solver/deviations.hpp"
#include "games/yahtzee/solver/lead_shares.hpp"
#include "games/yahtzee/solver/score_worth.hpp"

namespace hilltop::yahtzee {

// The share of the win that each seat may expect: the chance to be on top, from the totals that all
// seats may expect and the deviations from them, of known bots or of players that play as Optimal.
// The shares of all seats sum to one. A seat that has left gets nothing. Of two seats, the turns of
// a known bot are foreseen.
class WinWorth {
 public:
  static constexpr bool is_exact = true;  // before a roll it is the mean of what can fall

  WinWorth(const WorthTable& table, const Deviations& deviations)
      : scores_(table), expectation_(table.expectation()), deviations_(deviations) {}

  // Names the known bots of the next game, as ScoreWorth does. With them there is less noise.
  void know(std::vector<const KnownBot*> bots);

  bool foresees(const ChanceEvents::Node& node) const;
  void before_turn(const ChanceEvents::Node& node, std::span<double> by_seat);
  void after_turn(const ChanceEvents::Node& node, std::span<double> by_seat);
  // What seats may expect, which the shares follow from.
  ScoreWorth& scores() { return scores_; }
  void of(const ChanceEvents::Node& node, std::span<double> by_seat);

 private:
  // What a seat may expect; of the mover, whose dice change it, only the turns to come.
  struct Prospect {
    std::size_t seat;
    int turns;
    double total;
    friend bool operator==(const Prospect&, const Prospect&) = default;
  };

  // Totals of the mover after a roll, in steps: shares are computed for whole steps only, and are
  // linear between them.
  struct Stage {
    std::vector<double> up_to;                // by steps: chance to deviate by at most 1/2 more
    std::vector<double> weights;              // of totals that are to be averaged
    std::vector<std::vector<double>> shares;  // by total; of prospects_; empty: not computed
  };

  // A turn of two that is foreseen, as its mover sees it.
  struct ForeseenTurn {
    std::size_t mover, rival;
    const LeadShares::Curve* after;
    double points, lead;  // of the mover: now, without what is to come
  };

  // Returns the points per turn that a seat is known to lose against best play.
  double loss(std::size_t seat) const {
    const KnownBot* const bot = scores_.known(seat);
    return bot != nullptr ? (expectation_ - bot->turns.expectation()) / rounds : 0;
  }
  const Deviations& deviations_of(std::size_t seat) const {
    const KnownBot* const bot = scores_.known(seat);
    return bot != nullptr ? bot->deviations : deviations_;
  }
  void tell_share(double share, std::span<double> by_seat) const;  // of the foreseen turn's mover
  LeadShares& lead_shares(const Deviations& mover, const Deviations& rival);
  EndsOfTurns& ends_of(const KnownBot& bot);
  void look_at(const State& game);
  // Returns the total that the mover may expect, without what its turn is worth after the roll.
  double total_now(const ChanceEvents::Node& node) const;
  double total_between_turns(const State& game, std::size_t seat) {
    return scores_.between_turns(game.cards[seat], seat);
  }
  void share_of_two(const ChanceEvents::Node& node, std::span<double> by_seat);
  void share_of_many(const ChanceEvents::Node& node, std::span<double> by_seat);
  void begin_turn();
  void weigh_rivals();
  void add_weight(Stage& stage, double chance, double total) const;
  void compute(const Stage& stage, int total, std::vector<double>& shares) const;

  ScoreWorth scores_;
  double expectation_;  // of best play
  const Deviations& deviations_;
  std::map<std::pair<const Deviations*, const Deviations*>, LeadShares> lead_shares_;
  std::map<const KnownBot*, EndsOfTurns> ends_;
  ForeseenTurn foreseen_{};
  std::vector<Prospect> prospects_;  // of all that are in the game
  std::size_t mover_ = 0;            // index in prospects_

  // Of more than two, or of one: what was computed of the turn that was last looked at.
  std::vector<Prospect> begun_;
  std::size_t begun_mover_ = 0;
  int step_ = 1;                            // points
  std::array<Stage, rolls_a_turn> stages_;  // by rolls left
  // By total in steps from first_total_ on, and by prospect: of a rival its chance to have that
  // total while all other rivals are below; of the mover the chance that all rivals are below.
  std::vector<double> rivals_;
  int first_total_ = 0;
};

static_assert(ForeseesTurns<WinWorth, ChanceEvents>);

// Returns the seat's share of the win when the game is over: ties share it, and a seat that has
// left gets nothing.
double share_of_win(const State& state, int seat);

}  // namespace hilltop::yahtzee
