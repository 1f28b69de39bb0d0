#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "match/luck.hpp"
#include "match/session.hpp"

namespace hilltop {

inline constexpr double rounding_of_luck = 1e-9;

// Checks the luck of one game, whose moves `choose(seat, view)` makes: its parts are the result of
// every seat, which `result(state, retired, seat)` tells by the rules. `best`: the worth is that of
// best play for the seat that decides, so that no decision gains anything and nothing is unseen.
template <class C, class W, Game R, class Choose, class Result, class Expect>
void check_luck(const R& rules, int seats, const Chance& chance, W& worth, bool best,
                Choose&& choose, Result&& result, Expect&& expect) {
  Session<R> session(rules, seats, chance);
  GameLuck<R, C, W> luck(rules, seats, chance, worth);
  while (const ToMove seat = session.pending()) {
    const Move<R> move = choose(*seat, session.view(*seat));
    session.play(*seat, move);
    luck.played(*seat, move, [&](const LuckStep& step) {
      if (best && step.decides) {
        const auto mover = static_cast<std::size_t>(index(*step.decides));
        expect(step.to[mover] <= step.from[mover] + rounding_of_luck, "no decision gains anything");
      }
    });
  }
  for (int seat = 0; seat < seats; ++seat) {
    const double got = result(session.state(), session.retired(), seat);
    expect(std::abs(luck.worths()[static_cast<std::size_t>(seat)] - got) < rounding_of_luck,
           "the worth of a game that is over is its result");
    expect(std::abs(luck[seat].result() - got) < rounding_of_luck, "the parts are the result");
    if (W::is_exact)
      expect(std::abs(luck[seat].unseen) < rounding_of_luck, "an exact worth leaves nothing out");
  }
}

// Checks, for every chance event of a game, that an exact worth before it is the mean of those
// after it.
template <class C, class W, Game R, class Choose, class Expect>
void check_exact_worth(const R& rules, int seats, const Chance& chance, W& worth, Choose&& choose,
                       Expect&& expect) {
  std::vector<double> before(static_cast<std::size_t>(seats)), mean(before), after(before);
  const auto tell = [&](const typename C::Event& event) {
    std::fill(mean.begin(), mean.end(), 0.);
    event.for_each_outcome([&](double chance_of_it, const typename C::Node& node) {
      worth.of(node, after);
      for (std::size_t i = 0; i < mean.size(); ++i) mean[i] += chance_of_it * after[i];
    });
    worth.of(event.before(), before);
    for (std::size_t i = 0; i < mean.size(); ++i)
      expect(std::abs(mean[i] - before[i]) < rounding_of_luck, "the worth is a mean");
  };
  State<R> state = C::start(rules, seats, chance, tell);
  while (const ToMove seat = rules.turn(state))
    C::apply(rules, state, choose(*seat, rules.view(state, *seat)), chance, tell);
}

}  // namespace hilltop
