#include "games/yahtzee/solver/turn.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "games/yahtzee/solver/natural_scores.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

}  // namespace

Turn::Turn(const WorthTable& table, const Standing& standing)
    : Turn(table.options(), standing,
           [&](const Standing& after, int points) { return table.worth(after) + points; }) {}

Turn::Turn(const Options& options, const Standing& standing, const WorthAfter& worth)
    : options_(options), standing_(standing), bonus_(bonus_of(options, standing.yahtzee)) {
  for (const Category category : categories) {
    if (!standing.open(category)) continue;
    const auto box = at(index(category));
    for (const int score : possible_scores()[box]) {
      const Standing after = standing.after(category, score);
      plain_[box][at(score)] = worth(after, score);
      if (bonus_ > 0) with_bonus_[box][at(score)] = worth(after, score + bonus_);
    }
  }
  score();
  compute(steps_[0]);
  std::copy(steps_[0].best.begin() + first_roll, steps_[0].best.end(),
            steps_[1].kept.begin() + first_roll);
  compute(steps_[1]);
}

void Turn::score() {
  const NaturalScores& scores = natural_scores();
  double* const best = &steps_[0].kept[first_roll];
  std::fill_n(best, rolls_all, nothing);
  for (const Category category : categories) {
    if (!standing_.open(category)) continue;
    const auto box = at(index(category));
    const auto& plain = plain_[box];
    for (std::size_t roll = 0; roll < rolls_all; ++roll) {
      double worth = plain[scores[roll][box]];
      if (const int dice = first_roll + static_cast<int>(roll); keeps.is_yahtzee(dice))
        worth = this->box(dice, category).value_or(nothing);
      const bool is_better = worth > best[roll];
      best[roll] = is_better ? worth : best[roll];
      best_box_[roll] = is_better ? category : best_box_[roll];
    }
  }
}

int Turn::points(int roll, Category category) const {
  if (!standing_.open(category)) return -1;
  if (keeps.is_yahtzee(roll)) return gain(options_, standing_, keeps.dice(roll), category);
  return natural_scores()[at(roll - first_roll)][at(index(category))];
}

std::optional<double> Turn::box(int roll, Category category) const {
  const int points = this->points(roll, category);
  if (points < 0) return std::nullopt;
  if (keeps.is_yahtzee(roll) && bonus_ > 0)
    return with_bonus_[at(index(category))][at(points - bonus_)];
  return plain_[at(index(category))][at(points)];
}

int Turn::best_keep(int rolls_left, int roll) const {
  int keep = roll;
  for (int less; (less = gives_up(rolls_left, keep)) >= 0;) keep = less;
  return keep;
}

int Turn::gives_up(int rolls_left, int keep) const {
  const auto& [kept, best] = step(rolls_left);
  if (kept[at(keep)] == best[at(keep)]) return -1;
  for (const int less : keeps.smaller(keep))
    if (best[at(less)] == best[at(keep)]) return less;
  throw std::logic_error("a keep is worth more than all that can be kept of it");
}

// Does the kernel's operations in its order.
void Turn::compute(Step& step) {
  auto& [kept, best] = step;
  for (int keep = first_roll - 1; keep >= 0; --keep) {
    const auto with = [&](int face) { return kept[at(keeps.with(keep, face))]; };
    kept[at(keep)] =
        (((with(0) + with(1)) + (with(2) + with(3))) + (with(4) + with(5))) * (1.0 / 6);
  }
  for (int keep = 0; keep < keeps_all; ++keep) {
    double most = kept[at(keep)];
    for (const int less : keeps.smaller(keep)) most = std::max(most, best[at(less)]);
    best[at(keep)] = most;
  }
}

double Turn::worth() const {
  double sum = 0;
  for (int roll = first_roll; roll < keeps_all; ++roll)
    sum += steps_[1].best[at(roll)] * keeps.ways(roll);
  return sum / outcomes;
}

}  // namespace hilltop::yahtzee
