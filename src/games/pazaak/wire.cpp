#include "games/pazaak/wire.hpp"

#include <algorithm>
#include <vector>

#include "core/view_reader.hpp"
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

std::expected<Rules::State, std::string> Wire::read(const Rules&, std::string_view prompt) {
  constexpr int cards_of_hand_max = Hand::cards_max - 1;
  ViewReader reader(prompt);
  const int player = reader.whole("player", 1, 2);
  const std::vector<int> wins = reader.numbers("wins", 0, Rules::hands_to_win - 1, 2, 2);
  const std::vector<int> hand = reader.numbers("hand", 1, 10, 1, cards_of_hand_max);
  const std::vector<int> theirs = reader.numbers("theirs", 1, 10, 0, cards_of_hand_max);
  const std::vector<int> side = reader.numbers("side", 1, 5, 0, side_cards_max);
  const int their_side = reader.whole("their_side", 0, side_cards_max);
  const std::string_view action = reader.word("action", {"none", "END", "STAND"});
  const bool played = reader.word("played", {"yes", "no"}) == "yes";
  if (const std::string problem = reader.problem(); !problem.empty())
    return std::unexpected(problem);
  for (const int card : side)
    if (std::ranges::count(side, card) > 2)
      return std::unexpected("a side deck has two cards of a value at most");
  Rules::State state;
  state.mover = Seat(static_cast<std::uint8_t>(player - 1));
  state.hands = 1;
  state.deck.shuffle(0);
  Player &me = state[*state.mover], &other = state[opponent(*state.mover)];
  state.players[0].hands_won = wins[0];
  state.players[1].hands_won = wins[1];
  for (const int card : hand) me.hand.add(card);
  for (const int card : theirs) other.hand.add(card);
  if (me.hand.value() == target)
    return std::unexpected("a player with 20 stands, and is not asked");
  me.side = SideDeck(side);
  std::uint64_t any = 0;
  other.side = SideDeck(their_side, any);
  other.action = action == "none" ? Action::none : action == "END" ? Action::end : Action::stand;
  other.played = played;
  return state;
}

std::expected<Rules::Move, std::string> Wire::answer(const Rules::View&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::pazaak
