#include "apps/gomocup/opening.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomocup {
namespace {

using namespace gomoku;

// Black stone, black stone, white stone: the most even of ninety random openings per rule. In 300
// games of Greedy against itself, with a quarter of its first eight stones random, the colours won
// the same number within a tenth. They may be less even for a stronger engine.
constexpr Open white_moves_first[] = {
    {{3, 3}, {2, 4}, {3, 4}},    {{3, 3}, {0, 6}, {1, 2}},    {{5, 13}, {3, 14}, {4, 12}},
    {{3, 14}, {3, 11}, {4, 10}}, {{14, 1}, {13, 1}, {13, 4}}, {{3, 13}, {2, 12}, {4, 13}},
    {{5, 2}, {4, 6}, {7, 2}},    {{12, 5}, {8, 2}, {9, 5}},   {{3, 3}, {5, 3}, {5, 5}},
    {{2, 12}, {2, 10}, {4, 9}},  {{3, 1}, {5, 4}, {4, 5}},    {{8, 4}, {10, 2}, {7, 3}},
    {{1, 3}, {1, 6}, {2, 6}},    {{9, 6}, {12, 3}, {10, 4}},  {{12, 4}, {9, 7}, {9, 4}},
    {{4, 1}, {1, 1}, {2, 5}}};
constexpr Open black_moves_first[] = {
    {{8, 1}, {2, 12}, {7, 6}},   {{1, 0}, {8, 6}, {6, 6}},   {{3, 0}, {7, 14}, {6, 7}},
    {{0, 1}, {2, 10}, {8, 8}},   {{0, 1}, {11, 12}, {7, 8}}, {{7, 0}, {13, 11}, {6, 6}},
    {{13, 0}, {13, 11}, {6, 6}}, {{14, 1}, {4, 13}, {7, 6}}, {{5, 1}, {2, 11}, {8, 7}},
    {{0, 0}, {6, 13}, {6, 6}},   {{4, 0}, {7, 14}, {8, 7}},  {{4, 0}, {3, 12}, {7, 7}},
    {{2, 0}, {6, 8}, {8, 8}},    {{4, 0}, {1, 10}, {7, 7}}};

constexpr std::array<int, row_to_win + 1> row_worth{0, 1, 4, 16, 100, 1000};

struct Row {
  std::size_t black = 0, white = 0;
};

// Returns the value of a row for black.
int worth(Row row) {
  if (row.black != 0 && row.white != 0) return 0;
  return row_worth[row.black] - row_worth[row.white];
}

// Calls `call(row, points)` for the rows of five points on the board that begin at `from` or up to
// `starts` - 1 points before it: with 1, over all points, every row once; with 5 every row through
// `from`.
template <class Call>
void each_row(const VariantBoard& board, Point from, int starts, Call&& call) {
  for (const auto& [dx, dy] : directions)
    for (int start = 0; start < starts; ++start) {
      const Point first{from.x - start * dx, from.y - start * dy};
      const Point last{first.x + (row_to_win - 1) * dx, first.y + (row_to_win - 1) * dy};
      if (!on_board(first) || !on_board(last)) continue;
      Row row;
      std::array<Point, row_to_win> points;
      for (int i = 0; i < row_to_win; ++i) {
        const Point point =
            points[static_cast<std::size_t>(i)] = {first.x + i * dx, first.y + i * dy};
        if (board.has(point, Colour::black)) ++row.black;
        if (board.has(point, Colour::white)) ++row.white;
      }
      call(row, points);
    }
}

int sign(Colour colour) { return colour == Colour::black ? 1 : -1; }

int black_rows(const VariantBoard& board) {
  int sum = 0;
  for (const Point point : all_points)
    each_row(board, point, 1, [&](Row row, const auto&) { sum += worth(row); });
  return sum;
}

Row with(Row row, Colour colour) {
  ++(colour == Colour::black ? row.black : row.white);
  return row;
}

int gain(Row row, Colour colour) { return sign(colour) * (worth(with(row, colour)) - worth(row)); }

// Returns what a stone of `colour` on a free point adds to its rows and takes from the enemy's.
int gain(const VariantBoard& board, Point point, Colour colour) {
  int sum = 0;
  each_row(board, point, row_to_win, [&](Row row, const auto&) { sum += gain(row, colour); });
  return sum;
}

struct Best {
  Point point;
  int gain = -1;
};

Best best(const VariantBoard& board, Colour colour) {
  Best found;
  for (const Point point : all_points)
    if (board.free(point))
      if (const int here = gain(board, point, colour); here > found.gain) found = {point, here};
  return found;
}

VariantBoard with(VariantBoard board, Point point, Colour colour) {
  board.lay(point, colour);
  return board;
}

struct Two {
  PlaceTwo move{};
  int difference = -1;
};

std::size_t index(Point point) { return static_cast<std::size_t>(point.x * board_size + point.y); }

// Returns White's best stone, and the black one with which ahead() of the first to move is nearest
// to 0. Counts all rows once, and then only those that a black stone changes.
Two evenest_two(FirstToMove rule, const VariantBoard& board) {
  const Point white = best(board, Colour::white).point;
  const VariantBoard half = with(board, white, Colour::white);
  const Colour first = first_mover(rule, board.stones() + 2);
  const int rows = black_rows(half);
  std::array<int, board_points> gains{};
  for (const Point point : all_points)
    if (half.free(point)) gains[index(point)] = gain(half, point, first);
  Two found;
  for (const Point black : all_points) {
    if (!half.free(black)) continue;
    int black_gain = 0;
    std::array<int, board_points> after = gains;
    each_row(half, black, row_to_win, [&](Row row, const auto& points) {
      const Row next = with(row, Colour::black);
      black_gain += gain(row, Colour::black);
      for (const Point point : points) after[index(point)] += gain(next, first) - gain(row, first);
    });
    int most = -1;
    for (const Point point : all_points)
      if (point != black && half.free(point)) most = std::max(most, after[index(point)]);
    const int difference = std::abs(sign(first) * (rows + black_gain) + most / 2);
    if (found.difference < 0 || difference < found.difference) found = {{black, white}, difference};
  }
  return found;
}

}  // namespace

std::span<const Open> book(FirstToMove rule) {
  if (rule == FirstToMove::black) return black_moves_first;
  return white_moves_first;
}

Open opening(FirstToMove rule, std::uint32_t seed) {
  const auto all = book(rule);
  const Open& open = all[seed / 8 % all.size()];
  return {turned(open.first_black, seed), turned(open.second_black, seed),
          turned(open.white, seed)};
}

int ahead(const VariantBoard& board, Colour colour, Colour mover) {
  const int tempo = best(board, mover).gain / 2;
  return sign(colour) * black_rows(board) + (colour == mover ? tempo : -tempo);
}

gomoku::Move choice(FirstToMove rule, const VariantBoard& board) {
  const int as_black = ahead(board, Colour::black, first_mover(rule, board.stones()));
  const Point white = best(board, Colour::white).point;
  const int as_white = ahead(with(board, white, Colour::white), Colour::white,
                             first_mover(rule, board.stones() + 1));
  const Two two = evenest_two(rule, board);
  if (-two.difference > std::max(as_black, as_white)) return two.move;
  if (as_black >= as_white) return TakeBlack{};
  return TakeWhite{white};
}

Colour pick(FirstToMove rule, const VariantBoard& board) {
  const Colour first = first_mover(rule, board.stones());
  return ahead(board, first, first) >= 0 ? first : other(first);
}

}  // namespace hilltop::gomocup
