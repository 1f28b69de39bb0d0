#include "games/gomoku/engine/opening.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "games/gomoku/engine/opening_book.hpp"
#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::int64_t choice_nodes = 20'000;
// For each stone that may make it even; for the most even of these; and for the most even of those,
// as many as the opponent picks by.
constexpr std::int64_t stone_nodes = 400, finalist_nodes = 5'000;
constexpr std::size_t finalists = 10, last_finalists = 4;
// For each opening that is drawn for a board of another size than the book's, and their number.
constexpr std::int64_t drawn_nodes = 3'000;
constexpr int drawn_openings = 8;

}  // namespace

Open OpeningChooser::open(FirstToMove first_to_move, Draw& draw) {
  const std::span<const Open> book = opening_book(first_to_move);
  const Open& line = book[draw.below(static_cast<std::uint32_t>(book.size()))];
  const std::uint32_t symmetry = draw.below(symmetries);
  return {turned(line.first_black, symmetry), turned(line.second_black, symmetry),
          turned(line.white, symmetry)};
}

Open OpeningChooser::open(FirstToMove first_to_move, int size, Draw& draw) {
  const int margin = (size - board_size) / 2;
  const auto moved = [&](Point point) { return Point{point.x + margin, point.y + margin}; };
  std::optional<std::pair<int, Open>> most_even;
  for (int i = 0; i < drawn_openings && (!most_even || !is_time_over()); ++i) {
    const Open drawn = open(first_to_move, draw);
    const Open line{moved(drawn.first_black), moved(drawn.second_black), moved(drawn.white)};
    VariantBoard board({.size = size});
    board.lay(line.first_black, Colour::black);
    board.lay(line.second_black, Colour::black);
    board.lay(line.white, Colour::white);
    State state;
    state.first_to_move = first_to_move;
    const int distance = std::abs(score_for(Colour::black, state, board, drawn_nodes));
    if (!most_even || distance < most_even->first) most_even = {distance, line};
  }
  return most_even->second;
}

int OpeningChooser::score_for(Colour colour, const State& state, const VariantBoard& board,
                              std::int64_t nodes) {
  const Colour first = first_mover(state.first_to_move, board.stones());
  const int score = search_.run(board, first, {.nodes = nodes, .spent = spent_}).score;
  return first == colour ? score : -score;
}

OpeningChooser::Worths OpeningChooser::worths(const State& state, std::int64_t nodes) {
  VariantBoard board = state.board;
  const int black = score_for(Colour::black, state, board, nodes);
  const Point stone = search_.run(board, Colour::white, {.nodes = nodes, .spent = spent_}).best;
  board.lay(stone, Colour::white);
  return {black, score_for(Colour::white, state, board, nodes), stone};
}

// Two more stones promise nothing better than even, since the opponent picks the colour then: so
// they are laid only if either colour is worth less.
Move OpeningChooser::choose(const State& state) {
  const auto [black, white, stone] = worths(state, choice_nodes);
  if (const int better = std::max(black, white); better < 0) {
    VariantBoard with_white = state.board;
    with_white.lay(stone, Colour::white);
    if (const auto even = most_even(state, with_white, stone); even && -even->distance > better)
      return even->stones;
  }
  return black >= white ? Move(TakeBlack{}) : Move(TakeWhite{stone});
}

// Finds the stone for Black that leaves the position most even, given one for White; nullopt if
// each wins, or if the time is over. The one that is found is valued as a colour is valued.
std::optional<OpeningChooser::Even> OpeningChooser::most_even(const State& state,
                                                              const VariantBoard& with_white,
                                                              Point white) {
  std::vector<std::pair<int, Point>> rated;
  for (const Point black : with_white.free_points()) rated.emplace_back(0, black);
  const auto rate = [&](std::size_t keep, std::int64_t nodes) {
    for (auto& [distance, black] : rated) {
      if (is_time_over()) return;
      VariantBoard both = with_white;
      both.lay(black, Colour::black);
      distance = both.wins_at(black) ? infinite_score
                                     : std::abs(score_for(Colour::black, state, both, nodes));
    }
    std::ranges::sort(rated);
    rated.resize(std::min(keep, rated.size()));
  };
  rate(finalists, stone_nodes);
  rate(last_finalists, finalist_nodes);
  rate(1, choice_nodes);
  if (rated.empty() || rated[0].first == infinite_score || is_time_over()) return std::nullopt;
  return Even{{rated[0].second, white}, rated[0].first};
}

Colour OpeningChooser::pick(const State& state) {
  return score_for(Colour::black, state, state.board, choice_nodes) >= 0 ? Colour::black
                                                                         : Colour::white;
}

}  // namespace hilltop::gomoku
