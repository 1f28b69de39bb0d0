#pragma once
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

// The rules of rows and of forbidden points once more, word for word and slowly, to compare with
// variant.cpp, of which nothing is used here. A four and a three are sets of stones; so two of them
// are two sets.
namespace hilltop::gomoku::referee {

using Spot = std::pair<int, int>;  // X and Y
using Stones = std::set<Spot>;

constexpr int five = 5;
constexpr std::array<Spot, 4> lines{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

struct Grid {
  std::vector<std::string> columns;  // by X, then by Y: 'B', 'W' or '.'

  explicit Grid(int size)
      : columns(static_cast<std::size_t>(size), std::string(static_cast<std::size_t>(size), '.')) {}
  bool inside(Spot spot) const {
    const int size = static_cast<int>(columns.size());
    return spot.first >= 0 && spot.second >= 0 && spot.first < size && spot.second < size;
  }
  char at(Spot spot) const {
    if (!inside(spot)) return '#';
    return columns[static_cast<std::size_t>(spot.first)][static_cast<std::size_t>(spot.second)];
  }
  Grid with(Spot spot, char colour) const {
    Grid next = *this;
    next.columns[static_cast<std::size_t>(spot.first)][static_cast<std::size_t>(spot.second)] =
        colour;
    return next;
  }
};

inline Spot moved(Spot from, Spot line, int steps) {
  return {from.first + steps * line.first, from.second + steps * line.second};
}

// The stones of one colour side by side on a line through a stone.
inline Stones row(const Grid& grid, Spot spot, Spot line) {
  Stones stones{spot};
  for (const int way : {1, -1})
    for (Spot next = moved(spot, line, way); grid.at(next) == grid.at(spot);
         next = moved(next, line, way))
      stones.insert(next);
  return stones;
}

inline std::size_t longest_row(const Grid& grid, Spot spot) {
  std::size_t longest = 0;
  for (const Spot& line : lines) longest = std::max(longest, row(grid, spot, line).size());
  return longest;
}

inline bool has_row_of(const Grid& grid, Spot spot, std::size_t length) {
  for (const Spot& line : lines)
    if (row(grid, spot, line).size() == length) return true;
  return false;
}

// Whether the stone on the spot wins. `rows`: "freestyle", "standard" or "renju".
inline bool wins(const Grid& grid, Spot spot, const std::string& rows) {
  const bool exactly = rows == "standard" || (rows == "renju" && grid.at(spot) == 'B');
  return exactly ? has_row_of(grid, spot, five) : longest_row(grid, spot) >= five;
}

// The fours of black stones on a line that hold the stone: four that one more makes exactly five.
inline std::set<Stones> fours(const Grid& grid, Spot spot, Spot line) {
  std::set<Stones> found;
  for (int i = -(five - 1); i < five; ++i) {
    const Spot more = moved(spot, line, i);
    if (grid.at(more) != '.') continue;
    Stones made = row(grid.with(more, 'B'), more, line);
    if (made.size() != five || !made.contains(spot)) continue;
    made.erase(more);
    found.insert(made);
  }
  return found;
}

// Whether these four stones are side by side, and a stone at either end makes exactly five.
inline bool is_straight_four(const Grid& grid, const Stones& stones, Spot line) {
  int ends = 0;
  for (const Spot& stone : stones)
    for (const int way : {1, -1}) {
      const Spot end = moved(stone, line, way);
      if (stones.contains(end)) continue;
      if (grid.at(end) != '.') return false;
      const Stones made = row(grid.with(end, 'B'), end, line);
      if (made.size() != five) return false;
      ++ends;
    }
  return ends == 2;
}

inline std::string foul(const Grid& before, Spot spot);

// The threes of black stones on a line that hold the stone: three that one more stone, which is no
// foul and makes no five, turns into a straight four.
inline std::set<Stones> threes(const Grid& grid, Spot spot, Spot line) {
  std::set<Stones> found;
  for (int i = -(five - 2); i <= five - 2; ++i) {
    const Spot more = moved(spot, line, i);
    if (grid.at(more) != '.') continue;
    const Grid next = grid.with(more, 'B');
    Stones made = row(next, more, line);
    if (made.size() != five - 1 || !made.contains(spot)) continue;
    if (!is_straight_four(next, made, line) || has_row_of(next, more, five)) continue;
    if (!foul(grid, more).empty()) continue;
    made.erase(more);
    found.insert(made);
  }
  return found;
}

// What is wrong with a black stone on a free spot; empty if nothing is.
inline std::string foul(const Grid& before, Spot spot) {
  const Grid grid = before.with(spot, 'B');
  if (has_row_of(grid, spot, five)) return {};
  if (longest_row(grid, spot) > five) return "six or more";
  std::size_t all_fours = 0, all_threes = 0;
  for (const Spot& line : lines) all_fours += fours(grid, spot, line).size();
  if (all_fours > 1) return "two fours";
  for (const Spot& line : lines) all_threes += threes(grid, spot, line).size();
  return all_threes > 1 ? "two threes" : "";
}

}  // namespace hilltop::gomoku::referee
