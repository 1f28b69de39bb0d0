#include "games/pazaak/rules.hpp"

#include <algorithm>
#include <string>

namespace hilltop::pazaak {

Hand::Cards Hand::cards() const {
  Cards cards{{}, count()};
  for (int i = 0; i < cards.count; ++i)
    cards.card[static_cast<std::size_t>(i)] =
        static_cast<std::int8_t>(order_ >> 4 * (cards.count - 1 - i) & 15);
  return cards;
}

bool SideDeck::deal(std::uint64_t word, int cards) {
  std::array<std::int8_t, side_cards_most> pool{1, 1, 2, 2, 3, 3, 4, 4, 5, 5};
  std::uint64_t orders = 1;
  count_ = static_cast<std::int8_t>(cards);
  values_ = 0;
  for (int i = 0; i < cards; ++i) {
    const auto left = static_cast<unsigned>(side_cards_most - i);
    orders *= left;
    const auto scaled = static_cast<uint128>(word) * left;
    word = static_cast<std::uint64_t>(scaled);
    std::int8_t& slot = pool[static_cast<std::size_t>(scaled >> 64)];
    cards_[static_cast<std::size_t>(i)] = slot;
    values_ = static_cast<std::uint8_t>(values_ | 1 << slot);
    slot = pool[left - 1];
  }
  return word >= orders || word >= -orders % orders;
}

void SideDeck::remove(int card) {
  const auto end = cards_.begin() + count_;
  const auto found = std::find(cards_.begin(), end, card);
  if (found == end) return;
  std::copy(found + 1, end, found);
  --count_;
  values_ = 0;
  for (const int left : cards()) values_ = static_cast<std::uint8_t>(values_ | 1 << left);
}

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  if (rule_set != "koth") {
    const std::vector<std::string> known{"koth"};
    return std::unexpected(Problem{"pazaak has no rule set '" + std::string(rule_set) + "'" +
                                   suggestion(rule_set, known)});
  }
  SwitchReader read(switches);
  const Rules rules(read.whole("side_cards", 4, 0, side_cards_most));
  if (auto problem = read.problem()) return std::unexpected(*std::move(problem));
  return rules;
}

void Rules::deal_side_decks(State& next, const Chance& chance) const {
  Draw draw = chance.on(side_decks);
  for (Player& player : next.players)
    while (!player.side.deal(draw.word64(), side_cards_)) {}
}

Refusal Rules::play_refusal(const View& view, Move move) {
  if (move.card == 0) return "PLAY needs a card of the side deck";
  return view.me.side.has(move.card) ? Refusal{} : "that card is not in the side deck";
}

Points Rules::points(const State& now) const {
  Points points{now.players[0].hands_won, now.players[1].hands_won};
  if (now.retired != nobody) points[1 - now.retired] = hands_to_win;
  return points;
}

std::vector<Rules::Move> Rules::moves(const View& view) const {
  std::vector<Move> moves{Move::end(), Move::stand()};
  for (const int card : view.me.side.cards())
    if (const Move play = Move::play(card); std::ranges::find(moves, play) == moves.end())
      moves.push_back(play);
  return moves;
}

}  // namespace hilltop::pazaak
