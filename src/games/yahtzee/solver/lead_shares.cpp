#include "games/yahtzee/solver/lead_shares.hpp"

#include <algorithm>

namespace hilltop::yahtzee {

LeadShares::Curve::Curve(const Deviations& mover, const Deviations& rival, int turns,
                         int rolls_left, int rival_turns) {
  constexpr int points_max = Deviations::highest - Deviations::lowest + 1;
  const int step = step_with(rolls_left == Deviations::before_turn ? turns + 1 : turns);
  steps_a_point_ = 1. / step;
  lead_max_ = (points_max + step - 1) / step;
  // By deviation of the mover, from lowest - 1 on: the chance to deviate by less, and half of the
  // chance to deviate by this.
  std::vector<double> below;
  for (int deviation = Deviations::lowest - 1; deviation <= Deviations::highest + 1; ++deviation)
    below.push_back((mover.at_most(turns, rolls_left, deviation - 0.5) +
                     mover.at_most(turns, rolls_left, deviation + 0.5)) /
                    2);
  shares_.assign(2 * static_cast<std::size_t>(lead_max_) + 1, 1);
  for (int theirs = Deviations::lowest; theirs <= Deviations::highest; ++theirs) {
    const double chance = rival.at_most(rival_turns, Deviations::before_turn, theirs + 0.5) -
                          rival.at_most(rival_turns, Deviations::before_turn, theirs - 0.5);
    if (chance == 0) continue;
    for (int lead = -lead_max_; lead <= lead_max_; ++lead) {
      const int needed =
          std::clamp(theirs - lead * step, Deviations::lowest - 1, Deviations::highest + 1);
      shares_[static_cast<std::size_t>(lead + lead_max_)] -=
          chance * below[static_cast<std::size_t>(needed - Deviations::lowest + 1)];
    }
  }
}

double LeadShares::Curve::mean_of(double lead_now, const SpreadPoints& to_come) const {
  constexpr std::size_t group = SpreadPoints::group;
  const WholeSteps lead(lead_now * steps_a_point_);
  const int first = lead.below + to_come.lowest();
  const std::vector<double>& chance = to_come.chances();
  if (first < -lead_max_ || first + std::ssize(chance) >= lead_max_) {
    double mean = 0;
    for (std::size_t i = 0; i < chance.size(); ++i) {
      const double* const shares = from(first + static_cast<int>(i));
      mean += chance[i] * ((1 - lead.part) * shares[0] + lead.part * shares[1]);
    }
    return mean;
  }
  const double* const shares = from(first);
  std::array<double, group> now{}, next{};  // side by side, as processors add them
  for (std::size_t i = 0; i < chance.size(); i += group)
    for (std::size_t j = 0; j < group; ++j) {
      now[j] += chance[i + j] * shares[i + j];
      next[j] += chance[i + j] * shares[i + j + 1];
    }
  return (1 - lead.part) * ((now[0] + now[1]) + (now[2] + now[3])) +
         lead.part * ((next[0] + next[1]) + (next[2] + next[3]));
}

const LeadShares::Curve& LeadShares::of(int turns, int rolls_left, int rival_turns) {
  auto& curve = curves_[static_cast<std::size_t>(turns)][static_cast<std::size_t>(rolls_left)]
                       [static_cast<std::size_t>(1 + rival_turns - turns)];
  if (!curve) curve = std::make_unique<const Curve>(mover_, rival_, turns, rolls_left, rival_turns);
  return *curve;
}

}  // namespace hilltop::yahtzee
