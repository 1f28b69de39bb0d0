#include "games/gomoku/engine/book.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace hilltop::gomoku {
namespace {

constexpr std::uint32_t stones_min = 3, stones_max = 6;
constexpr int from_centre_max = 4, from_stone_max = 4;  // of the first stone; of each other one
constexpr std::int64_t first_look = 20;                 // this part of the nodes sorts most out

bool is_near(Point a, Point b, int distance) {
  return std::abs(a.x - b.x) <= distance && std::abs(a.y - b.y) <= distance;
}

bool is_won(const VariantBoard& board) {
  return std::ranges::any_of(
      all_points, [&](Point point) { return !board.free(point) && board.wins_at(point); });
}

}  // namespace

OpeningStones drawn_opening(std::uint64_t seed, std::uint32_t number) {
  Draw draw = Chance(seed, number).on(0);
  const std::uint32_t stones = stones_min + draw.below(stones_max - stones_min + 1);
  constexpr Point centre{board_size / 2, board_size / 2};
  OpeningStones opening;
  while (opening.size() < stones) {
    std::vector<Point> near;
    for (const Point point : all_points) {
      const auto is_close = [&](Point stone) { return is_near(point, stone, from_stone_max); };
      if (opening.empty()
              ? is_near(point, centre, from_centre_max)
              : std::ranges::any_of(opening, is_close) && std::ranges::count(opening, point) == 0)
        near.push_back(point);
    }
    opening.push_back(near[draw.below(static_cast<std::uint32_t>(near.size()))]);
  }
  return opening;
}

std::optional<BookScores> even_scores(AnySearch& search, const OpeningStones& opening,
                                      const BookTerms& terms) {
  VariantBoard board = board_of(opening);
  if (is_won(board)) return std::nullopt;
  const Colour first = first_mover(terms.first_to_move, board.stones());
  const auto is_even = [&](int score) { return std::abs(score) <= terms.even_max; };
  const std::int64_t few = std::max<std::int64_t>(1, terms.nodes / first_look);
  // A short search may be wrong by as much again.
  if (std::abs(search.run(board, first, {.nodes = few}).score) > 2 * terms.even_max)
    return std::nullopt;
  const SearchResult best = search.run(board, first, {.nodes = terms.nodes});
  if (!is_even(best.score)) return std::nullopt;
  board.lay(best.best, first);
  const int answer = -search.run(board, other(first), {.nodes = terms.nodes}).score;
  if (!is_even(answer)) return std::nullopt;
  return BookScores{best.score, answer};
}

}  // namespace hilltop::gomoku
