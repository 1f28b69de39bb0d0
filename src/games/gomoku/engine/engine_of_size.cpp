// Compiled once for each size of board (CMakeLists.txt).
#include <utility>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/engine/sized_engine.hpp"

namespace hilltop::sized {
namespace {

gomoku::Colour colour_of(bool black) {
  return black ? gomoku::Colour::black : gomoku::Colour::white;
}

class EngineOfSize final : public SizedEngine {
 public:
  Thought think(std::span<const Stone> stones, bool black_moves, std::span<const Stone> without,
                const ThinkLimits& given) override {
    gomoku::Board board;
    for (const Stone& stone : stones) board.lay({stone.x, stone.y}, colour_of(stone.black));
    gomoku::CellSet left_out;
    for (const Stone& stone : without) left_out.add(gomoku::cell_of({stone.x, stone.y}));
    gomoku::SearchLimits limits{.nodes = given.nodes, .settled_share = given.settled_share};
    if (given.spent) limits.spent = &given.spent;
    const gomoku::SearchResult found = search_.run(board, colour_of(black_moves), limits, left_out);
    Thought thought{
        {found.best.x, found.best.y, black_moves}, found.score, found.depth, found.nodes, {}};
    for (const gomoku::Point point : found.line) {
      thought.line.push_back({point.x, point.y, black_moves});
      black_moves = !black_moves;
    }
    return thought;
  }

 private:
  gomoku::Search search_;
};

}  // namespace

#if HILLTOP_BOARD_SIZE == 15
std::unique_ptr<SizedEngine> make_engine_15() { return std::make_unique<EngineOfSize>(); }
#else
static_assert(HILLTOP_BOARD_SIZE == 20);
std::unique_ptr<SizedEngine> make_engine_20() { return std::make_unique<EngineOfSize>(); }
#endif

}  // namespace hilltop::sized
