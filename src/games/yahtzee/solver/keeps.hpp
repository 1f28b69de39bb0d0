#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "core/at.hpp"
#include "games/yahtzee/scoring.hpp"

// The 462 multisets of at most five dice as a lattice: what may be kept, and what it can become.
// Those of five dice are the rolls.
namespace hilltop::yahtzee {

inline constexpr int keeps_all = 462;  // C(11, 5)
inline constexpr int rolls_all = 252;  // C(10, 5)
inline constexpr int first_roll = keeps_all - rolls_all;
inline constexpr int outcomes = 7776;  // 6^5, the ordered outcomes of five dice

// Number of dice with each face, aces first.
using KeepCounts = std::array<std::uint8_t, faces>;

// Numbers keeps by number of dice, then of different faces, then by counts: a keep comes after
// everything it contains, and keeps with equally many faces form a range.
class Keeps {
 public:
  constexpr Keeps();

  // A range of keeps with the same number of dice and of different faces.
  struct Group {
    int begin, end, different;
  };

  constexpr const KeepCounts& counts(int keep) const { return counts_[at(keep)]; }
  constexpr int size(int keep) const { return size_[at(keep)]; }
  constexpr int sum(int keep) const { return sum_[at(keep)]; }

  // Return the keep with one die more or less; face 0 is aces. Five dice accept none more; a keep
  // without the face is unchanged.
  constexpr int with(int keep, int face) const { return with_[at(keep)][at(face)]; }
  constexpr int without(int keep, int face) const { return without_[at(keep)][at(face)]; }

  // Returns the different keeps with one die less, by face.
  constexpr std::span<const std::int16_t> smaller(int keep) const {
    return std::span(smaller_).subspan(smaller_begin_[at(keep)],
                                       smaller_begin_[at(keep + 1)] - smaller_begin_[at(keep)]);
  }

  // Returns how many of the 7776 ordered outcomes give this roll.
  constexpr int ways(int roll) const { return ways_[at(roll - first_roll)]; }

  std::span<const Group> groups() const { return groups_; }  // without that of no dice
  constexpr int number(const KeepCounts& counts) const { return numbers_[at(digits(counts))]; }
  constexpr int number(const Dice& dice) const {
    int digits = 0;
    for (const std::uint8_t face : dice) digits += digit_of_face[face];
    return numbers_[at(digits)];
  }
  Dice dice(int roll) const;  // lowest first
  bool is_yahtzee(int roll) const { return ways(roll) == 1; }

 private:
  static constexpr std::array<int, faces + 1> digit_of_face{0, 7776, 1296, 216, 36, 6, 1};

  static constexpr int digits(const KeepCounts& counts) {
    int number = 0;
    for (const std::uint8_t count : counts) number = number * faces + count;
    return number;
  }

  std::array<KeepCounts, keeps_all> counts_{};
  std::array<std::uint8_t, keeps_all> size_{}, sum_{};
  std::array<std::array<std::int16_t, faces>, first_roll> with_{};
  std::array<std::array<std::int16_t, faces>, keeps_all> without_{};
  std::array<std::size_t, keeps_all + 1> smaller_begin_{};
  std::array<std::int16_t, 1260> smaller_{};
  std::array<std::uint8_t, rolls_all> ways_{};
  std::array<Group, 15> groups_{};
  std::array<std::int16_t, 46656> numbers_{};  // by the counts as digits to base 6
};

extern const Keeps keeps;

}  // namespace hilltop::yahtzee
