#include "games/yahtzee/solver/turn.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace hilltop::yahtzee {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

struct Score {
  std::uint8_t points, variant;  // of the worth after it
};
using Scores = std::array<std::array<Score, boxes_on_card>, rolls_all>;

// What every roll scores in every box where no joker is about.
Scores make_scores() {
  Scores scores;
  for (int roll = 0; roll < rolls_all; ++roll) {
    const Dice dice = keeps.dice(first_roll + roll);
    for (const Category category : categories) {
      const auto box = static_cast<std::size_t>(category);
      const int points = natural_score(category, dice);
      int variant = category == Category::yahtzee && points > 0;
      if (is_upper(category)) variant = points / (index(category) + 1);
      scores[static_cast<std::size_t>(roll)][box] = {static_cast<std::uint8_t>(points),
                                                     static_cast<std::uint8_t>(variant)};
    }
  }
  return scores;
}

const Scores& natural_scores() {
  static const Scores scores = make_scores();
  return scores;
}

}  // namespace

Turn::Turn(const WorthTable& table, const Standing& standing)
    : table_(&table), standing_(standing) {
  look_ahead();
  score();
  reckon(steps_[0]);
  std::copy(steps_[0].best.begin() + first_roll, steps_[0].best.end(),
            steps_[1].kept.begin() + first_roll);
  reckon(steps_[1]);
}

void Turn::look_ahead() {
  for (const Category category : categories) {
    if (!standing_.open(category)) continue;
    auto& worth = after_[at(index(category))];
    if (is_upper(category))
      for (int count = 0; count <= dice_rolled; ++count)
        worth[at(count)] = table_->worth(standing_.after(category, (index(category) + 1) * count));
    else
      worth[0] = table_->worth(standing_.after(category, 0));
    if (category == Category::yahtzee)
      worth[1] = table_->worth(standing_.after(category, yahtzee_score));
  }
}

void Turn::score() {
  std::array<Category, boxes_on_card> open{};
  std::size_t count = 0;
  for (const Category category : categories)
    if (standing_.open(category)) open[count++] = category;
  const Scores& scores = natural_scores();
  for (int roll = 0; roll < rolls_all; ++roll) {
    double& best = steps_[0].kept[at(first_roll + roll)] = nothing;
    const bool may_be_joker = keeps.is_yahtzee(first_roll + roll);
    for (const Category category : std::span(open).first(count)) {
      const auto [points, variant] = scores[at(roll)][at(index(category))];
      const double worth = may_be_joker ? box(first_roll + roll, category).value_or(nothing)
                                        : worth_after(category, variant) + points;
      if (worth <= best) continue;
      best = worth;
      best_box_[at(roll)] = category;
    }
  }
}

int Turn::points(int roll, Category category) const {
  if (!standing_.open(category)) return -1;
  if (keeps.is_yahtzee(roll)) return gain(table_->options(), standing_, keeps.dice(roll), category);
  return natural_scores()[at(roll - first_roll)][at(index(category))].points;
}

std::optional<double> Turn::box(int roll, Category category) const {
  const int points = this->points(roll, category);
  if (points < 0) return std::nullopt;
  const auto variant = natural_scores()[at(roll - first_roll)][at(index(category))].variant;
  return worth_after(category, variant) + points;
}

int Turn::best_keep(int rolls_left, int roll) const {
  int keep = roll;
  for (int less; (less = gives_up(rolls_left, keep)) >= 0;) keep = less;
  return keep;
}

int Turn::gives_up(int rolls_left, int keep) const {
  const auto& [kept, best] = step(rolls_left);
  if (kept[at(keep)] == best[at(keep)]) return -1;
  for (int face = 0; face < faces; ++face)
    if (const int less = keeps.without(keep, face);
        less != keep && best[at(less)] == best[at(keep)])
      return less;
  throw std::logic_error("a keep is worth more than all that can be kept of it");
}

// The kernel's operations, in its order.
void Turn::reckon(Step& step) {
  auto& [kept, best] = step;
  for (int keep = first_roll - 1; keep >= 0; --keep) {
    const auto with = [&](int face) { return kept[at(keeps.with(keep, face))]; };
    kept[at(keep)] =
        (((with(0) + with(1)) + (with(2) + with(3))) + (with(4) + with(5))) * (1.0 / 6);
  }
  for (int keep = 0; keep < keeps_all; ++keep) {
    best[at(keep)] = kept[at(keep)];
    for (int face = 0; face < faces; ++face)
      best[at(keep)] = std::max(best[at(keep)], best[at(keeps.without(keep, face))]);
  }
}

double Turn::worth() const {
  double sum = 0;
  for (int roll = first_roll; roll < keeps_all; ++roll)
    sum += steps_[1].best[at(roll)] * keeps.ways(roll);
  return sum / outcomes;
}

}  // namespace hilltop::yahtzee
