#include "games/gomoku/bots/adviser.hpp"

#include <utility>

#include "games/gomoku/bots/bots.hpp"
#include "games/gomoku/bots/greedy.hpp"

namespace hilltop::gomoku {

Advice<Rules> advise(const Rules::View& view) {
  Advice<Rules> advice{.by = "The house bot Greedy",
                       .unit = "what it builds and blocks; a win is 1,000,000 or more",
                       .decimals = 0,
                       .note = "It looks one stone ahead.",
                       .choices = {}};
  const auto add = [&](Move move, std::optional<int> worth) {
    advice.choices.push_back({move, worth});
  };
  switch (view.phase) {
    case Phase::opening:
      advice.unit.clear();
      add(make_greedy()->choose(view), std::nullopt);
      break;
    case Phase::choosing: {
      const auto white = rated_points(view.board, Colour::white);
      add(TakeBlack{}, rated_points(view.board, Colour::black)[0].worth);
      add(TakeWhite{white[0].point}, white[0].worth);
      if (better_colour(view) == Colour::white) std::swap(advice.choices[0], advice.choices[1]);
      break;
    }
    case Phase::picking:
      for (const Colour colour : {better_colour(view), other(better_colour(view))})
        add(PickColour{colour}, rated_points(view.board, colour)[0].worth);
      break;
    default:
      for (const auto& [point, worth] : rated_points(view.board, view.to_move))
        add(Place{point}, worth);
  }
  return advice;
}

}  // namespace hilltop::gomoku
