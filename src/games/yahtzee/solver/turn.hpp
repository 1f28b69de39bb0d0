#pragma once
#include <array>
#include <functional>
#include <optional>

#include "core/at.hpp"
#include "games/yahtzee/solver/keeps.hpp"
#include "games/yahtzee/solver/table.hpp"

namespace hilltop::yahtzee {

// One turn with one card, computed as the table was: the worth of every box, keep and roll. It is
// bit-equal on every machine, and so are the choices.
class Turn {
 public:
  // Worth is in points to come.
  Turn(const WorthTable& table, const Standing& standing);
  // Worth is the value of `worth` for a card after the turn and the points that the turn added,
  // with the Yahtzee bonus and without the upper bonus.
  using WorthAfter = std::function<double(const Standing& after, int points)>;
  Turn(const Options& options, const Standing& standing, const WorthAfter& worth);

  // Returns the score of the roll in the box, with the Yahtzee bonus; -1 if the rules refuse it.
  int points(int roll, Category category) const;

  // Returns the worth of scoring the roll in the box; nullopt if the rules refuse it.
  std::optional<double> box(int roll, Category category) const;
  Category best_box(int roll) const { return best_box_[at(roll - first_roll)]; }  // first of equals

  // Returns the worth of keeping these dice and rolling the others, with 1 or 2 rolls left.
  double keep(int rolls_left, int keep) const { return step(rolls_left).kept[at(keep)]; }
  // Returns the best keep; of equals the one with more dice, then the one without the lower face.
  int best_keep(int rolls_left, int roll) const;
  // Returns the next step from a roll down to its best keep, one die less; -1 at that keep.
  int gives_up(int rolls_left, int keep) const;

  // Returns the worth of the roll with 0, 1 or 2 rolls left.
  double best(int rolls_left, int roll) const {
    return rolls_left == 0 ? steps_[0].kept[at(roll)] : step(rolls_left).best[at(roll)];
  }

  // Returns whether to score the roll at once although rolls are left.
  bool made(int rolls_left, int roll) const { return best(0, roll) == best(rolls_left, roll); }

  // Returns the worth of the turn before its first roll, as in the table.
  double worth() const;

 private:
  // With a roll left: worth of keeping exactly these dice, and of the best keep among them.
  struct Step {
    std::array<double, keeps_all> kept, best;
  };

  const Step& step(int rolls_left) const { return steps_[at(rolls_left - 1)]; }

  // By box and score.
  using Worths = std::array<std::array<double, yahtzee_score + 1>, boxes_on_card>;

  void score();
  static void compute(Step& step);

  Options options_;
  Standing standing_;
  int bonus_;  // for a Yahtzee
  Worths plain_{}, with_bonus_{};
  std::array<Category, rolls_all> best_box_{};
  std::array<Step, 2> steps_;
};

}  // namespace hilltop::yahtzee
