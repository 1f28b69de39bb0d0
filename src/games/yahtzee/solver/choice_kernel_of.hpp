// The body of the kernels of choices. The including file defines its name and vector width:
// HILLTOP_KERNEL, HILLTOP_VECTOR_BYTES.
#define HILLTOP_NUMBER double
#include "games/yahtzee/solver/choice_kernel.hpp"
#include "games/yahtzee/solver/lattice_of.hpp"

namespace hilltop::yahtzee {
namespace {

// The best of some alternatives in each lane, and its number: of equals the first.
struct Best {
  LaneBlock worth, number;

  void consider(const LaneBlock& other, const LaneBlock& other_number) {
    HILLTOP_EACH_PART {
      const auto is_better = other.part[i] > worth.part[i];
      worth.part[i] = is_better ? other.part[i] : worth.part[i];
      number.part[i] = is_better ? other_number.part[i] : number.part[i];
    }
  }
};

inline LaneBlock all(double value) {
  LaneBlock block;
  fill(block, value);
  return block;
}

class TurnOfCards : Lattice {
 public:
  TurnOfCards(const ChoiceTables& tables, const ChoiceTurn& turn, double* scratch,
              std::uint8_t* choices)
      : Lattice(*tables.lattice, scratch),
        choice_tables_(tables),
        turn_(turn),
        best_keep_(keeps() + 462),
        scored_(best_keep_ + 462),
        best_box_(scored_ + 252),
        choices_(choices) {}

  void work() {
    score_rolls();
    for (int roll = 0; roll < 252; ++roll) answer(0, roll, best_box_[roll]);
    for (int rolls_left = 1; rolls_left < 3; ++rolls_left) {
      roll_on();
      choose_keeps();
      for (int roll = 0; roll < 252; ++roll) {
        // A roll that is worth as much at once is scored.
        LaneBlock best = best_keep_[210 + roll];
        HILLTOP_EACH_PART best.part[i] =
            rolls()[roll].part[i] == scored_[roll].part[i] ? best_box_[roll].part[i] : best.part[i];
        answer(rolls_left, roll, best);
      }
    }
  }

 private:
  void score_rolls() {
    for (int roll = 0; roll < 252; ++roll) {
      Best best{all(nothing), all(462)};
      for (unsigned open = turn_.open; open != 0; open &= open - 1) {
        const int box = __builtin_ctz(open);
        const auto* const blocks =
            reinterpret_cast<const LaneBlock*>(turn_.worth) + box * choice_scores;
        best.consider(at(blocks, choice_tables_.score[roll][box]), all(462 + box));
      }
      scored_[roll] = best.worth;
      best_box_[roll] = best.number;
    }
    for (int face = 0; face < 6; ++face) {
      load(scored_[tables_.yahtzee[face]], turn_.yahtzee[face]);
      load(best_box_[tables_.yahtzee[face]], turn_.yahtzee_box[face]);
      HILLTOP_EACH_PART best_box_[tables_.yahtzee[face]].part[i] += 462;
    }
    __builtin_memcpy(rolls(), scored_, 252 * sizeof(LaneBlock));
  }

  // Finds the best keep of every keep. Of equals the one with more dice, then the one without the
  // lower face.
  void choose_keeps() {
    best_keep_[0] = all(0);
    const std::uint16_t* without = tables_.without;
    for (const KernelTables::Group& group : tables_.groups)
      for (int keep = group.begin; keep < group.end; ++keep) {
        Best best{keeps()[keep], all(keep)};
        for (int less = 0; less < group.different; ++less, ++without)
          best.consider(at(keeps(), *without), at(best_keep_, *without));
        keeps()[keep] = best.worth;
        best_keep_[keep] = best.number;
      }
  }

  void answer(int rolls_left, int roll, const LaneBlock& best) {
    double number[kernel_lanes];
    __builtin_memcpy(number, &best, sizeof number);
    for (int lane = 0; lane < kernel_lanes; ++lane)
      choices_[lane * choices_a_card + rolls_left * 252 + roll] =
          choice_tables_.choice[roll][static_cast<int>(number[lane])];
  }

  const ChoiceTables& choice_tables_;
  const ChoiceTurn& turn_;
  LaneBlock* const best_keep_;  // numbers
  LaneBlock* const scored_;     // by roll: the worth of its best box, and …
  LaneBlock* const best_box_;   // … 462 and the number of the box
  std::uint8_t* const choices_;
};

}  // namespace

void HILLTOP_KERNEL(const ChoiceTables& tables, const ChoiceTurn& turn, double* scratch,
                    std::uint8_t* choices) {
  TurnOfCards(tables, turn, scratch, choices).work();
}

}  // namespace hilltop::yahtzee
