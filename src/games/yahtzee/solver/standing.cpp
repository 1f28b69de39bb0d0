#include "games/yahtzee/solver/standing.hpp"

#include <algorithm>
#include <bit>

namespace hilltop::yahtzee {
namespace {

unsigned lower_bit(Category category) {
  return 1u << (std::ranges::find(lower_boxes, category) - lower_boxes.begin());
}

BoxSetsBySize list_boxes() {
  BoxSetsBySize list;
  for (unsigned upper = 0; upper < upper_sets; ++upper)
    for (unsigned lower = 0; lower < lower_sets; ++lower)
      for (const YahtzeeBox yahtzee : yahtzee_boxes) {
        const BoxSet boxes{upper, lower, yahtzee};
        list[static_cast<std::size_t>(boxes.open_boxes())].push_back(boxes);
      }
  return list;
}

}  // namespace

int BoxSet::open_boxes() const {
  return std::popcount(upper) + std::popcount(lower) + (yahtzee == YahtzeeBox::open);
}

bool BoxSet::open(Category category) const {
  if (is_upper(category)) return upper >> index(category) & 1;
  if (category == Category::yahtzee) return yahtzee == YahtzeeBox::open;
  return lower & lower_bit(category);
}

BoxSet BoxSet::without(Category category, int score) const {
  BoxSet next = *this;
  if (is_upper(category))
    next.upper &= ~(1u << index(category));
  else if (category == Category::yahtzee)
    next.yahtzee = score == yahtzee_score ? YahtzeeBox::fifty : YahtzeeBox::zero;
  else
    next.lower &= ~lower_bit(category);
  return next;
}

BoxSet BoxSet::with(Category category) const {
  BoxSet before = *this;
  if (is_upper(category))
    before.upper |= 1u << index(category);
  else if (category == Category::yahtzee)
    before.yahtzee = YahtzeeBox::open;
  else
    before.lower |= lower_bit(category);
  return before;
}

std::size_t BoxSet::number() const {
  const auto held = static_cast<std::size_t>(yahtzee);
  return (lower * yahtzee_boxes.size() + held) * upper_sets + upper;
}

const BoxSetsBySize& box_sets_by_size() {
  static const BoxSetsBySize list = list_boxes();
  return list;
}

Standing Standing::after(Category category, int score) const {
  const int total = upper_total + (is_upper(category) ? score : 0);
  return {without(category, score), std::min(total, upper_bonus_from)};
}

Standing standing_of(const Card& card) {
  Standing standing{{0, 0, YahtzeeBox::open}, std::min(card.upper_score(), upper_bonus_from)};
  for (std::size_t face = 0; face < faces; ++face)
    standing.upper |= unsigned{card.open(categories[face])} << face;
  for (std::size_t box = 0; box < lower_boxes.size(); ++box)
    standing.lower |= unsigned{card.open(lower_boxes[box])} << box;
  if (!card.open(Category::yahtzee))
    standing.yahtzee =
        card.box(Category::yahtzee) == yahtzee_score ? YahtzeeBox::fifty : YahtzeeBox::zero;
  return standing;
}

std::size_t number_of(const Options& options) {
  return static_cast<std::size_t>(options.joker) * 4 + options.joker_after_zero * 2u +
         options.yahtzee_bonus;
}

Joker joker_of(const Options& options, YahtzeeBox yahtzee) {
  if (yahtzee == YahtzeeBox::open) return Joker::none;
  if (yahtzee == YahtzeeBox::zero && !options.joker_after_zero) return Joker::none;
  return options.joker;
}

int bonus_of(const Options& options, YahtzeeBox yahtzee) {
  return options.yahtzee_bonus && yahtzee == YahtzeeBox::fifty ? yahtzee_bonus_score : 0;
}

bool tells_zero_from_fifty(const Options& options) {
  return options.yahtzee_bonus || (options.joker != Joker::none && !options.joker_after_zero);
}

int gain(const Options& options, const BoxSet& boxes, const Dice& dice, Category category) {
  if (!boxes.open(category)) return -1;
  if (!is_yahtzee(dice)) return natural_score(category, dice);
  const int bonus = bonus_of(options, boxes.yahtzee);
  const int natural = natural_score(category, dice) + bonus;
  const Joker joker = joker_of(options, boxes.yahtzee);
  if (joker == Joker::none) return natural;
  const Category own = upper_box(dice[0]);
  if (joker == Joker::forced &&
      (boxes.open(own) ? category != own : boxes.lower != 0 && is_upper(category)))
    return -1;
  return boxes.open(own) ? natural : joker_score(category, dice) + bonus;
}

}  // namespace hilltop::yahtzee
