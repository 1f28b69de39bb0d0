#include "games/gomoku/engine/evaluation_values.hpp"

#include <algorithm>
#include <functional>

namespace hilltop::gomoku {

CellClass class_of(Patterns patterns) {
  std::ranges::sort(patterns, std::greater{});
  const auto digit = [&](std::size_t i) {
    // The combinatorial number system, with repetition: each digit grows by its place.
    return static_cast<std::size_t>(patterns[i]) + patterns.size() - 1 - i;
  };
  const std::size_t a = digit(0), b = digit(1), c = digit(2), d = digit(3);
  return static_cast<CellClass>(a * (a - 1) * (a - 2) * (a - 3) / 24 + b * (b - 1) * (b - 2) / 6 +
                                c * (c - 1) / 2 + d);
}

LineClass line_class(std::uint16_t neighbours, Colour mover) {
  constexpr std::size_t per_side = 4, off_board = 3;
  const std::size_t own = static_cast<std::size_t>(mover) + 1;
  // A number in base 3, nearest cell first, counted from those of sides that end sooner.
  const auto side = [&](const auto& cell_at) {
    std::size_t number = 0, first = 0, power = 1;
    for (std::size_t i = 0; i < per_side; ++i) {
      const std::size_t cell = cell_at(i);
      if (cell == off_board) break;
      number += power * (cell == 0 ? 0 : cell == own ? 1 : 2);
      first += power;
      power *= 3;
    }
    return first + number;
  };
  const auto cell = [&](std::size_t i) { return std::size_t{neighbours} >> (2 * i) & 3; };
  const std::size_t before = side([&](std::size_t i) { return cell(per_side - 1 - i); });
  const std::size_t after = side([&](std::size_t i) { return cell(per_side + i); });
  const auto [less, more] = std::minmax(before, after);
  return static_cast<LineClass>(more * (more + 1) / 2 + less);
}

}  // namespace hilltop::gomoku
