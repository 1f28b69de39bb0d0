#include "games/pazaak/bots/solver_bot.hpp"

#include <algorithm>

namespace hilltop::pazaak {
std::optional<Situation> SolvedPlay::situation(const Rules::View& view) {
  const Player& me = view.me();
  const Open& they = view.opponent();
  const int cards = std::max(me.side.count(), view.opponent_side_cards());
  if (solved_ == nullptr ||
      solved_->decks.cards_max() < std::min(cards, SolvedGame::side_cards_max))
    solved_ = &SolvedGame::of(cards);
  if (me.hand.value() > target || they.hand.value() > target) return std::nullopt;
  return Situation{.seat = view.is_player_one() ? 0 : 1,
                   .won = me.hands_won,
                   .lost = they.hands_won,
                   .deck = solved_->decks.of(counts_of(me.side)),
                   .their_cards = std::min(view.opponent_side_cards(), solved_->decks.cards_max()),
                   .total = me.hand.value(),
                   .their_total = they.hand.value(),
                   .they_stand = they.action == Action::stand};
}

Rules::Move SolverBot::choose(const Rules::View& view) {
  const auto now = play_.situation(view);
  return now ? SolvedPlay::move(play_.solved().game.policy().of(*now)) : Rules::Move::stand();
}

}  // namespace hilltop::pazaak
