#pragma once
#include <vector>

#include "tournament/plan.hpp"
#include "tournament/schedule.hpp"

namespace hilltop::tournament {

// Schedules one round: one fixture with everyone, or every pair, or every pair with exactly one
// challenger. Play-offs among the bots that tie for the first place follow if the contest asks for
// them.
class AllMeet final : public Schedule {
 public:
  // `one_game_for_all`: as FormatTraits has it.
  AllMeet(const Plan& plan, Field field, bool one_game_for_all)
      : plan_(plan), field_(std::move(field)), one_game_for_all_(one_game_for_all) {}

  std::vector<Fixture> next_round(Standings& so_far) override;

 private:
  std::vector<Fixture> fixtures(const std::vector<EntryId>& among, std::uint32_t first_game,
                                std::uint32_t games, Stage stage) const;
  bool meet(EntryId a, EntryId b) const;
  bool challenges(EntryId entry) const;

  Plan plan_;
  Field field_;
  bool one_game_for_all_;
  std::uint32_t play_off_games_ = 0;
};

}  // namespace hilltop::tournament
