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
