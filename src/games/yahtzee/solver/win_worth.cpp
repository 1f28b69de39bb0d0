#include "games/yahtzee/solver/win_worth.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/winners.hpp"
#include "games/yahtzee/solver/roll_outcomes.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr double all_but = 1e-9;  // totals that are rarer matter to nobody

int seats_left(const State& game) { return game.seats - std::popcount(game.retired); }

// Returns the seat besides the mover of the two that are left.
std::size_t rival_of(const State& game) {
  std::size_t rival = 0;
  while (static_cast<int>(rival) == game.mover || (game.retired >> rival & 1) != 0) ++rival;
  return rival;
}

}  // namespace

double share_of_win(const State& state, int seat) {
  const auto seats = static_cast<std::size_t>(state.seats);
  std::array<int, seats_max> totals{};
  for (std::size_t i = 0; i < seats; ++i) totals[i] = state.cards[i].total();
  const std::uint64_t top = on_top(std::span(totals).first(seats), state.retired);
  return (top >> seat & 1) != 0 ? 1. / std::popcount(top) : 0.;
}

void WinWorth::of(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const State& game = *node.game;
  if (node.is_over()) {
    for (std::size_t seat = 0; seat < by_seat.size(); ++seat)
      by_seat[seat] = share_of_win(game, static_cast<int>(seat));
    return;
  }
  std::ranges::fill(by_seat, 0.);
  seats_left(game) == 2 ? share_of_two(node, by_seat) : share_of_many(node, by_seat);
}

void WinWorth::share_of_two(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const State& game = *node.game;
  const auto mover = static_cast<std::size_t>(game.mover);
  const std::size_t rival = rival_of(game);
  const int turns = rounds - game.round, rival_turns = rival < mover ? turns - 1 : turns;
  const double lead = total_now(node) - total_between_turns(game, rival);
  const LeadShares::Curve& curve =
      lead_shares(deviations_, deviations_of(rival)).of(turns, node.rolls_left, rival_turns);
  const TurnValues& turn = scores_.turn(game);
  double share = 0;
  if (!node.rolling)
    share = curve.of(lead, turn.best(node.rolls_left, node.dice));
  else if (node.rolls_left == last_stage)
    share = curve.mean_of(lead, turn.after_first_roll());
  else
    for (const auto& [roll, chance] : roll_outcomes(node.dice))
      share += chance * curve.of(lead, turn.best(node.rolls_left, roll));
  by_seat[mover] = share;
  by_seat[rival] = 1 - share;
}

double WinWorth::total_now(const ChanceEvents::Node& node) const {
  const State& game = *node.game;
  const auto mover = static_cast<std::size_t>(game.mover);
  const double turns = rounds - game.round - 1 + (node.rolls_left + 1.) / rolls_a_turn;
  return points_without_bonus(game.cards[mover]) - loss(mover) * turns;
}

bool WinWorth::foresees(const ChanceEvents::Node& node) const {
  return scores_.foresees(node) && seats_left(*node.game) == 2;
}

void WinWorth::before_turn(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const State& game = *node.game;
  const auto mover = static_cast<std::size_t>(game.mover);
  const std::size_t rival = rival_of(game);
  const int turns = rounds - game.round, rival_turns = rival < mover ? turns - 1 : turns;
  const KnownBot& bot = *scores_.known(mover);
  const double points = points_without_bonus(game.cards[mover]);
  foreseen_ = {mover, rival,
               &lead_shares(bot.deviations, deviations_of(rival))
                    .of(turns - 1, Deviations::before_turn, rival_turns),
               points, points - total_between_turns(game, rival)};
  tell_share(foreseen_.after->mean_of(foreseen_.lead,
                                      ends_of(bot).of(scores_.standing(game.cards[mover], mover))),
             by_seat);
}

void WinWorth::after_turn(const ChanceEvents::Node& node, std::span<double> by_seat) {
  const auto& [mover, rival, after, points, lead] = foreseen_;
  const Card& card = node.game->cards[mover];
  const double gain = scores_.between_turns(card, mover) - points;
  if (node.game->round + 1 < rounds)  // the mover has another turn
    ends_of(*scores_.known(mover)).of(scores_.standing(card, mover)).fetch();
  tell_share(after->of(lead, gain), by_seat);
}

void WinWorth::tell_share(double share, std::span<double> by_seat) const {
  std::ranges::fill(by_seat, 0.);
  by_seat[foreseen_.mover] = share;
  by_seat[foreseen_.rival] = 1 - share;
}

LeadShares& WinWorth::lead_shares(const Deviations& mover, const Deviations& rival) {
  return lead_shares_.try_emplace({&mover, &rival}, mover, rival).first->second;
}

EndsOfTurns& WinWorth::ends_of(const KnownBot& bot) {
  return ends_.try_emplace(&bot, bot.turns).first->second;
}

