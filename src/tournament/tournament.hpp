#pragma once
#include <concepts>
#include <expected>
#include <vector>

#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// Plays a schedule to its end. `play_round` turns a round of fixtures into their results, in the
// same order, here or elsewhere, in parallel or not. Ends early with the first fault, in canonical
// order, that costs its bot the tournament; what was played is then void.
template <class PlayRound>
requires std::invocable < PlayRound&, const std::vector<Fixture>
& > std::expected<Standings, FaultNote> run(Schedule& schedule, PlayRound&& play_round) {
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
  std::vector<EntryId> field;  // who was left at the end, in the order of the contest's list
  std::vector<FaultNote> disqualified;  // in the order in which they were found
};

// The whole tournament: whoever is disqualified is taken out, and it is played again without it.
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
