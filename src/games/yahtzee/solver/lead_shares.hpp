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
    // what it gains from now on. Both count as spread over whole steps.
    double of(double lead_now, double to_come) const {
      const WholeSteps lead(lead_now * steps_a_point_), gain(to_come * steps_a_point_);
      const double* const shares = from(lead.below + gain.below);
      return (1 - lead.part) * ((1 - gain.part) * shares[0] + gain.part * shares[1]) +
             lead.part * ((1 - gain.part) * shares[1] + gain.part * shares[2]);
    }
    // Returns the mean of these, of points in the steps of the curve.
    double mean_of(double lead_now, const SpreadPoints& to_come) const;

   private:
    // Returns the shares of this lead and of the next two; leads are in steps.
    const double* from(int lead) const {
      return &shares_[static_cast<std::size_t>(std::clamp(lead, -lead_max_, lead_max_ - 2) +
                                               lead_max_)];
    }

    double steps_a_point_;
    int lead_max_;                // in steps: beyond it no deviations make up for the lead
    std::vector<double> shares_;  // by lead + lead_max_
  };

  // Returns the curve after a roll of the mover, who has `turns` turns to come with this one, and
  // `rolls_left`; or between two turns, with Deviations::before_turn in place of the rolls left.
  // The rival has as many turns to come, one less or, between turns, one more. Steps are those of
  // the turn of the roll, and between turns those of the turn before.
  const Curve& of(int turns, int rolls_left, int rival_turns);

 private:
  const Deviations &mover_, &rival_;
  // By turns, rolls left, and 1 + what the rival has more; null: not computed yet.
  std::array<std::array<std::array<std::unique_ptr<const Curve>, 3>, Deviations::before_turn + 1>,
             boxes_on_card + 1>
      curves_;
};

}  // namespace hilltop::yahtzee
