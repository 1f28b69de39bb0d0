#pragma once
#include <span>

#include "games/pazaak/chance_events.hpp"
#include "games/pazaak/solver/open_hands.hpp"

namespace hilltop::pazaak {

// The share of the win that each player may expect in the game with open cards, of two that play
// best or by known policies. Not exact: there each card is equally likely, whatever was dealt
// before.
class WinWorth {
 public:
  static constexpr bool is_exact = false;

  // `hands` must outlive it.
  explicit WinWorth(const OpenHands& hands) : hands_(&hands) {}
  void of(const ChanceEvents::Node& node, std::span<double> by_seat) const;

 private:
  double of_one(const ChanceEvents::Node& node) const;
  OpenSide open(const ChanceEvents::Side& side) const {
    return {side.total, side.stands, hands_->decks().of(side.cards), side.hands_won};
  }

  const OpenHands* hands_;
};

static_assert(Worth<WinWorth, ChanceEvents>);

// Returns player 1's share of the win when the game is over: 1, 0, or a half if it is tied.
double share_of_one(const ChanceEvents::Node& over);

}  // namespace hilltop::pazaak
