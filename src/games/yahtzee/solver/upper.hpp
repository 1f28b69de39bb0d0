#pragma once
#include <array>
#include <cstdint>

#include "games/yahtzee/solver/standing.hpp"

// Classes of upper totals: two totals are one class if the same sums of the open upper boxes bring
// both to 63. Over all sets of open boxes the 2794 possible totals form 1640 classes.
namespace hilltop::yahtzee {

inline constexpr int upper_totals = upper_bonus_from + 1;  // 0 to 63; 63 stands for all above
inline constexpr int lanes_a_block = 8;
inline constexpr int lanes_max = 64;
inline constexpr int lanes_all = 1840;  // of all sets, each filled up to whole blocks

// The classes of a set of open upper boxes, by rising total. Their number is filled up to `lanes`,
// a multiple of a block, by repeating the last one.
struct UpperClasses {
  using Lanes = std::array<std::uint8_t, lanes_max>;
  using ByCount = std::array<Lanes, dice_rolled + 1>;

  int classes = 0, lanes = 0;
  int first = 0;  // its first lane among the lanes of all sets
  Lanes least{};  // the lowest total of each lane's class
  std::array<std::uint8_t, upper_totals> of_total{};
  // after[face][count][lane]: the class after the box of the face is filled with `count` dice.
  std::array<ByCount, faces> after{};
};

using UpperTable = std::array<UpperClasses, upper_sets>;

const UpperTable& upper_table();

}  // namespace hilltop::yahtzee
