#include "games/yahtzee/bots/in_order.hpp"

#include <algorithm>

namespace hilltop::yahtzee {

Move InOrder::choose(const View& view) {
  return Score{*std::ranges::find_if(
      card_order, [&](Category category) { return refusal(view, category).empty(); })};
}

}  // namespace hilltop::yahtzee
