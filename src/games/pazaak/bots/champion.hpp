#pragma once
#include <cstdint>
#include <optional>

#include "games/pazaak/bots/solver_bot.hpp"
#include "games/pazaak/solver/opponent_distribution.hpp"

namespace hilltop::pazaak {

// Plays as the solver does and adapts to its opponent during a pairing: it counts what the opponent
// does, computes the best response from time to time, and plays it if it promises enough
// (docs/champions.md).
class Champion final : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override;
  Rules::Move choose(const Rules::View& view) override;

 private:
  // This bot stands, the opponent plays on.
  struct Standing {
    Situation before;  // when it was asked
    int total;
  };

  void look(const Rules::View& view, const Situation& now);
  void see_action(const Rules::View& view, const Situation& now);
  void see_ending(const Situation& now);
  void see(OpponentDistribution::Ending ending);
  void answer();

  static constexpr std::uint32_t first_answer = 1024, answer_again = 4;  // games; factor

  SolvedPlay play_;
  std::uint32_t games_ = 0, next_answer_ = first_answer;
  std::optional<OpponentDistribution> seen_;  // counts
  std::optional<GamePolicy> answer_;
  std::optional<Standing> standing_;
  int their_hand_ = 0;  // number of opponent's cards on the table when last asked in this hand
};

}  // namespace hilltop::pazaak
