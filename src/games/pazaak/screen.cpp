#include "games/pazaak/screen.hpp"

#include <algorithm>
#include <cctype>

#include "core/text.hpp"
#include "games/pazaak/text.hpp"

namespace hilltop::pazaak {
namespace {

std::string row(const std::string& name, const Hand& hand, const std::string& side,
                std::size_t width) {
  std::string text = "  " + name + std::string(width - name.size(), ' ');
  text += "  " + std::to_string(hand.value()) + (hand.value() < 10 ? " " : "") + "  " + write(hand);
  return text + "  side cards: " + side + '\n';
}

// The corners and sides of a card: above, beside and below its number.
struct CardStyle {
  std::string_view above, side, below;
};
constexpr CardStyle lines_style{"╭──╮", "│", "╰──╯"}, ascii_style{"+--+", "|", "+--+"};

Drawing drawn_cards(const Cards& cards, const CardStyle& style, Ink ink) {
  Drawing above, numbers, below;
  for (const int card : cards) {
    above.add(style.above, ink);
    numbers.add(style.side, ink).add(right_aligned(std::to_string(card), 2), Ink::strong);
    numbers.add(style.side, ink);
    below.add(style.below, ink);
  }
  return above.end_line().append(numbers.end_line()).append(below.end_line());
}

// Three rows: a label in the second one, and cards next to it.
Drawing drawn_row(const Drawing& label, int columns, const Drawing& cards) {
  Drawing left;
  left.add(left_aligned("", columns)).end_line();
  left.append(label);
  return beside(left, cards, 2);
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

DrawnTable Screen::draw(const Rules::View& view, const std::vector<std::string>& names,
                        const Canvas& canvas) {
  const CardStyle& style = canvas.unicode ? lines_style : ascii_style;
  const std::size_t me = view.is_player_one() ? 0 : 1;
  constexpr std::string_view side_label = "side cards";
  const int columns =
      std::max({columns_of(names[0]) + 4, columns_of(names[1]) + 4, columns_of(side_label)});
  Drawing drawing;
  drawing.add("Hands won: ", Ink::faint).add(names[me] + ' ', Ink::mine);
  drawing.add(std::to_string(view.me().hands_won), Ink::strong).add(", ");
  drawing.add(names[1 - me] + ' ', Ink::theirs);
  drawing.add(std::to_string(view.opponent().hands_won), Ink::strong);
  drawing.add("; three win the game", Ink::faint).end_line().end_line();
  const auto row = [&](const Open& player, std::size_t seat, Ink ink, const std::string& remark) {
    Drawing label;
    label.add(left_aligned(names[seat], columns - 3), ink)
        .add(right_aligned(std::to_string(player.hand.value()), 3), Ink::strong);
    Drawing right = drawn_cards(player.hand.cards(), style, ink);
    if (!remark.empty()) right = beside(right, Drawing::of('\n' + remark), 2);
    drawing.append(drawn_row(label, columns, right));
  };
  const std::string stands = view.opponent().action == Action::stand ? "stands; " : "";
  row(view.opponent(), 1 - me, Ink::theirs,
      stands + std::to_string(view.opponent_side_cards()) + " side cards hidden");
  row(view.me(), me, Ink::mine, "");
  if (view.me().side.count() > 0)
    drawing.append(drawn_row(Drawing::of(left_aligned(side_label, columns), Ink::faint), columns,
                             drawn_cards(view.me().side.cards(), style, Ink::faint)));
  return {std::move(drawing)};
}

std::vector<std::string> Screen::words(const Rules::View& view) {
  std::vector<std::string> words{"end", "stand"};
  for (const int card : view.me().side.cards()) words.push_back("play " + std::to_string(card));
  if (words.size() > 2) words.emplace_back("play");
  return words;
}

std::string Screen::typed(const Rules::View&, Rules::Move move) {
  if (move == Rules::Move::end()) return "end";
  if (move == Rules::Move::stand()) return "stand";
  return "play " + std::to_string(move.card());
}

std::string Screen::question(const Rules::View& view) {
  return view.me().side.count() == 0 ? "end or stand" : "end, stand or play a side card";
}

std::string Screen::help(const Rules::View& view) {
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
        "that is not an answer here: type end, stand, or play and a card such as 'play 3'");
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
