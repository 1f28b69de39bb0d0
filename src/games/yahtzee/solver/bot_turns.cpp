#include "games/yahtzee/solver/bot_turns.hpp"

#include <algorithm>
#include <variant>

#include "games/yahtzee/chance_events.hpp"
#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr int points_max = 255;  // of a turn, with the Yahtzee bonus
using ByBoxAndPoints = std::array<std::array<double, points_max + 1>, boxes_on_card>;

// A card with these open boxes; what the others hold matters to no bot that is known.
Card card_with(const BoxSet& boxes) {
  Card card;
  for (const Category category : categories)
    if (!boxes.open(category))
      card.fill(category, category == Category::yahtzee && boxes.yahtzee == YahtzeeBox::fifty
                              ? yahtzee_score
                              : 0);
  return card;
}

// Returns the chances of boxes and points after a turn.
ByBoxAndPoints play_turn(const Options& options, const BotTurns::Choices& choices,
                         const BoxSet& boxes) {
  ByBoxAndPoints ends{};
  const Card card = card_with(boxes);
  const std::array totals{card.total()};
  std::array<double, keeps_all> now{}, kept{};
  double chance = 0;
  Dice dice{};
  const BotTurns::TellChoice tell = [&](double part, const Move& move) {
    if (const auto* const keep = std::get_if<Keep>(&move)) {
      kept[static_cast<std::size_t>(ChanceEvents::kept_of(*keep, dice))] += chance * part;
      return;
    }
    const Category category = std::get<Score>(move).category;
    ends[static_cast<std::size_t>(category)]
        [static_cast<std::size_t>(gain(options, boxes, dice, category))] += chance * part;
  };
  for (const auto& [roll, part] : roll_outcomes(0)) now[static_cast<std::size_t>(roll)] = part;
  for (int stage = 0; stage < rolls_a_turn; ++stage) {
    kept.fill(0);
    for (int roll = first_roll; roll < keeps_all; ++roll) {
      chance = now[static_cast<std::size_t>(roll)];
      if (chance == 0) continue;
      dice = keeps.dice(roll);
      choices({dice, stage, boxes_on_card - boxes.open_boxes(), card, totals, options, {}, {}},
              tell);
    }
    now.fill(0);
    for (int keep = 0; keep < keeps_all; ++keep)
      if (const double rolled = kept[static_cast<std::size_t>(keep)]; rolled > 0)
        for (const auto& [roll, part] : roll_outcomes(keep))
          now[static_cast<std::size_t>(roll)] += rolled * part;
  }
  return ends;
}

}  // namespace

BotTurns::BotTurns(const Options& options, const Choices& choices)
    : outcomes_(box_sets_max), worth_(cards) {
  for (const std::vector<BoxSet>& sets : box_sets_by_size())
    for (const BoxSet& boxes : sets) {
      if (boxes.open_boxes() > 0) outcomes_[boxes.number()] = outcomes_of(options, choices, boxes);
      sum_worths(boxes);
    }
}

std::vector<BotTurns::Outcome> BotTurns::outcomes_of(const Options& options, const Choices& choices,
                                                     const BoxSet& boxes) {
  const ByBoxAndPoints chances = play_turn(options, choices, boxes);
  const int bonus = bonus_of(options, boxes.yahtzee);
  std::vector<Outcome> ends;
  for (const Category category : categories)
    for (int points = 0; points <= points_max; ++points) {
      const double chance =
          chances[static_cast<std::size_t>(category)][static_cast<std::size_t>(points)];
      if (chance == 0) continue;
      const int score = bonus > 0 && points >= bonus ? points - bonus : points;
      ends.push_back(
          {category, static_cast<std::uint8_t>(score), static_cast<std::uint8_t>(points), chance});
    }
  return ends;
}

void BotTurns::sum_worths(const BoxSet& boxes) {
  double* const worth = &worth_[card({boxes, 0})];
  if (boxes.open_boxes() == 0) {
    worth[upper_bonus_from] = upper_bonus_score;
    return;
  }
  for (const auto& [category, score, points, chance] : outcomes(boxes)) {
    const double* const after = &worth_[card({boxes.without(category, score), 0})];
    const int upper = is_upper(category) ? score : 0;
    for (int total = 0; total < upper_totals; ++total)
      worth[total] += chance * (points + after[std::min(total + upper, upper_bonus_from)]);
  }
}

const SpreadPoints& EndsOfTurns::of(const Standing& standing) {
  return kept_.of(BotTurns::card(standing), [&] {
    const auto ends = turns_.outcomes(standing);
    std::vector<double> worths;
    for (const auto& [category, score, points, chance] : ends)
      worths.push_back(points + turns_.worth(standing.after(category, score)));
    const auto [least, most] = std::ranges::minmax(worths);
    SpreadPoints spread(step_with(standing.open_boxes()), least, most);
    for (std::size_t i = 0; i < ends.size(); ++i) spread.add(worths[i], ends[i].chance);
    return spread;
  });
}

}  // namespace hilltop::yahtzee
