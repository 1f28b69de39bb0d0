#pragma once
#include <cstdint>
#include <optional>

#include "games/pazaak/bots/solver_bot.hpp"
#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {

// Plays as the solver does, and in the course of a pairing answers how its opponent plays: what it
// sees of it is counted, from time to time the best response to that is reckoned, and it is played
// if it promises enough (docs/champions.md).
class Champion final : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override;
  Rules::Move choose(const Rules::View& view) override;

 private:
  // It stands, and they play on.
  struct Standing {
    Situation before;  // as it was asked
    int total;
  };

  void look(const Rules::View& view, const Situation& now);
  void see_action(const Rules::View& view, const Situation& now);
  void see_ending(const Situation& now);
  void see(OpponentDistribution::Ending ending);
  void answer();

  static constexpr std::uint32_t first_answer = 1024, answer_again = 4;  // games; times as many

  SolvedPlay play_;
  std::uint32_t games_ = 0, next_answer_ = first_answer;
  std::optional<OpponentDistribution> seen_;  // counts
  std::optional<MatchPolicy> answer_;
  std::optional<Standing> standing_;
  int their_hand_ = 0;  // cards that they had on the table when it was last asked in this hand
};

}  // namespace hilltop::pazaak
