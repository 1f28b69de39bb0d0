#include "games/yahtzee/bots/champion.hpp"

#include <algorithm>

#include "games/yahtzee/bots/solved.hpp"
#include "games/yahtzee/solver/share.hpp"

namespace hilltop::yahtzee {
namespace {

constexpr double hardly = 1e-4;  // a chance that the tables cannot tell from 0

int points_of(const Card& card) { return card.total() - card.upper_bonus(); }

}  // namespace

std::shared_ptr<const void> Champion::prepare(const Rules& rules, int seats, Effort effort,
                                              const Progress& progress) {
  if (seats == 1) return nullptr;
  return claim_champion_tables(rules.options(), seats, effort, threads_here(), progress);
}

void Champion::begin(const Chance&) {
  turn_.reset();
  moved_ = 0.5;
}

Move Champion::choose(const View& view) {
  if (view.totals.size() == 1) return optimal_.choose(view);
  if (!turn_ || standing_ != standing_of(view.card) || points_ != points_of(view.card) ||
      round_ != view.round || !std::ranges::equal(totals_, view.totals))
    begin_turn(view);
  const double chance = turn_->worth();
  if (chance < hardly || chance > 1 - hardly) return optimal_.choose(view);
  return best_move(*turn_, view);
}

void Champion::begin_turn(const View& view) {
  const auto seats = static_cast<int>(view.totals.size());
  if (!tables_ || tables_->options() != view.options || tables_->seats() != seats)
    tables_ = champion_tables(view.options, seats, effort_, threads_here()).tables;
  totals_.assign(view.totals.begin(), view.totals.end());
  others_ = totals_;
  others_.erase(std::ranges::find(others_, view.card.total()));
  count_who_moved(view);
  standing_ = standing_of(view.card);
  points_ = points_of(view.card);
  round_ = view.round;
  const Others others{others_, view.round, moved_};
  const Forecast& forecast = tables_->forecast();
  if (view.round == rounds - 1) {
    turn_.emplace(view.options, standing_, [&](const Standing& after, int gained) {
      return forecast.share(others, points_ + gained + after.upper_bonus());
    });
    return;
  }
  const double ahead = points_ - forecast.level(others);
  turn_.emplace(view.options, standing_, [&](const Standing& after, int gained) {
    return tables_->chance(after, ahead + gained, moved_);
  });
}

// A player with points in the first round has moved; every further round has the same order.
void Champion::count_who_moved(const View& view) {
  const auto others = static_cast<double>(others_.size());
  if (view.seat)
    moved_ = index(*view.seat) / others;
  else if (view.round == 0)
    moved_ =
        static_cast<double>(std::ranges::count_if(others_, [](int total) { return total > 0; })) /
        others;
}

}  // namespace hilltop::yahtzee
