#include "games/pazaak/solver/worth.hpp"

namespace hilltop::pazaak {

double share_of_one(const ChanceEvents::Node& over) {
  if (over.left) return *over.left == Seat(0) ? 0 : 1;
  const int lead = over.sides[0].hands_won - over.sides[1].hands_won;
  return lead == 0 ? 0.5 : lead > 0;
}

double WinWorth::of_one(const ChanceEvents::Node& node) const {
  using Next = ChanceEvents::Next;
  if (node.next == Next::over) return share_of_one(node);
  const OpenSide one = open(node.sides[0]), two = open(node.sides[1]);
  return node.next == Next::decision ? hands_->before_choice(node.player, one, two)
                                     : hands_->before_card(node.player, one, two);
}

void WinWorth::of(const ChanceEvents::Node& node, std::span<double> by_seat) const {
  by_seat[0] = of_one(node);
  by_seat[1] = 1 - by_seat[0];
}

}  // namespace hilltop::pazaak
