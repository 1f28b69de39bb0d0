#pragma once
#include <array>
#include <functional>
#include <optional>

#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// One turn with one card, reckoned out as the table was: what every box, keep and roll is worth.
// The same bits on every machine, and therefore the same choices.
class Turn {
 public:
  // Worth is in points to come.
  Turn(const WorthTable& table, const Standing& standing);
  // Worth is what `worth` says of a card after the turn, and of the points that the turn added,
  // with the Yahtzee bonus and without the upper one.
  using WorthAfter = std::function<double(const Standing& after, int points)>;
  Turn(const Options& options, const Standing& standing, const WorthAfter& worth);

  // Of the roll in the box, with the Yahtzee bonus; -1: the rules refuse it.
  int points(int roll, Category category) const;

  // Of scoring the roll in the box; nullopt: the rules refuse it.
  std::optional<double> box(int roll, Category category) const;
  Category best_box(int roll) const { return best_box_[at(roll - first_roll)]; }  // first of equals

  // Of keeping these dice and rolling the others, with 1 or 2 rolls left.
  double keep(int rolls_left, int keep) const { return step(rolls_left).kept[at(keep)]; }
  // Of equals the one that keeps more dice; then the one without the lower face.
  int best_keep(int rolls_left, int roll) const;
  // The next step from a roll down to its best keep: one die less; -1: this is it.
  int gives_up(int rolls_left, int keep) const;

  // Of the roll, with 0, 1 or 2 rolls left.
  double best(int rolls_left, int roll) const {
    return rolls_left == 0 ? steps_[0].kept[at(roll)] : step(rolls_left).best[at(roll)];
  }

  // Whether to score the roll at once, though rolls are left.
  bool made(int rolls_left, int roll) const { return best(0, roll) == best(rolls_left, roll); }

  // Of the turn before its first roll: what the table has.
  double worth() const;

 private:
  // With a roll left: of keeping exactly these dice, and of the best that is kept of them.
  struct Step {
    std::array<double, keeps_all> kept, best;
  };

  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }
  const Step& step(int rolls_left) const { return steps_[at(rolls_left - 1)]; }

  // By box and what it scores.
  using Worths = std::array<std::array<double, yahtzee_score + 1>, boxes_on_card>;

  void score();
  static void reckon(Step& step);

  Options options_;
  Standing standing_;
  int bonus_;  // of a Yahtzee
  Worths plain_{}, with_bonus_{};
  std::array<Category, rolls_all> best_box_{};
  std::array<Step, 2> steps_;
};

}  // namespace hilltop::yahtzee
