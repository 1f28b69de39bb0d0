#include "games/gomoku/engine/patterns.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hilltop::gomoku {
namespace {

enum Cell : std::uint8_t { empty, own_stone, blocked };

constexpr int row_reach = row_to_win - 1;  // cells on either side that a row of five can take in

// The lines through a cell on which the player has a stone. A line is a number in base 3, a digit
// for each neighbour, the first one lowest.
class Lines {
 public:
  Lines(int reach, bool exactly) : centre_(reach), exactly_(exactly) {
    for (int i = 0; i <= 2 * reach; ++i) powers_.push_back(i == 0 ? 1 : 3 * powers_.back());
  }

  std::size_t number(std::size_t neighbours, unsigned own) const {
    std::size_t number = 0;
    for (std::size_t i = 0; i + 1 < powers_.size(); ++i) {
      const std::size_t mark = (neighbours >> (2 * i)) & 3;
      number += powers_[i] * (mark == 0 ? empty : mark == own ? own_stone : blocked);
    }
    return number;
  }

  // A stone more is a digit 1 in place of a 0, so the lines that a line leads to come after it.
  std::vector<Pattern> patterns() {
    std::vector<Pattern> patterns(powers_.back());
    for (std::size_t number = patterns.size(); number-- > 0;)
      patterns[number] = pattern_of(number, patterns);
    return patterns;
  }

 private:
  Cell& at(int place) { return cells_[static_cast<std::size_t>(place)]; }
  // The weight of a place that is not the centre.
  std::size_t power_of(int place) const {
    return powers_[static_cast<std::size_t>(place < centre_ ? place : place - 1)];
  }

  void read(std::size_t number) {
    cells_.assign(powers_.size(), own_stone);
    for (int place = 0; place <= 2 * centre_; ++place)
      if (place != centre_) at(place) = static_cast<Cell>(number / power_of(place) % 3);
  }

  // Where the row of own stones begins and ends that holds the place, which has one.
  std::pair<int, int> row_at(int place) {
    int first = place, last = place;
    while (first > 0 && at(first - 1) == own_stone) --first;
    while (last < 2 * centre_ && at(last + 1) == own_stone) ++last;
    return {first, last};
  }
  bool wins(int length) const { return exactly_ ? length == row_to_win : length >= row_to_win; }

  // The empty places on which one more stone makes a winning row with the centre.
  std::vector<int> fives() {
    std::vector<int> places;
    for (int place = centre_ - row_reach; place <= centre_ + row_reach; ++place) {
      if (at(place) != empty) continue;
      at(place) = own_stone;
      const auto [first, last] = row_at(place);
      if (first <= centre_ && centre_ <= last && wins(last - first + 1)) places.push_back(place);
      at(place) = empty;
    }
    return places;
  }

  bool has_room() const {
    for (int first = centre_ - row_reach; first <= centre_; ++first)
      if (std::count(cells_.begin() + first, cells_.begin() + first + row_to_win, blocked) == 0)
        return true;
    return false;
  }

  // `known`: the patterns of all lines with one stone more.
  Pattern pattern_of(std::size_t number, const std::vector<Pattern>& known) {
    read(number);
    const auto [first, last] = row_at(centre_);
    const int length = last - first + 1;
    if (wins(length)) return Pattern::five;
    if (length > row_to_win) return Pattern::overline;
    if (!has_room()) return Pattern::dead;
    if (const std::vector<int> ends = fives(); !ends.empty()) {
      if (ends.size() == 1) return Pattern::four;
      const bool one_row =
          length == row_to_win - 1 && ends == std::vector<int>{first - 1, last + 1};
      return exactly_ && !one_row ? Pattern::two_fours : Pattern::open_four;
    }
    std::array<int, pattern_count + 2> next{};  // how many cells lead to each pattern
    for (int place = centre_ - row_reach; place <= centre_ + row_reach; ++place)
      if (at(place) == empty) ++next[static_cast<std::size_t>(known[number + power_of(place)])];
    const auto ways = [&](Pattern from, Pattern to) {
      return std::accumulate(next.begin() + static_cast<int>(from),
                             next.begin() + static_cast<int>(to) + 1, 0);
    };
    if (const int fours = ways(Pattern::open_four, Pattern::open_four) +
                          ways(Pattern::two_fours, Pattern::two_fours);
        fours > 0)
      return fours == 1 ? Pattern::open_three : Pattern::wide_three;
    if (ways(Pattern::four, Pattern::four) > 0) return Pattern::closed_three;
    if (const int threes = ways(Pattern::open_three, Pattern::wide_three); threes > 0)
      return threes == 1 ? Pattern::open_two : threes == 2 ? Pattern::wide_two : Pattern::free_two;
    if (ways(Pattern::closed_three, Pattern::closed_three) > 0) return Pattern::closed_two;
    if (ways(Pattern::open_two, Pattern::free_two) > 0) return Pattern::open_one;
    return Pattern::closed_one;
  }

  int centre_;
  bool exactly_;
  std::vector<std::size_t> powers_;  // of 3
  std::vector<Cell> cells_;          // of the line that is looked at
};

}  // namespace

std::vector<Pattern> line_patterns(int reach, bool exactly, unsigned own) {
  Lines lines(reach, exactly);
  const std::vector<Pattern> by_number = lines.patterns();
  std::vector<Pattern> by_neighbours(std::size_t{1} << (4 * reach));
  for (std::size_t neighbours = 0; neighbours < by_neighbours.size(); ++neighbours)
    by_neighbours[neighbours] = by_number[lines.number(neighbours, own)];
  return by_neighbours;
}

}  // namespace hilltop::gomoku
