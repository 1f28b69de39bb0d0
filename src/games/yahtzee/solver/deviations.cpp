#include "games/yahtzee/solver/deviations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>

#include "core/chance.hpp"
#include "games/yahtzee/solver/bot_turns.hpp"
#include "games/yahtzee/solver/roll_outcomes.hpp"
#include "games/yahtzee/solver/share.hpp"
#include "games/yahtzee/solver/turn.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr std::size_t games_played = 8192;
constexpr std::uint32_t games_of_bot = 1 << 15;

int draw_roll(int keep, Draw& luck) {
  const auto outcomes_of_roll = roll_outcomes(keep);
  double left = luck.word32() * 0x1p-32;
  for (const auto& [roll, chance] : outcomes_of_roll)
    if ((left -= chance) < 0) return roll;
  return outcomes_of_roll.back().roll;
}

const BotTurns::Outcome& draw_end(std::span<const BotTurns::Outcome> ends, Draw& luck) {
  double left = luck.word32() * 0x1p-32;
  for (const BotTurns::Outcome& end : ends)
    if ((left -= end.chance) < 0) return end;
  return ends.back();
}

}  // namespace

// Counts the deviations of games, one after another.
class Deviations::Counter {
 public:
  explicit Counter(const WorthTable& table) : table_(table), counts_(boxes_on_card + 1) {}

  void play(std::uint32_t game) {
    Draw luck = Chance(0, game).on(0);
    Standing standing;
    points_ = 0;
    expected_.clear();
    for (int turns = boxes_on_card; turns > 0; --turns) {
      expect(turns, before_turn, table_.worth(standing));
      const Turn turn(table_, standing);
      play_turn(turn, turns, standing, luck);
    }
    expect(0, before_turn, standing.upper_bonus());
    for (const auto& [turns, rolls_left, expected] : expected_) {
      const double deviation = points_ + standing.upper_bonus() - expected;
      ++counts_[at(turns)][at(rolls_left)][entry_of(deviation)];
    }
  }

  // Counts are whole numbers, so that their sum does not depend on the order of the threads.
  void add_to(std::vector<ByRolls>& sums) const {
    for (std::size_t turns = 0; turns < counts_.size(); ++turns)
      for (std::size_t rolls = 0; rolls < counts_[turns].size(); ++rolls)
        for (std::size_t i = 0; i < entries; ++i) sums[turns][rolls][i] += counts_[turns][rolls][i];
  }

 private:
  void expect(int turns, int rolls_left, double to_come) {
    expected_.emplace_back(turns, rolls_left, points_ + to_come);
  }

  void play_turn(const Turn& turn, int turns, Standing& standing, Draw& luck) {
    int roll = draw_roll(0, luck);
    for (int rolls_left = last_stage;; --rolls_left) {
      expect(turns, rolls_left, turn.best(rolls_left, roll));
      if (turn.made(rolls_left, roll)) break;
      roll = draw_roll(turn.best_keep(rolls_left, roll), luck);
    }
    const Category box = turn.best_box(roll);
    const int points = turn.points(roll, box);
    points_ += points;
    standing = standing.after(box, points - bonus_of_roll(standing, roll));
  }
  int bonus_of_roll(const Standing& standing, int roll) const {
    return keeps.is_yahtzee(roll) ? bonus_of(table_.options(), standing.yahtzee) : 0;
  }

  const WorthTable& table_;
  std::vector<ByRolls> counts_;
  std::vector<std::tuple<int, int, double>> expected_;  // turns, rolls left, total
  int points_ = 0;
};

Deviations::Deviations(const WorthTable& table, int threads) : told_(boxes_on_card + 1) {
  std::mutex mutex;
  const Progress untold;
  SharedProgress progress(untold, games_played);
  struct Worker {
    Counter counter;
    std::mutex& mutex;
    std::vector<ByRolls>& sums;
    ~Worker() {
      const std::scoped_lock lock(mutex);
      counter.add_to(sums);
    }
  };
  share(threads, games_played, progress, [&] {
    return [worker = std::make_unique<Worker>(Counter(table), mutex, told_)](std::size_t game) {
      worker->counter.play(static_cast<std::uint32_t>(game));
    };
  });
  sum_up();
}

Deviations::Deviations(const BotTurns& bot) : told_(boxes_on_card + 1) {
  for (std::uint32_t game = 0; game < games_of_bot; ++game) {
    Draw luck = Chance(0, game).on(0);
    Standing standing;
    int points = 0;
    std::array<double, boxes_on_card + 1> expected{};  // by turns to come
    for (int turns = boxes_on_card; turns > 0; --turns) {
      expected[at(turns)] = points + bot.worth(standing);
      const BotTurns::Outcome& end = draw_end(bot.outcomes(standing), luck);
      points += end.points;
      standing = standing.after(end.category, end.score);
    }
    const int total = points + standing.upper_bonus();
    expected[0] = total;
    for (std::size_t turns = 0; turns < expected.size(); ++turns)
      ++told_[turns][before_turn][entry_of(total - expected[turns])];
  }
  sum_up();
}

std::size_t Deviations::entry_of(double deviation) {
  return static_cast<std::size_t>(
      std::clamp(std::ceil(deviation - 0.5) - lowest, 0., entries - 1.));
}

void Deviations::sum_up() {
  for (ByRolls& by_rolls : told_)
    for (Distribution& told : by_rolls) {
      double sum = 0;
      for (double& count : told) count = sum += count;
      for (double& at_most : told) at_most = sum == 0 ? 0 : at_most / sum;
    }
}

const Deviations& deviations(const Options& options) {
  static std::mutex mutex;
  static std::map<std::tuple<Joker, bool, bool>, std::unique_ptr<const Deviations>> made;
  const std::scoped_lock lock(mutex);
  auto& slot = made[{options.joker, options.joker_after_zero, options.yahtzee_bonus}];
  if (!slot) slot = std::make_unique<const Deviations>(worth_table(options), threads_here());
  return *slot;
}

}  // namespace hilltop::yahtzee
