#include "games/gomoku/bots/greedy.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "games/gomoku/bots/bots.hpp"

namespace hilltop::gomoku {
namespace {

// Five consecutive points, which a row could fill, by their numbers in the order of the board's
// points and by their places. There are 572 on 15 x 15.
struct Window {
  std::array<std::uint16_t, row_to_win> numbers;
  std::array<VariantBoard::Place, row_to_win> places;
};

std::vector<Window> made_windows(int size) {
  std::vector<Window> windows;
  const VariantBoard board({size, RowRule::five_or_more});
  for (const Point from : board.points())
    for (const auto& [dx, dy] : directions) {
      Window window;
      Point point = from;
      for (std::size_t i = 0; i < row_to_win && board.inside(point); ++i) {
        window.numbers[i] = static_cast<std::uint16_t>(point.x * size + point.y);
        window.places[i] = VariantBoard::place(point);
        if (i == row_to_win - 1) windows.push_back(window);
        point = {point.x + dx, point.y + dy};
      }
    }
  return windows;
}

// Value of adding a stone to a window, by the number of stones in it, all of one colour: the
// mover's, to build on, or the opponent's, to block. Each level outweighs the sum of the one below:
// a win, blocking four, blocking three. The end of an open three lies in two of its windows, that
// of a closed one in one; so making an open four comes before blocking an open three, and that
// before making a closed four.
constexpr std::array<int, row_to_win> build_worth{1, 6, 60, 1'500, 1'000'000};
constexpr std::array<int, row_to_win> spoil_worth{0, 4, 40, 1'000, 100'000};

const std::vector<Window>& windows_of(int size) {
  static_assert(board_sizes == std::array{15, 20});
  static const std::array<std::vector<Window>, 2> windows{made_windows(15), made_windows(20)};
  return windows[size == board_sizes.back() ? 1 : 0];
}

// Values to `mover` of a stone on each point, in the order of the board's points.
using Worths = std::array<int, variant_points_max>;

// A window with one free point, on which a stone of the colour would be the sixth of its row or
// more, is no five where five is exact.
bool is_false_five(const VariantBoard& board, const Window& window, Colour colour) {
  if (board.variant().rows == RowRule::five_or_more) return false;
  return std::ranges::none_of(window.numbers, [&](std::size_t number) {
    return board.would_win(board.points()[number], colour);
  });
}

Worths worths(const VariantBoard& board, Colour mover) {
  Worths worth{};
  for (const Window& window : windows_of(board.size())) {
    std::size_t mine = 0, theirs = 0;
    for (const VariantBoard::Place place : window.places) {
      mine += board.has_at(place, mover);
      theirs += board.has_at(place, other(mover));
    }
    if ((mine != 0 && theirs != 0) || mine + theirs == row_to_win) continue;
    if (mine + theirs == row_to_win - 1 &&
        is_false_five(board, window, theirs == 0 ? mover : other(mover)))
      continue;
    const int value = theirs == 0 ? build_worth[mine] : spoil_worth[theirs];
    for (const std::uint16_t number : window.numbers) worth[number] += value;
  }
  return worth;
}

struct Best {
  std::vector<Point> points;  // the legal points of the highest value; empty on a full board
  int worth = -1;
};

Best best(const VariantBoard& board, Colour mover) {
  const Worths worth = worths(board, mover);
  const std::span<const Point> points = board.points();
  Best found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!board.free(points[i]) || worth[i] < found.worth || board.forbidden(points[i], mover))
      continue;
    if (worth[i] > found.worth) found = {{}, worth[i]};
    found.points.push_back(points[i]);
  }
  return found;
}

// Extends its longest line or blocks a threat, looking one stone ahead.
class Greedy : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }

  Move choose(const State& view) override {
    Draw draw = luck_.on(static_cast<std::uint32_t>(view.board.stones()),
                         static_cast<std::uint32_t>(view.phase));
    switch (view.phase) {
      case Phase::opening: return opening(draw);
      case Phase::choosing: return choice(view, draw);
      case Phase::picking: return PickColour{better_colour(view)};
      default: return Place{best_point(view.board, view.to_move, draw)};
    }
  }

 private:
  // One white stone in the centre, one black a knight's move away and one black out of play in a
  // corner: whichever colour the other takes, Greedy wins against itself about as often as it
  // loses.
  static Move opening(Draw& draw) {
    constexpr int far = board_size - 1, middle = board_size / 2;
    const auto either = [&](int a, int b) { return draw.below(2) == 0 ? a : b; };
    const int corner_x = either(0, far), corner_y = either(0, far);
    const int along_x = either(1, 2), sign_x = either(-1, 1), sign_y = either(-1, 1);
    const Point knight{middle + sign_x * along_x, middle + sign_y * (3 - along_x)};
    return Open{{corner_x, corner_y}, knight, {middle, middle}};
  }

  static Move choice(const State& view, Draw& draw) {
    if (better_colour(view) == Colour::black) return TakeBlack{};
    return TakeWhite{best_point(view.board, Colour::white, draw)};
  }

  static Point best_point(const VariantBoard& board, Colour colour, Draw& draw) {
    const std::vector<Point> points = best(board, colour).points;
    return points[draw.below(static_cast<std::uint32_t>(points.size()))];
  }

  Chance luck_{0, 0};
};

}  // namespace

std::vector<RatedPoint> rated_points(const VariantBoard& board, Colour mover) {
  const Worths worth = worths(board, mover);
  const std::span<const Point> points = board.points();
  std::vector<RatedPoint> rated;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (board.legal(points[i], mover)) rated.push_back({points[i], worth[i]});
  std::ranges::stable_sort(rated, std::greater(), &RatedPoint::worth);
  return rated;
}

Colour better_colour(const State& view) {
  const Colour first = first_mover(view.first_to_move, view.board.stones());
  const bool first_is_ahead = best(view.board, first).worth >= best(view.board, other(first)).worth;
  return first_is_ahead ? first : other(first);
}

std::unique_ptr<Bot<Rules>> make_greedy() { return std::make_unique<Greedy>(); }

}  // namespace hilltop::gomoku
