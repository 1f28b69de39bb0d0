#include "games/pazaak/chance_events.hpp"

namespace hilltop::pazaak {

ChanceEvents::Event::Event(const Node& after, int card, const CardsLeft& left)
    : before_(after), after_(after), left_(left) {
  before_.next = Next::card;
  before_.mover().total -= card;
  dealt_on_ = before_.mover().total;
}

ChanceEvents::Event::Event(const Node& after) : before_(after), after_(after) {
  before_.next = Next::side_decks;
  for (Side& side : before_.sides) {
    side_cards_ = 0;
    for (std::int8_t& count : side.cards) {
      side_cards_ += count;
      count = 0;
    }
  }
}

const SideDecks& ChanceEvents::Event::all_decks() {
  static const SideDecks decks(pazaak::side_cards_max);
  return decks;
}

ChanceEvents::Node ChanceEvents::decision_of(const Rules::State& now, int player) {
  Node node;
  node.next = Next::decision;
  node.player = player;
  for (std::size_t seat = 0; seat < node.sides.size(); ++seat) {
    const Player& from = now.players[seat];
    Side& side = node.sides[seat];
    side.total = from.hand.value();
    side.stands = from.action == Action::stand;
    side.hands_won = from.hands_won;
    side.cards = counts_of(from.side);
  }
  return node;
}

ChanceEvents::Node ChanceEvents::node(const Rules& rules, const Rules::State& now) {
  if (const ToMove seat = rules.turn(now)) return decision_of(now, index(*seat));
  Node node = decision_of(now, 0);
  node.next = Next::over;
  node.left = now.retired;
  return node;
}

}  // namespace hilltop::pazaak
