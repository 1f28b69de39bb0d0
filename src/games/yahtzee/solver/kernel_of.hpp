// The body of the kernels. Whoever includes it says before how it is called and how wide vectors
// are: HILLTOP_KERNEL, HILLTOP_VECTOR_BYTES.
#include "games/yahtzee/solver/kernel.hpp"

namespace hilltop::yahtzee {
namespace {

using Vector [[gnu::vector_size(HILLTOP_VECTOR_BYTES), gnu::may_alias]] = double;

constexpr int parts = kernel_block_bytes / HILLTOP_VECTOR_BYTES;
constexpr int part_lanes = kernel_lanes / parts;
constexpr double nothing = -__builtin_inf();

// A number for each lane of a block.
struct Block {
  Vector part[parts];
};

#define HILLTOP_EACH_PART for (int i = 0; i < parts; ++i)

inline Vector larger(Vector a, Vector b) { return a > b ? a : b; }

inline void fill(Block& block, double value) { HILLTOP_EACH_PART block.part[i] = Vector{} + value; }

inline void raise_to(Block& block, const Block& other) {
  HILLTOP_EACH_PART block.part[i] = larger(block.part[i], other.part[i]);
}

// block = max(block, worth + score), with worth from a row.
inline void raise_to(Block& block, const double* worth, double score) {
  HILLTOP_EACH_PART {
    Vector loaded;
    __builtin_memcpy(&loaded, worth + i * part_lanes, sizeof loaded);
    block.part[i] = larger(block.part[i], loaded + score);
  }
}

inline const Block& at(const Block* blocks, std::uint16_t offset) {
  return *reinterpret_cast<const Block*>(reinterpret_cast<const char*>(blocks) + offset);
}

class OneTurn {
 public:
  OneTurn(const KernelTables& tables, const KernelRow& row, double* scratch)
      : tables_(tables),
        row_(row),
        keeps_(reinterpret_cast<Block*>(scratch)),
        nodes_(keeps_ + 462) {}

  void work(int lane) {
    lane_ = lane;
    score_upper();
    score_lower();
    score_yahtzees();
    roll_on();
    keep_best();
    roll_on();
    keep_best();
    Block sum = mean();
    __builtin_memcpy(row_.worth + lane, &sum, sizeof sum);
  }

 private:
  Block* rolls() { return keeps_ + 210; }

  void upper_box(Block& block, int face, int count, double bonus) const {
    const std::uint8_t* lanes = row_.upper_lane[face] + count * kernel_lane_stride + lane_;
    const double score = (face + 1) * count + bonus;
    alignas(64) double worth[kernel_lanes];
    for (int lane = 0; lane < kernel_lanes; ++lane)
      worth[lane] = row_.upper[face][lanes[lane]] + score;
    __builtin_memcpy(&block, worth, sizeof block);
  }

  // The best upper box, by a tree: the counts of the open faces, one face a level.
  void score_upper() {
    Block* from = nodes_;
    Block* to = nodes_ + 252;
    fill(from[0], nothing);
    int level = 0, size = 1, open = 0;
    for (int face = 0; face < 6; ++face) open += row_.upper[face] != nullptr;
    set_ = 0;
    for (int face = 0; face < 6; ++face) {
      if (row_.upper[face] == nullptr) continue;
      set_ |= 1 << face;
      Block score[6];
      for (int count = 0; count < 6; ++count) upper_box(score[count], face, count, 0);
      Block* end = to;
      for (int node = 0; node < size; ++node) {
        const int left = 5 - tables_.used[level][node];
        for (int count = level == 5 ? left : 0; count <= left; ++count, ++end)
          HILLTOP_EACH_PART end->part[i] = larger(from[node].part[i], score[count].part[i]);
      }
      size = static_cast<int>(end - to);
      ++level;
      Block* const other = from;
      from = to;
      to = other;
    }
    best_upper_ = from;
  }

