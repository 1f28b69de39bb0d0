#pragma once
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/deviations.hpp"

namespace hilltop::yahtzee {

// The share of the win that the mover of two may expect, by its lead: the total that it expects
// minus the rival's. Both deviate from their totals as Optimal does.
class LeadShares {
 public:
  explicit LeadShares(const Deviations& deviations) : deviations_(deviations) {}

  // The shares of one moment; linear between whole leads.
  class Curve {
   public:
    Curve(const Deviations& deviations, int turns, int rolls_left, int rival_turns);

    double operator()(double lead) const {
      const double place = lead + lead_max;
      if (place <= 0) return shares_.front();
      const auto below = static_cast<std::size_t>(place);
      if (below + 1 >= shares_.size()) return shares_.back();
      const double part = place - static_cast<double>(below);
      return (1 - part) * shares_[below] + part * shares_[below + 1];
    }

   private:
    // Beyond it no deviations make up for the lead.
    static constexpr int lead_max = Deviations::highest - Deviations::lowest + 1;

    std::vector<double> shares_;  // by lead + lead_max
  };

  // Returns the curve after a roll of the mover, who has `turns` turns to come with this one, and
  // `rolls_left`. The rival has as many turns to come, or one less.
  const Curve& of(int turns, int rolls_left, int rival_turns);

 private:
  const Deviations& deviations_;
  // By turns, rolls left, and whether the rival has one turn less; null: not computed yet.
  std::array<std::array<std::array<std::unique_ptr<const Curve>, 2>, rolls_a_turn>,
             boxes_on_card + 1>
      curves_;
};

}  // namespace hilltop::yahtzee
