#pragma once
#include <concepts>
#include <expected>
#include <vector>

#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// Plays a schedule to its end. `play_round` turns a round of fixtures into their results, in the
// same order, locally or elsewhere, in parallel or not. Error: the first fault, in canonical order,
// that disqualifies its bot; all results are then void.
template <class PlayRound>
  requires std::invocable<PlayRound&, const std::vector<Fixture>&>
std::expected<Standings, FaultNote> run(Schedule& schedule, PlayRound&& play_round) {
  Standings standings;
  for (auto round = schedule.next_round(standings); !round.empty();
       round = schedule.next_round(standings))
    for (Result& result : play_round(round)) {
      if (result.disqualified) return std::unexpected(*std::move(result.disqualified));
      standings.results.push_back(std::move(result));
    }
  return standings;
}

struct Concluded {
  Standings standings;
  std::vector<EntryId> field;  // the remaining contestants, in the order of the contest's list
  std::vector<FaultNote> disqualified;  // in the order in which they were found
};

// Plays a whole tournament. If a bot is disqualified, replays everything without it.
template <class PlayRound>
Concluded conclude(const Plan& plan, Field field, PlayRound&& play_round) {
  Concluded concluded;
  while (true) {
    const std::unique_ptr<Schedule> schedule = make_schedule(plan, field);
    auto standings = run(*schedule, play_round);
    if (standings) {
      concluded.standings = *std::move(standings);
      concluded.field = std::move(field.entries);
      return concluded;
    }
    std::erase(field.entries, standings.error().entry);
    concluded.disqualified.push_back(std::move(standings).error());
  }
}

}  // namespace hilltop::tournament
