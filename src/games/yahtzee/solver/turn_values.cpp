#include "games/yahtzee/solver/turn_values.hpp"

#include <algorithm>

#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {

TurnValues::TurnValues(const WorthTable& table, const Standing& standing) {
  table.turn(standing, turn_);
  const auto [lowest, highest] = std::ranges::minmax(turn_.best[last_stage]);
  after_first_roll_.lowest = WholePoints(lowest).below;
  const auto points =
      static_cast<std::size_t>(WholePoints(highest).below + 2 - after_first_roll_.lowest);
  constexpr std::size_t group = SpreadPoints::group;
  after_first_roll_.chance.resize((points + group - 1) / group * group);
  for (const auto& [roll, chance] : roll_outcomes(0)) {
    const WholePoints worth(best(last_stage, roll));
    double* const chances =
        &after_first_roll_.chance[static_cast<std::size_t>(worth.below - after_first_roll_.lowest)];
    chances[0] += chance * (1 - worth.part);
    chances[1] += chance * worth.part;
  }
}

const TurnValues& KnownTurns::of(const Standing& standing) {
  const auto [block, lane] = table_.place_of(standing);
  const std::size_t card = block * lanes_a_block + lane;
  std::uint32_t& slot = slots_[card];
  if (slot == 0) {
    auto made = std::make_unique<Known>(card, TurnValues(table_, standing));
    if (turns_.size() < turns_kept) {
      turns_.push_back(std::move(made));
      slot = static_cast<std::uint32_t>(turns_.size());
    } else {
      slots_[turns_[oldest_]->card] = 0;
      turns_[oldest_] = std::move(made);
      slot = static_cast<std::uint32_t>(oldest_ + 1);
      oldest_ = (oldest_ + 1) % turns_kept;
    }
  }
  return turns_[slot - 1]->values;
}

}  // namespace hilltop::yahtzee
