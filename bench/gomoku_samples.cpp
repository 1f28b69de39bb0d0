#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <fmt/core.h>
#include <string>
#include <string_view>
#include <vector>

#include "core/chance.hpp"
#include "games/gomoku/engine/search.hpp"

// Plays games of the Gomoku engine against itself and prints a position a line, from which
// gomoku-fit makes the tables of the evaluation. The same arguments give the same lines.
namespace hilltop::gomoku {
namespace {

constexpr std::string_view usage = R"(usage: gomoku-samples SEED FIRST COUNT [NODES]

Plays games FIRST to FIRST + COUNT - 1 of SEED with NODES nodes a move (1,500), and prints a line
for each position that was searched: the result for the player to move (1, 0.5, 0, or - for a
position beside the game), its score, the best cell, and the stones, Black first and in turn. Cells
are two hexadecimal digits.
)";

constexpr std::int64_t default_nodes = 1'500;
constexpr std::uint32_t least_opening = 2, openings = 9;  // 2 to 10 stones at random
constexpr std::size_t longest = 120;                      // stones; then the game counts as a tie
constexpr int even_enough = 500;        // points by which an opening may favour a player
constexpr std::uint32_t beside_in = 2;  // one position of two has a random stone tried after it

struct Sample {
  std::vector<CellIndex> stones;
  int score;
  CellIndex best;
  bool in_game;
};

CellIndex cell_of(Point point) { return gomoku::cell_of(point, 15); }
Point point_of(CellIndex cell) { return gomoku::point_of(cell, 15); }

Colour mover_after(std::size_t stones) { return stones % 2 == 0 ? Colour::black : Colour::white; }

VariantBoard board_of(const std::vector<CellIndex>& stones) {
  VariantBoard board;
  for (std::size_t i = 0; i < stones.size(); ++i) board.lay(point_of(stones[i]), mover_after(i));
  return board;
}

// A free cell within `reach` of a stone, or in the middle of an empty board.
CellIndex random_cell(const VariantBoard& board, int reach, Draw& draw) {
  const auto below = [&](int bound) {
    return static_cast<int>(draw.below(static_cast<std::uint32_t>(bound)));
  };
  if (board.stones() == 0) return cell_of({3 + below(9), 3 + below(9)});
  for (;;) {
    const Point point{below(board_size), below(board_size)};
    if (!board.free(point)) continue;
    for (int dx = -reach; dx <= reach; ++dx)
      for (int dy = -reach; dy <= reach; ++dy)
        if (const Point near{point.x + dx, point.y + dy}; on_board(near) && !board.free(near))
          return cell_of(point);
  }
}

class SelfPlay {
 public:
  SelfPlay(std::uint64_t seed, std::int64_t nodes) : seed_(seed), limits_{.nodes = nodes} {}

  void play(std::uint32_t game) {
    Draw draw = Chance(seed_, game).on(0);
    std::vector<CellIndex> stones = opening(draw);
    std::vector<Sample> samples;
    double first = 0.5;  // the result for Black
    while (stones.size() < longest) {
      const SearchResult found = search(stones);
      samples.push_back({stones, found.score, cell_of(found.best), true});
      if (is_proved(found.score)) {
        first = is_win(found.score) == (mover_after(stones.size()) == Colour::black) ? 1 : 0;
        break;
      }
      if (draw.below(beside_in) == 0) try_beside(stones, draw, samples);
      stones.push_back(cell_of(found.best));
    }
    for (const Sample& sample : samples) print(sample, first);
  }

 private:
  SearchResult search(const std::vector<CellIndex>& stones) {
    return search_.run(board_of(stones), mover_after(stones.size()), limits_);
  }

  std::vector<CellIndex> opening(Draw& draw) {
    for (;;) {
      std::vector<CellIndex> stones;
      VariantBoard board;
      for (std::uint32_t left = least_opening + draw.below(openings); left > 0; --left) {
        stones.push_back(random_cell(board, draw.below(4) == 0 ? 3 : 1, draw));
        board.lay(point_of(stones.back()), mover_after(stones.size() - 1));
      }
      if (std::ranges::any_of(stones, [&](CellIndex c) { return board.wins_at(point_of(c)); }))
        continue;
      const int score = search(stones).score;
      if (-even_enough <= score && score <= even_enough) return stones;
    }
  }

  // What a poor move leads to: games have few of them, searches many.
  void try_beside(std::vector<CellIndex> stones, Draw& draw, std::vector<Sample>& samples) {
    const VariantBoard board = board_of(stones);
    stones.push_back(random_cell(board, 2, draw));
    VariantBoard next = board;
    next.lay(point_of(stones.back()), mover_after(stones.size() - 1));
    if (next.wins_at(point_of(stones.back())) || next.full()) return;
    const SearchResult found = search(stones);
    samples.push_back({stones, found.score, cell_of(found.best), false});
  }

  static void print(const Sample& sample, double first) {
    const bool black = mover_after(sample.stones.size()) == Colour::black;
    std::string line = sample.in_game ? fmt::format("{:g}", black ? first : 1 - first) : "-";
    line += fmt::format(" {} {:02x} ", sample.score, sample.best);
    for (const CellIndex cell : sample.stones) line += fmt::format("{:02x}", cell);
    fmt::print("{}\n", line);
  }

  std::uint64_t seed_;
  SearchLimits limits_;
  Search<15> search_;
};

}  // namespace
}  // namespace hilltop::gomoku

int main(int count, char** arguments) {
  using namespace hilltop::gomoku;
  try {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    if (words.size() < 3 || words.size() > 4) {
      fmt::print(stderr, "{}", usage);
      return 2;
    }
    SelfPlay games(std::stoull(words[0]), words.size() > 3 ? std::stoll(words[3]) : default_nodes);
    const auto first = static_cast<std::uint32_t>(std::stoul(words[1]));
    const auto games_count = static_cast<std::uint32_t>(std::stoul(words[2]));
    for (std::uint32_t game = first; game < first + games_count; ++game) games.play(game);
    return 0;
  } catch (const std::exception& problem) {
    fmt::print(stderr, "gomoku-samples: {}\n", problem.what());
    return 2;
  }
}
