#include <algorithm>

#include "games/tictactoe/bots/bots.hpp"

namespace hilltop::tictactoe {
namespace {

State after(State state, Move move) {
  Rules::apply(state, move, Chance(0, 0));
  return state;
}

// Returns the value for the side to move. A win is worth more the sooner it comes.
int worth(const State& state) {
  if (state.winner) return state.marks - cells - 1;  // the last mover has won
  if (state.marks == cells) return 0;
  int best = -cells - 1;
  for (const Move move : Rules::legal_moves(state))
    best = std::max(best, -worth(after(state, move)));
  return best;
}

// Negamax over the rest of the game; of equally good moves, the lowest cell.
class Perfect final : public Bot<Rules> {
 public:
  Move choose(const State& view) override {
    if (view.marks == 0) return {5};  // all nine cells lead to a tie; the centre sets most traps
    const std::vector<Move> free = Rules::legal_moves(view);
    return *std::ranges::max_element(free, {}, [&](Move move) { return worth_of(view, move); });
  }
};

}  // namespace

int worth_of(const State& view, Move move) { return -worth(after(view, move)); }

std::unique_ptr<Bot<Rules>> make_perfect() { return std::make_unique<Perfect>(); }

}  // namespace hilltop::tictactoe
