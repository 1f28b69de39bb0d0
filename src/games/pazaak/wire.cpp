#include "games/pazaak/wire.hpp"

#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

void add(std::string& line, std::string_view name, const Cards& cards) {
  line.append(name);
  if (cards.count == 0) line += '-';
  for (int i = 0; i < cards.count; ++i) {
    if (i > 0) line += ',';
    line += std::to_string(cards[i]);
  }
}

}  // namespace

std::string Wire::prompt(const Rules::View& view) {
  const bool first = view.is_player_one();
  const int mine = view.me().hands_won, theirs = view.opponent().hands_won;
  std::string line = first ? "player 1 wins " : "player 2 wins ";
  line += std::to_string(first ? mine : theirs) + ',' + std::to_string(first ? theirs : mine);
  add(line, " hand ", view.me().hand.cards());
  add(line, " theirs ", view.opponent().hand.cards());
  add(line, " side ", view.me().side.cards());
  line += " their_side " + std::to_string(view.opponent_side_cards());
  line.append(" action ").append(name(view.opponent().action));
  line += view.opponent().played ? " played yes" : " played no";
  return line;
}

std::expected<Rules::Move, std::string> Wire::answer(const Rules::View&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::pazaak
