// The body of the kernels. The including file defines their names and vector width: HILLTOP_KERNEL,
// HILLTOP_TURN_KERNEL, HILLTOP_VECTOR_BYTES.
#define HILLTOP_NUMBER double
#include "games/yahtzee/solver/lattice_of.hpp"

namespace hilltop::yahtzee {
namespace {

// Computes block = max(block, worth + score), with worth from a row.
inline void raise_to(LaneBlock& block, const double* worth, double score) {
  HILLTOP_EACH_PART {
    Vector loaded;
    __builtin_memcpy(&loaded, worth + i * part_lanes, sizeof loaded);
    block.part[i] = larger(block.part[i], loaded + score);
  }
}

class OneTurn : Lattice {
 public:
  OneTurn(const KernelTables& tables, const KernelRow& row, double* scratch)
      : Lattice(tables, scratch), row_(row) {
    for (unsigned face = 0; face < 6; ++face)
      if (row.upper[face]) open_ |= 1u << face;
  }

  void work(int lane) {
    lane_ = lane;
    score_rolls();
    score_yahtzees();
    const LaneBlock worth = mean_of_turn();
    __builtin_memcpy(row_.worth + lane, &worth, sizeof worth);
  }

  void work(int lane, KernelTurn& turn) {
    const int place = lane % kernel_lanes;
    lane_ = lane - place;
    score_rolls();
    score_yahtzees();
    take_lane(rolls(), place, turn.best[0]);
    for (int rolls_left = 1; rolls_left < 3; ++rolls_left) {
      roll_on();
      take_lane(keeps(), place, turn.kept[rolls_left - 1]);
      keep_best();
      take_lane(rolls(), place, turn.best[rolls_left]);
    }
  }

 private:
  template <unsigned count>
  static void take_lane(const LaneBlock* blocks, int lane, double (&numbers)[count]) {
    const auto* const lanes =
        reinterpret_cast<const char*>(blocks) + unsigned(lane) * sizeof(double);
    for (unsigned i = 0; i < count; ++i)
      __builtin_memcpy(&numbers[i], lanes + i * sizeof(LaneBlock), sizeof(double));
  }

  void upper_box(LaneBlock& block, int face, int count, double bonus) const {
    const std::uint8_t* lanes = row_.upper_lane[face] + count * kernel_lane_stride + lane_;
    const double score = (face + 1) * count + bonus;
    alignas(64) double worth[kernel_lanes];
    for (int lane = 0; lane < kernel_lanes; ++lane)
      worth[lane] = row_.upper[face][lanes[lane]] + score;
    load(block, worth);
  }

  // Computes the better of the best upper and the best lower box: by pattern, or by pattern and
  // sum.
  void score_rolls() {
    const LaneBlock* const best_upper = Lattice::best_upper(open_, [&](LaneBlock* worth, int face) {
      for (int count = 0; count < 6; ++count) upper_box(worth[count], face, count, 0);
    });
    LaneBlock fixed[kernel_patterns], with_sum[kernel_patterns];
    for (int p = 0; p < kernel_patterns; ++p) lower_boxes(p, fixed[p], with_sum[p]);
    const std::uint16_t* const node = tables_.upper[open_];
    for (int roll = 0; roll < 252; ++roll) {
      const LaneBlock& upper = at(best_upper, node[roll]);
      const LaneBlock& lower = at(fixed, tables_.pattern[roll]);
      const LaneBlock& summed = at(with_sum, tables_.pattern[roll]);
      const double sum = tables_.sum[roll];
      HILLTOP_EACH_PART rolls()[roll].part[i] =
          larger(larger(upper.part[i], lower.part[i]), summed.part[i] + sum);
    }
  }

  void lower_boxes(int pattern, LaneBlock& fixed, LaneBlock& with_sum) const {
    const bool four = pattern == four_alike || pattern == five_alike;
    const bool three = four || pattern == three_alike || pattern == full;
    const bool run = pattern == small_run || pattern == large_run;
    fill(fixed, nothing);
    fill(with_sum, nothing);
    if (row_.three_of_a_kind) raise_to(three ? with_sum : fixed, row_.three_of_a_kind + lane_, 0);
    if (row_.four_of_a_kind) raise_to(four ? with_sum : fixed, row_.four_of_a_kind + lane_, 0);
    if (row_.chance) raise_to(with_sum, row_.chance + lane_, 0);
    if (row_.full_house) raise_to(fixed, row_.full_house + lane_, pattern == full ? 25 : 0);
    if (row_.small_straight) raise_to(fixed, row_.small_straight + lane_, run ? 30 : 0);
    if (row_.large_straight)
      raise_to(fixed, row_.large_straight + lane_, pattern == large_run ? 40 : 0);
    if (row_.yahtzee_zero) {
      if (pattern == five_alike)
        raise_to(fixed, row_.yahtzee_fifty + lane_, 50);
      else
        raise_to(fixed, row_.yahtzee_zero + lane_, 0);
    }
  }

  // Scores five alike again if they are a joker or earn a bonus (RULES.md, Y15 to Y19).
  void score_yahtzees() {
    if (row_.joker == KernelJoker::none && row_.bonus == 0) return;
    for (int face = 0; face < 6; ++face) {
      LaneBlock& best = rolls()[tables_.yahtzee[face]];
      const double sum = 5 * (face + 1);
      const bool own_open = row_.upper[face] != nullptr;
      const bool stands_in = row_.joker != KernelJoker::none && !own_open;
      const bool forced = row_.joker == KernelJoker::forced;
      fill(best, nothing);
      const bool lower = !(forced && own_open) && raise_to_lower(best, sum, stands_in);
      for (int box = 0; box < 6; ++box) {
        if (row_.upper[box] == nullptr || (forced && (own_open ? box != face : lower))) continue;
        LaneBlock score;
        upper_box(score, box, box == face ? 5 : 0, row_.bonus);
        raise_to(best, score);
      }
    }
  }

  // Returns whether there was a lower box to fill.
  bool raise_to_lower(LaneBlock& best, double sum, bool stands_in) const {
    const double* const boxes[] = {row_.three_of_a_kind, row_.four_of_a_kind, row_.chance,
                                   row_.full_house,      row_.small_straight, row_.large_straight};
    const double scores[] = {sum, sum, sum, 25, 30, 40};
    bool any = false;
    for (int box = 0; box < 6; ++box) {
      if (boxes[box] == nullptr) continue;
      any = true;
      raise_to(best, boxes[box] + lane_, (box < 3 || stands_in ? scores[box] : 0) + row_.bonus);
    }
    return any;
  }

  const KernelRow& row_;
  unsigned open_ = 0;  // upper boxes
  int lane_ = 0;
};

}  // namespace

void HILLTOP_KERNEL(const KernelTables& tables, const KernelRow& row, double* scratch) {
  OneTurn turn(tables, row, scratch);
  for (int lane = 0; lane < row.lanes; lane += kernel_lanes) turn.work(lane);
}

void HILLTOP_TURN_KERNEL(const KernelTables& tables, const KernelRow& row, int lane,
                         double* scratch, KernelTurn& turn) {
  OneTurn(tables, row, scratch).work(lane, turn);
}

}  // namespace hilltop::yahtzee