void WinWorth::share_of_many(const ChanceEvents::Node& node, std::span<double> by_seat) {
  look_at(*node.game);
  if (prospects_ != begun_ || mover_ != begun_mover_) begin_turn();
  Stage& stage = stages_[static_cast<std::size_t>(node.rolls_left)];
  stage.weights.clear();
  const TurnValues& turn = scores_.turn(*node.game);
  const double now = total_now(node);
  const auto add = [&](double chance, int roll) {
    add_weight(stage, chance, std::max(0., now + turn.best(node.rolls_left, roll)));
  };
  if (node.rolling)
    for (const auto& [roll, chance] : roll_outcomes(node.dice)) add(chance, roll);
  else
    add(1., node.dice);
  stage.shares.resize(std::max(stage.shares.size(), stage.weights.size()));
  for (std::size_t total = 0; total < stage.weights.size(); ++total) {
    if (stage.weights[total] == 0) continue;
    std::vector<double>& shares = stage.shares[total];
    if (shares.empty()) compute(stage, static_cast<int>(total), shares);
    for (std::size_t i = 0; i < shares.size(); ++i)
      by_seat[prospects_[i].seat] += stage.weights[total] * shares[i];
  }
}

void WinWorth::know(std::vector<const KnownBot*> bots) {
  scores_.know(std::move(bots));
  begun_.clear();  // what was computed is of other players
}

void WinWorth::look_at(const State& game) {
  prospects_.clear();
  const int turns = rounds - game.round;
  for (int seat = 0; seat < game.seats; ++seat) {
    if ((game.retired >> seat & 1) != 0) continue;
    const auto at = static_cast<std::size_t>(seat);
    if (seat == game.mover) {
      mover_ = prospects_.size();
      prospects_.push_back({at, turns, 0});
    } else {
      const int to_come = seat < game.mover ? turns - 1 : turns;
      prospects_.push_back({at, to_come, total_between_turns(game, at)});
    }
  }
}

void WinWorth::begin_turn() {
  begun_ = prospects_;
  begun_mover_ = mover_;
  const int turns = prospects_[mover_].turns;
  step_ = step_with(turns);
  for (int rolls_left = 0; rolls_left < rolls_a_turn; ++rolls_left) {
    Stage& stage = stages_[static_cast<std::size_t>(rolls_left)];
    stage.shares.clear();
    stage.up_to.clear();
    for (int deviation = Deviations::lowest; deviation <= Deviations::highest; deviation += step_)
      stage.up_to.push_back(deviations_.at_most(turns, rolls_left, deviation + 0.5));
  }
  weigh_rivals();
}

// Within a step totals count as spread evenly, so that seats in the same one share the win.
void WinWorth::weigh_rivals() {
  const std::size_t seats = prospects_.size();
  double highest = 0;
  for (std::size_t i = 0; i < seats; ++i)
    if (i != mover_) highest = std::max(highest, prospects_[i].total);
  first_total_ = static_cast<int>(std::floor((highest + Deviations::lowest) / step_));
  rivals_.clear();
  std::vector<double> low(seats), rise(seats), before(seats);
  double least = seats == 1;
  for (int total = first_total_; least < 1 - all_but; ++total) {
    double others = 1;
    least = 1;
    for (std::size_t i = 0; i < seats; ++i) {
      before[i] = others;
      if (i == mover_) continue;
      const auto& [seat, turns, expected] = prospects_[i];
      const double high = deviations_of(seat).at_most(turns, Deviations::before_turn,
                                                      total * step_ + 0.5 - expected);
      rise[i] = high - low[i];
      others *= low[i] + rise[i] / 2;
      least = std::min(least, high);
    }
    const std::size_t row = rivals_.size();
    rivals_.resize(row + seats);
    rivals_[row + mover_] = others;
    others = 1;
    for (std::size_t i = seats; i-- > 0;) {
      if (i == mover_) continue;
      rivals_[row + i] = rise[i] * before[i] * others;
      others *= low[i] + rise[i] / 2;
      low[i] += rise[i];
    }
  }
}

void WinWorth::add_weight(Stage& stage, double chance, double total) const {
  const double place = total / step_;
  const auto below = static_cast<std::size_t>(place);
  if (stage.weights.size() < below + 2) stage.weights.resize(below + 2);
  const double part = place - static_cast<double>(below);
  stage.weights[below] += chance * (1 - part);
  stage.weights[below + 1] += chance * part;
}

void WinWorth::compute(const Stage& stage, int total, std::vector<double>& shares) const {
  const std::size_t seats = prospects_.size();
  const auto up_to = [&](int deviation) {
    const int at = deviation - Deviations::lowest / step_;
    if (at < 0) return 0.;
    return at < std::ssize(stage.up_to) ? stage.up_to[static_cast<std::size_t>(at)] : 1.;
  };
  shares.assign(seats, 0.);
  int deviation = first_total_ - total;
  double low = up_to(deviation - 1);
  for (std::size_t row = 0; row < rivals_.size(); row += seats) {
    const double high = up_to(deviation++);
    const double middle = (low + high) / 2;
    for (std::size_t i = 0; i < seats; ++i)
      shares[i] += rivals_[row + i] * (i == mover_ ? high - low : middle);
    low = high;
  }
  shares[mover_] += 1 - low;
  double sum = 0;
  for (const double share : shares) sum += share;
  for (double& share : shares) share /= sum;
}

}  // namespace hilltop::yahtzee
