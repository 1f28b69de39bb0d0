#include "games/yahtzee/solver/lead_shares.hpp"

#include <algorithm>

namespace hilltop::yahtzee {

LeadShares::Curve::Curve(const Deviations& deviations, int turns, int rolls_left, int rival_turns) {
  // By deviation of the mover, from lowest - 1 on: the chance to deviate by less, and half of the
  // chance to deviate by this.
  std::vector<double> below;
  for (int deviation = Deviations::lowest - 1; deviation <= Deviations::highest + 1; ++deviation)
    below.push_back((deviations.at_most(turns, rolls_left, deviation - 0.5) +
                     deviations.at_most(turns, rolls_left, deviation + 0.5)) /
                    2);
  shares_.assign(2 * std::size_t{lead_max} + 1, 1);
  for (int rival = Deviations::lowest; rival <= Deviations::highest; ++rival) {
    const double chance = deviations.at_most(rival_turns, Deviations::before_turn, rival + 0.5) -
                          deviations.at_most(rival_turns, Deviations::before_turn, rival - 0.5);
    if (chance == 0) continue;
    for (int lead = -lead_max; lead <= lead_max; ++lead) {
      const int needed = std::clamp(rival - lead, Deviations::lowest - 1, Deviations::highest + 1);
      shares_[static_cast<std::size_t>(lead + lead_max)] -=
          chance * below[static_cast<std::size_t>(needed - Deviations::lowest + 1)];
    }
  }
}

const LeadShares::Curve& LeadShares::of(int turns, int rolls_left, int rival_turns) {
  auto& curve = curves_[static_cast<std::size_t>(turns)][static_cast<std::size_t>(rolls_left)]
                       [static_cast<std::size_t>(turns - rival_turns)];
  if (!curve) curve = std::make_unique<const Curve>(deviations_, turns, rolls_left, rival_turns);
  return *curve;
}

}  // namespace hilltop::yahtzee
