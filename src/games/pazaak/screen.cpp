#include "games/pazaak/screen.hpp"

#include <algorithm>
#include <cctype>

#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

std::string row(const std::string& name, const Hand& hand, const std::string& side,
                std::size_t width) {
  std::string text = "  " + name + std::string(width - name.size(), ' ');
  text += "  " + std::to_string(hand.value()) + (hand.value() < 10 ? " " : "") + "  " + write(hand);
  return text + "  side cards: " + side + '\n';
}

}  // namespace

std::string Screen::show(const Rules::View& view, const std::vector<std::string>& names) {
  const std::size_t me = view.is_player_one() ? 0 : 1;
  const std::string they = view.opponent().action == Action::stand ? ", stands" : "";
  const std::size_t width = std::max(names[0].size(), names[1].size());
  std::string text = "Hands won: " + names[0] + ' ' +
                     std::to_string((me == 0 ? view.me() : view.opponent()).hands_won) + ", " +
                     names[1] + ' ' +
                     std::to_string((me == 0 ? view.opponent() : view.me()).hands_won) + '\n';
  text += row(names[me], view.me().hand, write(view.me().side.cards()), width);
  text += row(names[1 - me], view.opponent().hand,
              std::to_string(view.opponent_side_cards()) + " hidden" + they, width);
  return text;
}

std::string Screen::question(const Rules::View& view) {
  return view.me().side.count() == 0 ? "end or stand" : "end, stand or play a side card";
}

std::string Screen::hint(const Rules::View& view) {
  std::string text =
      "  end (e)     end the turn, and be dealt another card next time\n"
      "  stand (s)   keep this value, no more cards in this hand\n";
  if (view.me().side.count() > 0)
    text += "  play 3 (p 3) add the side card 3, then stand; you have " +
            write(view.me().side.cards()) + '\n';
  return text;
}

std::expected<Rules::Move, std::string> Screen::read(const Rules::View& view,
                                                     std::string_view line) {
  std::string typed;
  for (const char c : line) typed += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  for (const auto& [begun, whole] : {std::pair{"E", "END"}, {"S", "STAND"}})
    if (typed == begun) typed = whole;
  if (typed.starts_with("P ")) typed.replace(0, 1, "PLAY");
  const auto move = Text::read(typed);
  if (!move)
    return std::unexpected(
        "that is no answer here: type end, stand, or play and a card such as 'play 3'");
  if (const Refusal why = Rules::under("koth", {})->refusal(view, *move); !why.empty())
    return std::unexpected(std::string(why) + "; you have " + write(view.me().side.cards()));
  return *move;
}

std::string Screen::ending(const Rules& rules, const Rules::State& state,
                           const std::vector<std::string>& names) {
  const Points points = rules.points(state);
  const std::string score = std::to_string(std::max(points[0], points[1])) + " to " +
                            std::to_string(std::min(points[0], points[1]));
  if (points[0] == points[1]) return "The game is a tie, " + score + '\n';
  return names[points[0] > points[1] ? 0 : 1] + " wins the game, " + score + '\n';
}

}  // namespace hilltop::pazaak
