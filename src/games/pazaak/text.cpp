#include "games/pazaak/text.hpp"

#include <charconv>

#include "core/text.hpp"

namespace hilltop::pazaak {
namespace {

constexpr std::string_view blank = " \t\r\v\f";

std::string_view word(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(blank), rest.size()));
  const std::string_view first = rest.substr(0, rest.find_first_of(blank));
  rest.remove_prefix(first.size());
  return first;
}

}  // namespace

std::string_view name(Action action) {
  switch (action) {
    case Action::none: return "none";
    case Action::end: return "END";
    case Action::stand: return "STAND";
  }
  return {};
}

std::string write(const Cards& cards) {
  std::string text = "[";
  for (const int card : cards) text += (text.size() == 1 ? "" : ", ") + std::to_string(card);
  return text + "]";
}

std::string write(const Hand& hand) { return write(hand.cards()); }

std::string Text::write(const Rules::View& view) {
  std::string text = view.is_player_one() ? "player 1" : "player 2";
  const int mine = view.me().hands_won, theirs = view.opponent().hands_won;
  text += " wins " + std::to_string(view.is_player_one() ? mine : theirs) + ' ' +
          std::to_string(view.is_player_one() ? theirs : mine);
  text +=
      " hand " + pazaak::write(view.me().hand) + " theirs " + pazaak::write(view.opponent().hand);
  text += " side " + pazaak::write(view.me().side.cards()) + " their side " +
          std::to_string(view.opponent_side_cards());
  text.append(" action ").append(name(view.opponent().action));
  text += view.opponent().played ? " played" : "";
  return text;
}

std::string Text::write(Rules::Move move) {
  if (move == Rules::Move::end()) return "END";
  if (move == Rules::Move::stand()) return "STAND";
  if (move == Rules::Move::none()) return "NONE";
  return move.card() == 0 ? "PLAY" : "PLAY " + std::to_string(move.card());
}

std::expected<Rules::Move, std::string> Text::read(std::string_view text) {
  std::string_view rest = text;
  const std::string_view kind = word(rest), card = word(rest);
  if (word(rest).empty()) {
    if (kind == "END" && card.empty()) return Rules::Move::end();
    if (kind == "STAND" && card.empty()) return Rules::Move::stand();
    if (kind == "NONE" && card.empty()) return Rules::Move::none();
    if (kind == "PLAY" && card.empty()) return Rules::Move::play(0);
    if (const auto value = number_in<int>(card);
        kind == "PLAY" && value && 1 <= *value && *value <= 99)
      return Rules::Move::play(*value);
  }
  return std::unexpected("say END, STAND or PLAY and a card, such as PLAY 3");
}

}  // namespace hilltop::pazaak
