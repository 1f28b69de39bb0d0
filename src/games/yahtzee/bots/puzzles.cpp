#include "games/yahtzee/bots/puzzles.hpp"

#include <algorithm>

#include "games/yahtzee/bots/adviser.hpp"
#include "games/yahtzee/chance_events.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr double rounding = 1e-9;
constexpr std::size_t compared_max = 4;

}  // namespace

Puzzles::Puzzles(const Rules& rules)
    : rules_(rules), win_(worth_table(rules.options()), deviations(rules.options())) {}

std::array<double, 2> Puzzles::worths_after(const State& state, const Move& move) {
  const auto seat = static_cast<std::size_t>(index(*rules_.turn(state)));
  const auto seats = static_cast<std::size_t>(state.seats);
  std::vector<double> scores(seats), wins(seats);
  const auto weigh = [&](const ChanceEvents::Node& node) {
    win_.scores().of(node, scores);
    win_.of(node, wins);
  };
  State after = state;
  bool falls = false;
  // The worth before a roll does not depend on what falls, so any chance will do.
  ChanceEvents::apply(rules_, after, move, Chance(0, 0), [&](const ChanceEvents::Event& event) {
    weigh(event.before());
    falls = true;
  });
  if (!falls) weigh(ChanceEvents::node(rules_, after));
  return {scores[seat], wins[seat]};
}

// Returns every choice, the best first; of equal ones that of the adviser.
std::vector<JudgedChoice<Move>> Puzzles::all(const State& state) {
  const auto advice = advise(rules_.view(state, *rules_.turn(state)));
  std::vector<JudgedChoice<Move>> choices;
  const auto best = worths_after(state, advice.choices.front().move);
  for (const auto& [move, worth] : advice.choices) {
    const auto worths = worths_after(state, move);
    choices.push_back({move, false, {best[0] - worths[0], best[1] - worths[1]}});
  }
  return choices;
}

std::optional<FoundPuzzle<Move>> Puzzles::found(const State& state) {
  const auto advice = advise(rules_.view(state, *rules_.turn(state)));
  if (advice.choices.size() < 2 || *advice.choices[0].worth - *advice.choices[1].worth < margin_min)
    return std::nullopt;
  const auto choices = all(state);
  // What brings more points must not cost chances.
  for (std::size_t i = 1; i < choices.size(); ++i)
    if (choices[i].lost[0] < margin_min || choices[i].lost[1] <= rounding) return std::nullopt;
  return FoundPuzzle<Move>{choices[0].move, choices[1].lost[0]};
}

JudgedChoice<Move> Puzzles::judged(const State& state, const Move& move) {
  const auto best =
      worths_after(state, advise(rules_.view(state, *rules_.turn(state))).choices.front().move);
  const auto worths = worths_after(state, move);
  const double lost = best[0] - worths[0];
  if (lost < rounding) return {move, true, {0, 0}};
  return {move, false, {lost, std::max(0., best[1] - worths[1])}};
}

std::vector<JudgedChoice<Move>> Puzzles::compared(const State& state) {
  auto choices = all(state);
  choices.front().is_best = true;
  choices.resize(std::min(choices.size(), compared_max));
  return choices;
}

}  // namespace hilltop::yahtzee
