#include "games/pazaak/bots/adviser.hpp"

#include "games/pazaak/bots/solver_bot.hpp"

namespace hilltop::pazaak {

Advice<Rules> advise(const Rules::View& view) {
  Advice<Rules> advice{.by = "The solved game",
                       .unit = "chance to win the game, %",
                       .decimals = 1,
                       .note = "On average over the side cards that the opponent may hold.",
                       .choices = {}};
  SolvedPlay play;
  const auto now = play.situation(view);
  if (!now) {
    advice.note = "This hand is decided.";
    advice.choices = {{Rules::Move::stand(), std::nullopt}};
    return advice;
  }
  const auto worths = play.solved().game.worths(*now, solver_threads());
  if (!worths[0].chance) advice.note = "No card can take you over 20.";
  for (const auto& [choice, chance] : worths)
    advice.choices.push_back(
        {SolvedPlay::move(choice), chance ? std::optional(100. * *chance) : std::nullopt});
  return advice;
}

}  // namespace hilltop::pazaak
