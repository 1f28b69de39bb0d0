#include "games/pazaak/bots/puzzles.hpp"

#include <algorithm>

namespace hilltop::pazaak {

JudgedChoice<Rules::Move> Puzzles::judged(const Rules::State& state,
                                          const Rules::Move& move) const {
  const double lost = analysis_.judged(rules_.view(state, *rules_.turn(state)), move)->loss;
  return {move, lost <= 0, {lost}};
}

std::vector<JudgedChoice<Rules::Move>> Puzzles::compared(const Rules::State& state) const {
  const auto& view = rules_.view(state, *rules_.turn(state));
  std::vector<Rules::Move> moves{Rules::Move::end(), Rules::Move::stand()};
  for (int card = 1; card <= SideDecks::values; ++card) moves.push_back(Rules::Move::play(card));
  std::vector<JudgedChoice<Rules::Move>> choices;
  for (const Rules::Move& move : moves)
    if (rules_.refusal(view, move).empty()) choices.push_back(judged(state, move));
  std::ranges::stable_sort(choices, {}, [](const auto& choice) { return choice.lost[0]; });
  return choices;
}

std::optional<FoundPuzzle<Rules::Move>> Puzzles::found(const Rules::State& state) const {
  const auto& view = rules_.view(state, *rules_.turn(state));
  if (Analysis::kind(view, Rules::Move::end()).is_forced) return std::nullopt;
  const auto choices = compared(state);
  if (choices.size() < 2 || choices[1].lost[0] < margin_min) return std::nullopt;
  return FoundPuzzle<Rules::Move>{choices[0].move, choices[1].lost[0]};
}

}  // namespace hilltop::pazaak
