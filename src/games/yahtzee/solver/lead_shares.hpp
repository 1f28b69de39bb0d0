#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "games/yahtzee/solver/deviations.hpp"
#include "games/yahtzee/solver/spread_points.hpp"

namespace hilltop::yahtzee {

// The share of the win that the mover of two may expect, by its lead: the total that it expects
// minus the rival's.
class LeadShares {
 public:
  // How far both deviate from their totals. Both must outlive it.
  LeadShares(const Deviations& mover, const Deviations& rival) : mover_(mover), rival_(rival) {}

  // The shares of one moment.
  class Curve {
   public:
    Curve(const Deviations& mover, const Deviations& rival, int turns, int rolls_left,
          int rival_turns);

    // Returns the share with a lead: what the mover has now more than the rival may expect, and
    // what it gains from now on. Both count as spread over whole points.
    double of(double lead_now, double to_come) const {
      const WholePoints lead(lead_now), gain(to_come);
      const double* const shares = from(lead.below + gain.below);
      return (1 - lead.part) * ((1 - gain.part) * shares[0] + gain.part * shares[1]) +
             lead.part * ((1 - gain.part) * shares[1] + gain.part * shares[2]);
    }
    // Returns the mean of these.
    double mean_of(double lead_now, const SpreadPoints& to_come) const;

   private:
    // Beyond it no deviations make up for the lead.
    static constexpr int lead_max = Deviations::highest - Deviations::lowest + 1;

    // Returns the shares of this lead and of the next two.
    const double* from(int lead) const {
      return &shares_[static_cast<std::size_t>(std::clamp(lead, -lead_max, lead_max - 2) +
                                               lead_max)];
    }

    std::vector<double> shares_;  // by lead + lead_max
  };

  // Returns the curve after a roll of the mover, who has `turns` turns to come with this one, and
  // `rolls_left`; or between two turns, with Deviations::before_turn in place of the rolls left.
  // The rival has as many turns to come, one less or, between turns, one more.
  const Curve& of(int turns, int rolls_left, int rival_turns);

 private:
  const Deviations &mover_, &rival_;
  // By turns, rolls left, and 1 + what the rival has more; null: not computed yet.
  std::array<std::array<std::array<std::unique_ptr<const Curve>, 3>, Deviations::before_turn + 1>,
             boxes_on_card + 1>
      curves_;
};

}  // namespace hilltop::yahtzee
