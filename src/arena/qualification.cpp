#include "arena/qualification.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <map>
#include <utility>

#include "arena/result_cache.hpp"
#include "play/keys.hpp"

namespace hilltop::arena {
namespace {

// Returns false after a build or a start that failed: all others would fail too.
bool can_start(const QualificationReport& found) {
  return found.faults.empty() || found.faults.back().fault.kind != FaultKind::refused_to_start;
}

// A qualification under way.
class Examination {
 public:
  explicit Examination(const Qualification& asked)
      : asked_(asked), house_bots_(asked.game.qualifiers()) {}

  // Returns the next games to play; nullopt if the qualification is over.
  std::optional<play::GameOrder> next_order() {
    if (found_.faults.size() == asked_.faults_max || !can_start(found_)) return std::nullopt;
    if (rest_.games == 0 && !begin_leg()) return std::nullopt;
    return rest_;
  }

  // Returns whether the last order ended without all its games and without a fault: it was
  // cancelled.
  bool was_cut_off(const play::PlayedGames& last) const {
    return rest_.games > 0 && !last.result.disqualified;
  }

  // Takes games of the last order.
  void take(const play::PlayedGames& played) {
    const tournament::BatchResult& result = played.result;
    QualificationReport::Leg& leg = found_.legs.back();
    const std::string& against = leg.against;
    if (leg.order.records) leg.games.add(result);
    rest_.first_game += result.games;
    rest_.games -= result.games;
    leg.tally.add(result.tallies[0]);
    found_.sandbox = runner::of_all(found_.sandbox, play::layers_of(result));
    found_.first.add(played.answers[0].first);
    found_.later.add(played.answers[0].later);
    for (const play::AnswerTimes::Slow& slow : played.answers[0].slowest)
      play::keep_slowest(found_.slowest, SlowAnswer{against, slow.game, slow.asked, slow.took});
    if (result.disqualified && result.disqualified->entry == 0)
      found_.faults.push_back({against, result.disqualified->game, result.disqualified->fault});
  }

  QualificationReport report() && { return std::move(found_); }

 private:
  // Begins the games against the next house bot; returns whether there is one.
  bool begin_leg() {
    const auto opponents = static_cast<std::uint32_t>(house_bots_.size());
    const auto leg = static_cast<std::uint32_t>(found_.legs.size());
    if (leg == std::min(opponents, asked_.games)) return false;
    const std::string& name = house_bots_[leg].name;
    play::Entrant house{name == asked_.bot.name ? name + "#2" : name, house_bots_[leg].title,
                        house_bots_[leg].player()};
    house.content = content_of_house_bot(name);
    const std::vector<const play::Entrant*> entrants{&asked_.bot, &house};
    rest_ = {};
    rest_.luck = play::FixtureLuck(asked_.seed, *asked_.game.info, entrants);
    rest_.games = asked_.games / opponents + (leg < asked_.games % opponents);
    rest_.terms = asked_.terms;
    rest_.contestants = {play::contestant_of(asked_.bot), play::contestant_of(house)};
    rest_.answers = true;
    rest_.starts_anew = true;
    rest_.records = rest_.games <= asked_.kept_max;
    found_.legs.push_back({house.name, {}, rest_, tournament::BatchResult::none(0, 2)});
    return true;
  }

  const Qualification& asked_;
  std::vector<GameModule::HouseBotInfo> house_bots_;
  QualificationReport found_;
  play::GameOrder rest_;  // the games against the last house bot that were not played yet
};

}  // namespace

bool qualify(play::GameService& service, std::span<const Qualification> qualifications,
             const std::function<void(std::uint32_t games)>& arrived,
             const std::function<void(std::size_t, QualificationReport)>& pass_on) {
  std::vector<Examination> all;
  std::size_t under_way = 0, passed_on = 0;
  std::vector<bool> is_over(qualifications.size()), is_cut_off(qualifications.size());
  std::exception_ptr failure;
  const auto go_on = [&](std::size_t i) {
    auto order = all[i].next_order();
    is_over[i] = !order;
    if (!order) return;
    service.start(i, *std::move(order));
    ++under_way;
  };
  for (const Qualification& each : qualifications) all.emplace_back(each);
  for (std::size_t i = 0; i < all.size(); ++i) go_on(i);
  const auto pass_on_more = [&] {
    for (; passed_on < all.size() && is_over[passed_on]; ++passed_on)
      if (!is_cut_off[passed_on]) pass_on(passed_on, std::move(all[passed_on]).report());
  };
  pass_on_more();
  while (under_way > 0) {
    const play::Answer answer = service.next();
    under_way -= answer.ended;
    if (answer.failure && !failure) failure = answer.failure, service.cancel();
    if (failure) continue;
    all[answer.order].take(answer.played);
    if (arrived) arrived(answer.played.result.games);
    if (!answer.ended) continue;
    is_cut_off[answer.order] = all[answer.order].was_cut_off(answer.played);
    if (is_cut_off[answer.order])
      is_over[answer.order] = true;
    else
      go_on(answer.order);
    pass_on_more();
  }
  if (failure) std::rethrow_exception(failure);
  return std::ranges::none_of(is_cut_off, std::identity());
}

}  // namespace hilltop::arena