  // Joined with the best lower box: by the pattern, or by the pattern and the sum.
  void score_lower() {
    Block fixed[kernel_patterns], with_sum[kernel_patterns];
    for (int p = 0; p < kernel_patterns; ++p) lower_boxes(p, fixed[p], with_sum[p]);
    const std::uint16_t* const node = tables_.upper[set_];
    for (int roll = 0; roll < 252; ++roll) {
      const Block& upper = at(best_upper_, node[roll]);
      const Block& lower = at(fixed, tables_.pattern[roll]);
      const Block& summed = at(with_sum, tables_.pattern[roll]);
      const double sum = tables_.sum[roll];
      HILLTOP_EACH_PART rolls()[roll].part[i] =
          larger(larger(upper.part[i], lower.part[i]), summed.part[i] + sum);
    }
  }

  void lower_boxes(int pattern, Block& fixed, Block& with_sum) const {
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

  // Five alike once more, where they are a joker or earn a bonus (RULES.md, Y15 to Y19).
  void score_yahtzees() {
    if (row_.joker == KernelJoker::none && row_.bonus == 0) return;
    for (int face = 0; face < 6; ++face) {
      Block& best = rolls()[tables_.yahtzee[face]];
      const double sum = 5 * (face + 1);
      const bool own_open = row_.upper[face] != nullptr;
      const bool stands_in = row_.joker != KernelJoker::none && !own_open;
      const bool forced = row_.joker == KernelJoker::forced;
      fill(best, nothing);
      const bool lower = !(forced && own_open) && raise_to_lower(best, sum, stands_in);
      for (int box = 0; box < 6; ++box) {
        if (row_.upper[box] == nullptr || (forced && (own_open ? box != face : lower))) continue;
        Block score;
        upper_box(score, box, box == face ? 5 : 0, row_.bonus);
        raise_to(best, score);
      }
    }
  }

  // Whether there was a lower box to take.
  bool raise_to_lower(Block& best, double sum, bool stands_in) const {
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

  // Of all rolls.
  Block mean() {
    Block sum;
    fill(sum, 0);
    for (int roll = 0; roll < 252; ++roll)
      HILLTOP_EACH_PART sum.part[i] += rolls()[roll].part[i] * tables_.ways[roll];
    HILLTOP_EACH_PART sum.part[i] /= 7776.0;
    return sum;
  }

  // What is kept is worth the mean of what it becomes with one die more.
  void roll_on() {
    for (int keep = 209; keep >= 0; --keep) {
      const std::uint16_t* const with = tables_.with[keep];
      const Block &a = at(keeps_, with[0]), &b = at(keeps_, with[1]), &c = at(keeps_, with[2]),
                  &d = at(keeps_, with[3]), &e = at(keeps_, with[4]), &f = at(keeps_, with[5]);
      HILLTOP_EACH_PART keeps_[keep].part[i] =
          (((a.part[i] + b.part[i]) + (c.part[i] + d.part[i])) + (e.part[i] + f.part[i])) *
          (1.0 / 6);
    }
  }

  // What lies there is worth the best of what can be kept of it.
  void keep_best() {
    const std::uint16_t* without = tables_.without;
    for (const KernelTables::Group& group : tables_.groups) switch (group.different) {
        case 1: without = keep_best<1>(group, without); break;
        case 2: without = keep_best<2>(group, without); break;
        case 3: without = keep_best<3>(group, without); break;
        case 4: without = keep_best<4>(group, without); break;
        default: without = keep_best<5>(group, without); break;
      }
  }

  template <int different>
  const std::uint16_t* keep_best(const KernelTables::Group& group, const std::uint16_t* without) {
    for (int keep = group.begin; keep < group.end; ++keep, without += different) {
      Block best = keeps_[keep];
      for (int face = 0; face < different; ++face) raise_to(best, at(keeps_, without[face]));
      keeps_[keep] = best;
    }
    return without;
  }

  const KernelTables& tables_;
  const KernelRow& row_;
  Block* const keeps_;
  Block* const nodes_;
  const Block* best_upper_ = nullptr;
  int lane_ = 0, set_ = 0;
};

}  // namespace

void HILLTOP_KERNEL(const KernelTables& tables, const KernelRow& row, double* scratch) {
  OneTurn turn(tables, row, scratch);
  for (int lane = 0; lane < row.lanes; lane += kernel_lanes) turn.work(lane);
}

}  // namespace hilltop::yahtzee
