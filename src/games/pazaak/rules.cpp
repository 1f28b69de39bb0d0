#include "games/pazaak/rules.hpp"

#include <algorithm>
#include <string>

namespace hilltop::pazaak {

Cards Hand::cards() const {
  Cards cards;
  for (int left = count(); left > 0; --left) cards.add(order_ >> 4 * (left - 1) & 15);
  return cards;
}

Cards SideDeck::cards() const {
  Cards cards;
  for (std::uint64_t rest = order_; rest != 0; rest >>= 4) cards.add(rest & 15);
  return cards;
}

CardsLeft HouseDeck::left() const {
  CardsLeft left{};
  for (int i = 0; i < left_; ++i)
    ++left[static_cast<std::size_t>(cards_[static_cast<std::size_t>(i)])];
  return left;
}

std::uint64_t Luck::spare(std::uint32_t n, Part part, const Fair& fair, const Chance& chance) {
  Draw draw = chance.on(n, part);
  while (true)
    if (const std::uint64_t word = draw.word64(); fair(word)) return word;
}

std::expected<Rules, Problem> Rules::under(std::string_view rule_set, const Switches& switches) {
  if (rule_set != "koth") {
    const std::vector<std::string> known{"koth"};
    return std::unexpected(Problem{"pazaak has no rule set '" + std::string(rule_set) + "'" +
                                   suggestion(rule_set, known)});
  }
  SwitchReader read(switches);
  const Rules rules(read.whole("side_cards", 4, 0, side_cards_max));
  if (auto problem = read.problem()) return std::unexpected(*std::move(problem));
  return rules;
}

std::vector<Rules::Move> Rules::legal_moves(const View& view) const {
  std::vector<Move> moves{Move::end(), Move::stand()};
  for (const int card : view.me().side.cards())
    if (const Move play = Move::play(card); std::ranges::find(moves, play) == moves.end())
      moves.push_back(play);
  return moves;
}

}  // namespace hilltop::pazaak
