#include "games/yahtzee/wire.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/text.hpp"
#include "core/view_reader.hpp"
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

// Returns a card with these boxes, as add_boxes() writes them; nullopt if there is no such card.
std::optional<Card> card_of(std::string_view boxes) {
  Card card;
  for (const Category category : categories) {
    const std::size_t end = std::min(boxes.find(','), boxes.size());
    const std::string_view box = boxes.substr(0, end);
    const auto score = number_in<int>(box);
    if (box != "-" && (!score || *score < 0 || *score > yahtzee_score)) return std::nullopt;
    if (score) card.fill(category, *score);
    if ((end == boxes.size()) != (category == categories.back())) return std::nullopt;
    boxes.remove_prefix(std::min(end + 1, boxes.size()));
  }
  return card;
}

constexpr std::string_view boxes_wanted =
    "13 boxes with commas between them: a score from 0 to 50, or - for an open one";

Card read_card(ViewReader& reader, std::string_view name, std::string_view boxes) {
  const auto card = card_of(boxes);
  if (!card) reader.complain(std::string(name) + " has " + std::string(boxes_wanted));
  return card.value_or(Card());
}

}  // namespace

std::expected<State, std::string> Wire::read(const Rules& rules, std::string_view prompt) {
  constexpr int total_max = 2000;
  ViewReader reader(prompt);
  State state;
  state.round = reader.whole("round", 0, rounds - 1);
  state.stage = reader.whole("stage", 0, last_stage);
  const std::vector<int> dice = reader.numbers("dice", 1, 6, dice_rolled, dice_rolled);
  Card card = read_card(reader, "card", reader.value("card", std::string(boxes_wanted)));
  for (const char* sum : {"score", "upper", "upper_bonus"}) reader.whole(sum, 0, total_max);
  for (int bonus = reader.whole("yahtzee_bonus", 0, total_max); bonus >= yahtzee_bonus_score;
       bonus -= yahtzee_bonus_score)
    card.add_yahtzee_bonus();
  const std::vector<int> totals =
      reader.numbers("totals", 0, total_max, rules.seats().fewest, rules.seats().most);
  state.seats = static_cast<int>(totals.size());
  if (reader.is_next("seat")) state.mover = reader.whole("seat", 0, rules.seats().most - 1);
  if (reader.is_next("cards")) {
    std::string_view cards = reader.value("cards", "a card for each seat with / between them");
    for (int seat = 0; seat < state.seats; ++seat) {
      const std::size_t end = std::min(cards.find('/'), cards.size());
      state.cards[static_cast<std::size_t>(seat)] =
          read_card(reader, "cards", cards.substr(0, end));
      cards.remove_prefix(std::min(end + 1, cards.size()));
    }
  }
  if (state.mover >= state.seats) reader.complain("seat is a number below that of the totals");
  if (const std::string problem = reader.problem(); !problem.empty())
    return std::unexpected(problem);
  std::ranges::copy(dice, state.dice.begin());
  std::ranges::copy(totals, state.totals.begin());
  state.cards[static_cast<std::size_t>(state.mover)] = card;
  const std::string fitting =
      Wire::prompt(rules.view(state, Seat(static_cast<std::uint8_t>(state.mover))));
  if (fitting != prompt)
    return std::unexpected("its numbers do not fit one another; with these boxes it is: " +
                           fitting);
  return state;
}

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
