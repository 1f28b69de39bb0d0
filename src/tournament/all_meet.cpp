#include "tournament/all_meet.hpp"

#include <algorithm>

#include "tournament/canonical.hpp"

namespace hilltop::tournament {

std::vector<Fixture> AllMeet::next_round(Standings& so_far) {
  if (static_cast<int>(field_.entries.size()) < plan_.seats_fewest) return {};
  if (so_far.results.empty()) return fixtures(field_.entries, 0, plan_.games, Stage::main);
  if (!plan_.plays_off() || play_off_games_ == play_off_games_max) return {};
  std::vector<EntryId> leaders;
  for (const Row& row : table(so_far, field_.entries, plan_))
    if (row.rank == 1) leaders.push_back(row.entry);
  if (leaders.size() < 2) return {};
  const std::uint32_t games = one_game_for_all_ ? 1 : 2;
  const std::uint32_t first = plan_.games + play_off_games_;
  play_off_games_ += games;
  return fixtures(leaders, first, games, Stage::play_off);
}

std::vector<Fixture> AllMeet::fixtures(const std::vector<EntryId>& among, std::uint32_t first_game,
                                       std::uint32_t games, Stage stage) const {
  const std::vector<EntryId> entries = sorted(field_, among);
  if (one_game_for_all_) return {{entries, first_game, games, stage, false, {}}};
  std::vector<Fixture> round;
  for (std::size_t a = 0; a < entries.size(); ++a)
    for (std::size_t b = a + 1; b < entries.size(); ++b)
      if (meet(entries[a], entries[b]))
        round.push_back({{entries[a], entries[b]}, first_game, games, stage, plan_.mirrored, {}});
  return round;
}

bool AllMeet::meet(EntryId a, EntryId b) const {
  return plan_.format != Format::gauntlet || challenges(a) != challenges(b);
}

bool AllMeet::challenges(EntryId entry) const {
  return std::ranges::find(plan_.challengers, entry) != plan_.challengers.end();
}

}  // namespace hilltop::tournament
