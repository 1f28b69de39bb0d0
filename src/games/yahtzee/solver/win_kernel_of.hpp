// The body of the kernels for chances to win, as kernel_of.hpp is for means.
#define HILLTOP_NUMBER float
#include "games/yahtzee/solver/lattice_of.hpp"
#include "games/yahtzee/solver/win_kernel.hpp"

namespace hilltop::yahtzee {
namespace {

// What lower boxes depend on besides the sum of the dice: how many are alike.
enum Alike { fewer, three, four, alikes };

class OneTurn : Lattice {
 public:
  OneTurn(const KernelTables& tables, const WinRow& row, float* scratch)
      : Lattice(tables, scratch), row_(row), lane_shift_(__builtin_ctz(unsigned(row.apart))) {
    for (unsigned face = 0; face < 6; ++face)
      if (row.upper[face][0].at) open_ |= 1u << face;
  }

  void work(int lane) {
    lane_ = lane;
    score_rolls();
    score_yahtzees();
    const LaneBlock chance = mean_of_turn();
    __builtin_memcpy(row_.chance + lane, &chance, sizeof chance);
  }

 private:
  // Returns the chance at the current lanes after a box has scored `points`.
  const float* after(const WinLanes& box, int points) const {
    const int up = box.shift + points;
    return box.at + (up & (row_.apart - 1)) * row_.plane + (up >> lane_shift_) + lane_;
  }

  // Computes block = max(block, the box with `points` points).
  void raise_to_box(LaneBlock& block, const WinLanes& box, int points) const {
    if (box.at == nullptr) return;
    const float* const from = after(box, points);
    HILLTOP_EACH_PART {
      Vector loaded;
      __builtin_memcpy(&loaded, from + i * part_lanes, sizeof loaded);
      block.part[i] = larger(block.part[i], loaded);
    }
  }

  void score_rolls() {
    const LaneBlock* const upper = best_upper(open_, [&](LaneBlock* chance, int face) {
      for (int count = 0; count < 6; ++count)
        load(chance[count], after(row_.upper[face][count], (face + 1) * count));
    });
    LaneBlock fixed[kernel_patterns];
    for (int p = 0; p < kernel_patterns; ++p) lower_boxes(p, fixed[p]);
    LaneBlock summed[alikes][31];
    for (int sum = 5; sum <= 30; ++sum) {
      fill(summed[fewer][sum], nothing);
      raise_to_box(summed[fewer][sum], row_.chance_box, sum);
      summed[three][sum] = summed[fewer][sum];
      raise_to_box(summed[three][sum], row_.three_of_a_kind, sum);
      summed[four][sum] = summed[three][sum];
      raise_to_box(summed[four][sum], row_.four_of_a_kind, sum);
    }
    const std::uint16_t* const node = tables_.upper[open_];
    for (int roll = 0; roll < 252; ++roll) {
      const int pattern = tables_.pattern[roll] / kernel_block_bytes;
      LaneBlock best = at(upper, node[roll]);
      raise_to(best, fixed[pattern]);
      raise_to(best, summed[alike(pattern)][static_cast<int>(tables_.sum[roll])]);
      rolls()[roll] = best;
    }
  }

  static Alike alike(int pattern) {
    if (pattern == four_alike || pattern == five_alike) return four;
    return pattern == three_alike || pattern == full ? three : fewer;
  }

  void lower_boxes(int pattern, LaneBlock& best) const {
    const bool run = pattern == small_run || pattern == large_run;
    fill(best, nothing);
    if (alike(pattern) < three) raise_to_box(best, row_.three_of_a_kind, 0);
    if (alike(pattern) < four) raise_to_box(best, row_.four_of_a_kind, 0);
    raise_to_box(best, row_.full_house, pattern == full ? 25 : 0);
    raise_to_box(best, row_.small_straight, run ? 30 : 0);
    raise_to_box(best, row_.large_straight, pattern == large_run ? 40 : 0);
    if (pattern == five_alike)
      raise_to_box(best, row_.yahtzee_fifty, 50);
    else
      raise_to_box(best, row_.yahtzee_zero, 0);
  }

