#include "games/yahtzee/wire.hpp"

#include <utility>

#include "games/yahtzee/text.hpp"

namespace hilltop::yahtzee {
namespace {

void add(std::string& line, std::string_view name, int number) {
  line.append(name) += std::to_string(number);
}

void add_boxes(std::string& line, const Card& card) {
  for (const Category category : categories) {
    if (category != categories.front()) line += ',';
    if (card.open(category))
      line += '-';
    else
      line += std::to_string(card.box(category));
  }
}

}  // namespace

std::string Wire::prompt(const View& view) {
  std::string line;
  add(line, "round ", view.round);
  add(line, " stage ", view.stage);
  std::string_view before = " dice ";
  for (const int face : view.dice) add(line, std::exchange(before, ","), face);
  line += " card ";
  add_boxes(line, view.card);
  add(line, " score ", view.card.total());
  add(line, " upper ", view.card.upper_score());
  add(line, " upper_bonus ", view.card.upper_bonus());
  add(line, " yahtzee_bonus ", view.card.yahtzee_bonus());
  before = " totals ";
  for (const int total : view.totals) add(line, std::exchange(before, ","), total);
  if (view.seat) add(line, " seat ", index(*view.seat));
  before = " cards ";
  for (const Card& card : view.cards) {
    line += std::exchange(before, "/");
    add_boxes(line, card);
  }
  return line;
}

std::expected<Move, std::string> Wire::answer(const View&, std::string_view text) {
  return Text::read(text);
}

}  // namespace hilltop::yahtzee
