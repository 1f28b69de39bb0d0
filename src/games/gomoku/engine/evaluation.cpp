#include "games/gomoku/engine/evaluation.hpp"

#include <algorithm>
#include <array>

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

// Counts of cells in steps; each but the lowest begins with a count of `first`.
template <std::size_t N>
class Steps {
 public:
  static constexpr std::size_t count = N + 1;
  constexpr explicit Steps(const std::array<int, N>& first) {
    for (int cells = 0; cells <= variant_points_max; ++cells)
      steps_[static_cast<std::size_t>(cells)] = static_cast<std::uint8_t>(
          std::ranges::count_if(first, [=](int f) { return f <= cells; }));
  }
  std::size_t of(int cells) const { return steps_[static_cast<std::size_t>(cells)]; }

 private:
  std::array<std::uint8_t, variant_points_max + 1> steps_{};
};

}  // namespace

template <int Size, RowRule Rule>
Balances balances_of(const ThreatBoard<Size, Rule>& board, Colour mover) {
  static constexpr Steps threes(std::array{1, 2, 4, 7, 12});
  static constexpr Steps crossings(std::array{1, 2, 4, 7, 12, 18, 25});
  struct Counts {
    std::size_t double_three, four, four_three, open_four;
  };
  const auto counts_of = [&](Colour colour) -> Counts {
    const auto count = [&](ThreatGroup group) {
      return static_cast<std::size_t>(board.count(colour, group));
    };
    return {count(ThreatGroup::double_three), count(ThreatGroup::four),
            count(ThreatGroup::four_three), count(ThreatGroup::open_four)};
  };
  const Counts mine = counts_of(mover), theirs = counts_of(other(mover));

  Digits threat_digits, three_digits, crossing_digits;
  threat_digits.add(mine.four_three, 2)
      .add(mine.four, 3)
      .add(mine.double_three, 2)
      .add(theirs.open_four, 4)
      .add(theirs.four_three, 2)
      .add(theirs.four, 4)
      .add(theirs.double_three, 2);
  for (const Colour colour : {mover, other(mover)}) {
    const Counts& counts = colour == mover ? mine : theirs;
    const int three_cells = board.sum(colour, CellSum::threes);
    three_digits.add(threes.of(three_cells), threes.count)
        .add(counts.double_three + counts.four_three + counts.open_four, 4)
        .add(counts.four + counts.four_three, 2);
    crossing_digits.add(crossings.of(board.sum(colour, CellSum::crossings)), crossings.count)
        .add(static_cast<std::size_t>(three_cells), 4);
  }
  return {threat_digits.number(), three_digits.number(), crossing_digits.number()};
}

template <int Size, RowRule Rule>
int value_of_balances(const ThreatBoard<Size, Rule>& board, Colour mover) {
  const Balances balances = balances_of(board, mover);
  return evaluation_tables.threats[balances.threats] + evaluation_tables.threes[balances.threes] +
         evaluation_tables.crossings[balances.crossings];
}

template Balances balances_of(const ThreatBoard<15>& board, Colour mover);
template Balances balances_of(const ThreatBoard<20>& board, Colour mover);
template Balances balances_of(const ThreatBoard<15, RowRule::exactly_five>& board, Colour mover);
template Balances balances_of(const ThreatBoard<20, RowRule::exactly_five>& board, Colour mover);
template Balances balances_of(const ThreatBoard<15, RowRule::renju>& board, Colour mover);
template Balances balances_of(const ThreatBoard<20, RowRule::renju>& board, Colour mover);
template int value_of_balances(const ThreatBoard<15>& board, Colour mover);
template int value_of_balances(const ThreatBoard<20>& board, Colour mover);
template int value_of_balances(const ThreatBoard<15, RowRule::exactly_five>& board, Colour mover);
template int value_of_balances(const ThreatBoard<20, RowRule::exactly_five>& board, Colour mover);
template int value_of_balances(const ThreatBoard<15, RowRule::renju>& board, Colour mover);
template int value_of_balances(const ThreatBoard<20, RowRule::renju>& board, Colour mover);

}  // namespace hilltop::gomoku
