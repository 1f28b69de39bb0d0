#include "games/gomoku/bots/adviser.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/engine/limits.hpp"
#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/solver/variant_player.hpp"

namespace hilltop::gomoku {
namespace {

constexpr int stones_rated = 4;

}  // namespace

Advice<Rules> advise(const Rules::View& view) {
  Advice<Rules> advice{
      .by = "The house bot Champion", .unit = {}, .decimals = 0, .note = {}, .choices = {}};
  if (view.phase != Phase::stones) {
    advice.choices.push_back({make_champion()->choose(view), std::nullopt});
    return advice;
  }
  advice.unit = "200 or so wins 3 games of 4; a sure win in n stones is 30,000 - n";
  advice.note = "It searches 20,000 positions for each.";
  VariantPlayer player(view.board.size());
  std::vector<Point> without;
  for (int i = 0; i < stones_rated; ++i) {
    const auto [best, found] = player.choose(
        view.board, view.to_move,
        {.solver_nodes = SearchLimits::default_nodes / 2 + 1, .nodes = SearchLimits::default_nodes},
        without);
    if (std::ranges::find(without, best) != without.end()) break;  // there is no other
    advice.choices.push_back(
        {Place{best}, found ? std::optional<double>(found->score) : std::nullopt});
    without.push_back(best);
    if (!found || is_proved(found->score)) break;  // forced: the others need no number
  }
  // A search that leaves out the best stone may find another that is better still.
  std::ranges::stable_sort(advice.choices, std::greater{}, &Advice<Rules>::Choice::worth);
  return advice;
}

}  // namespace hilltop::gomoku
