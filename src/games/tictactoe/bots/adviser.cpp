#include "games/tictactoe/bots/adviser.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "games/tictactoe/bots/bots.hpp"

namespace hilltop::tictactoe {

Advice<Rules> advise(const Rules::View& view) {
  Advice<Rules> advice{.by = "The house bot Perfect",
                       .unit = "1 you win, 0 a tie, -1 you lose",
                       .decimals = 0,
                       .note = {},
                       .choices = {}};
  std::vector<Move> free = Rules::legal_moves(view);
  const Move best = make_perfect()->choose(view);
  std::ranges::stable_sort(free, std::greater(), [&](Move move) {
    return std::pair(worth_of(view, move), move == best);
  });
  for (const Move move : free) {
    const int worth = worth_of(view, move);
    advice.choices.push_back({move, (worth > 0) - (worth < 0)});
  }
  return advice;
}

}  // namespace hilltop::tictactoe
