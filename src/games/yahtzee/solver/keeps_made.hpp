#pragma once
#include <algorithm>
#include <numeric>
#include <vector>

#include "games/yahtzee/solver/keeps.hpp"

// How Keeps is made, for files that need its numbers when they are compiled. Kernels may include
// it, because no code of it is in their objects.
namespace hilltop::yahtzee {
namespace {

constexpr int dice_in(const KeepCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

constexpr auto different_in(const KeepCounts& counts) {
  return std::ranges::count_if(counts, [](std::uint8_t count) { return count > 0; });
}

// Appends all keeps that extend `counts` from `face` on with at most `left` more dice, by rising
// counts.
constexpr void list_keeps(std::vector<KeepCounts>& list, KeepCounts counts, std::size_t face,
                          int left) {
  if (face == faces) return list.push_back(counts);
  for (int count = 0; count <= left; ++count) {
    counts[face] = static_cast<std::uint8_t>(count);
    list_keeps(list, counts, face + 1, left - count);
  }
}

// Returns the keeps in the order of their numbers.
constexpr std::vector<KeepCounts> every_keep() {
  std::vector<KeepCounts> unsorted, list;
  list_keeps(unsorted, {}, 0, dice_rolled);
  for (int size = 0; size <= dice_rolled; ++size)
    for (int different = 0; different <= size; ++different)
      for (const KeepCounts& keep : unsorted)
        if (dice_in(keep) == size && different_in(keep) == different) list.push_back(keep);
  return list;
}

// Returns 5! / (c1! ⋯ c6!).
constexpr int ways_to_roll(const KeepCounts& counts) {
  constexpr std::array<int, 6> factorial{1, 1, 2, 6, 24, 120};
  int ways = factorial[dice_rolled];
  for (const std::uint8_t count : counts) ways /= factorial[count];
  return ways;
}

}  // namespace

constexpr Keeps::Keeps() {
  numbers_.fill(-1);
  const std::vector<KeepCounts> list = every_keep();
  std::size_t group = 0;
  for (int keep = 0; keep < keeps_all; ++keep) {
    const KeepCounts& counts = counts_[at(keep)] = list[at(keep)];
    size_[at(keep)] = static_cast<std::uint8_t>(dice_in(counts));
    for (int face = 0; face < faces; ++face)
      sum_[at(keep)] += static_cast<std::uint8_t>((face + 1) * counts[at(face)]);
    numbers_[at(digits(counts))] = static_cast<std::int16_t>(keep);
    if (keep >= first_roll)
      ways_[at(keep - first_roll)] = static_cast<std::uint8_t>(ways_to_roll(counts));
    if (keep == 0) continue;
    const auto different = static_cast<int>(different_in(counts));
    const bool another =
        keep > 1 && (size(keep) != size(keep - 1) || different != groups_[group].different);
    if (another) ++group;
    if (another || keep == 1) groups_[group] = {keep, keep, different};
    groups_[group].end = keep + 1;
  }
  for (int keep = 0; keep < keeps_all; ++keep)
    for (int face = 0; face < faces; ++face) {
      KeepCounts other = counts(keep);
      if (keep < first_roll) {
        ++other[at(face)];
        with_[at(keep)][at(face)] = static_cast<std::int16_t>(number(other));
        --other[at(face)];
      }
      without_[at(keep)][at(face)] = static_cast<std::int16_t>(keep);
      if (other[at(face)] == 0) continue;
      --other[at(face)];
      without_[at(keep)][at(face)] = static_cast<std::int16_t>(number(other));
    }
  std::size_t end = 0;
  for (int keep = 0; keep < keeps_all; ++keep) {
    smaller_begin_[at(keep)] = end;
    for (const std::int16_t less : without_[at(keep)])
      if (less != keep) smaller_[end++] = less;
  }
  smaller_begin_[keeps_all] = end;
}

}  // namespace hilltop::yahtzee
