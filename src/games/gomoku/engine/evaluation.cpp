#include "games/gomoku/engine/evaluation.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "games/gomoku/engine/threat_board.hpp"

namespace hilltop::gomoku {
namespace {

// A number by several digits of different bases.
class Digits {
 public:
  Digits& add(std::size_t digit, std::size_t base) {
    number_ = number_ * base + std::min(digit, base - 1);
    return *this;
  }
  std::size_t number() const { return number_; }

 private:
  std::size_t number_ = 0;
};

}  // namespace

CellClass class_of(PatternsOfCell patterns) {
  std::array<std::size_t, directions.size()> sorted;
  for (std::size_t d = 0; d < sorted.size(); ++d)
    sorted[d] = static_cast<std::size_t>(pattern_in(patterns, d));
  std::ranges::sort(sorted, std::greater{});
  // The combinatorial number system, with repetition: each digit grows by its place.
  const std::size_t a = sorted[0] + 3, b = sorted[1] + 2, c = sorted[2] + 1, d = sorted[3];
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

std::size_t threat_balance(const ThreatBoard& board, Colour mover) {
  const Colour waiter = other(mover);
  constexpr int most = 3;  // of the largest base below, less one
  const auto count = [&](Colour colour, ThreatGroup group) {
    return static_cast<std::size_t>(board.cells(colour, group).size_up_to(most));
  };
  return Digits()
      .add(count(mover, ThreatGroup::four_three), 2)
      .add(count(mover, ThreatGroup::four), 3)
      .add(count(mover, ThreatGroup::double_three), 2)
      .add(count(waiter, ThreatGroup::open_four), 4)
      .add(count(waiter, ThreatGroup::four_three), 2)
      .add(count(waiter, ThreatGroup::four), 4)
      .add(count(waiter, ThreatGroup::double_three), 2)
      .number();
}

}  // namespace hilltop::gomoku
