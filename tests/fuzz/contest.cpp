#include "arena/contest.hpp"

#include "fuzz/fuzz.hpp"

namespace hilltop::fuzz {

// Reads a contest file. The store keeps the text of an accepted one, which must be accepted again.
void contest(std::string_view input) {
  const auto file = scratch() / "contest.toml";
  put(file, input);
  auto contest = arena::read_contest(file.string(), scratch());
  if (!contest) return demand(!contest.error().text.empty(), "a problem without a word");
  std::vector<play::Entrant> entrants = contest->entrants;
  const auto kept = arena::contest_of(contest->text, "kept", std::move(entrants));
  demand(kept.has_value(), "what was read is refused when it was kept");
  demand(kept->seed == contest->seed && kept->rules == contest->rules &&
             kept->game == contest->game && kept->plan.games == contest->plan.games &&
             kept->any_game->switches() == contest->any_game->switches(),
         "what was kept is another contest");
}

}  // namespace hilltop::fuzz