  // Scores five alike again if they are a joker or earn a bonus (RULES.md, Y15 to Y19).
  void score_yahtzees() {
    if (row_.joker == KernelJoker::none && row_.bonus == 0) return;
    for (int face = 0; face < 6; ++face) {
      LaneBlock& best = rolls()[tables_.yahtzee[face]];
      const int sum = 5 * (face + 1);
      const bool own_open = row_.upper[face][0].at != nullptr;
      const bool stands_in = row_.joker != KernelJoker::none && !own_open;
      const bool forced = row_.joker == KernelJoker::forced;
      fill(best, nothing);
      const bool lower = !(forced && own_open) && raise_to_lower(best, sum, stands_in);
      for (int box = 0; box < 6; ++box) {
        if (row_.upper[box][0].at == nullptr || (forced && (own_open ? box != face : lower)))
          continue;
        const int count = box == face ? 5 : 0;
        raise_beyond(best, row_.upper[box][count], (box + 1) * count + row_.bonus);
      }
    }
  }

  // Returns whether there was a lower box to fill.
  bool raise_to_lower(LaneBlock& best, int sum, bool stands_in) const {
    const WinLanes* const boxes[] = {&row_.three_of_a_kind, &row_.four_of_a_kind,
                                     &row_.chance_box,      &row_.full_house,
                                     &row_.small_straight,  &row_.large_straight};
    const int points[] = {sum, sum, sum, 25, 30, 40};
    bool any = false;
    for (int box = 0; box < 6; ++box) {
      if (boxes[box]->at == nullptr) continue;
      any = true;
      raise_beyond(best, *boxes[box], (box < 3 || stands_in ? points[box] : 0) + row_.bonus);
    }
    return any;
  }

  // Like raise_to_box(), with points that may lead beyond the margin.
  void raise_beyond(LaneBlock& block, const WinLanes& box, int points) const {
    const int up = box.shift + points;
    if (up <= win_margin) return raise_to_box(block, box, points);
    const int last = row_.lanes - 1;  // of plane 0, which the margin repeats
    const float* const plane = box.at + (up & (row_.apart - 1)) * row_.plane;
    alignas(64) float chance[win_lanes];
    for (int lane = 0; lane < win_lanes; ++lane) {
      const int to = lane_ + lane + (up >> lane_shift_);
      chance[lane] = to < last ? plane[to] : box.at[last];
    }
    LaneBlock loaded;
    load(loaded, chance);
    raise_to(block, loaded);
  }

  const WinRow& row_;
  const int lane_shift_;
  unsigned open_ = 0;  // upper boxes
  int lane_ = 0;
};

// Computes the chances before the level rises.
inline void step_back(const WinRow& row) {
  for (int i = 1; i <= step_max; ++i) {
    row.chance[-i] = row.chance[0];
    row.chance[row.lanes - 1 + i] = row.chance[row.lanes - 1];
  }
  for (int lane = 0; lane < row.lanes; lane += win_lanes) {
    LaneBlock sum;
    fill(sum, 0);
    for (int step = 0; step < row.steps; ++step) {
      const float* const from = row.chance + lane - row.step_lowest - step;
      HILLTOP_EACH_PART {
        Vector chance;
        __builtin_memcpy(&chance, from + i * part_lanes, sizeof chance);
        sum.part[i] += chance * row.step[step];
      }
    }
    __builtin_memcpy(row.before + lane, &sum, sizeof sum);
  }
}

}  // namespace

void HILLTOP_KERNEL(const KernelTables& tables, const WinRow& row, float* scratch) {
  if (!row.full) {
    OneTurn turn(tables, row, scratch);
    for (int lane = 0; lane < row.lanes; lane += win_lanes) turn.work(lane);
  }
  step_back(row);
}

}  // namespace hilltop::yahtzee
