#include "arena/qualification.hpp"

#include <algorithm>
#include <utility>

#include "arena/keys.hpp"
#include "arena/result_cache.hpp"

namespace hilltop::arena {
namespace {

// Observes the bot's answers. The bot is entrant 0.
class Listener {
 public:
  explicit Listener(QualificationReport& heard) : heard_(heard) {}

  void sit_down(std::string against) { against_ = std::move(against); }

  Observer observer(const std::function<void()>& game_over) {
    Observer observer;
    observer.answered = [this](std::size_t who, const AnswerOfProcess& answer) {
      if (who == 0) hear(answer);
    };
    if (game_over) observer.game_over = [&game_over](const GameReport&) { game_over(); };
    return observer;
  }

 private:
  void hear(const AnswerOfProcess& answer) {
    if (answer.first) return heard_.first.add(answer.took);
    heard_.later.add(answer.took);
    heard_.keep({against_, answer.game, std::string(answer.asked), answer.took});
  }

  QualificationReport& heard_;
  std::string against_;
};

// Returns false after a build or a start that failed: all others would fail too.
bool can_start(const QualificationReport& found) {
  return found.faults.empty() || found.faults.back().fault.kind != FaultKind::refused_to_start;
}

}  // namespace

void QualificationReport::keep(SlowAnswer answer) {
  const auto place =
      std::ranges::upper_bound(slowest, answer.took, std::greater(), &SlowAnswer::took);
  slowest.insert(place, std::move(answer));
  if (slowest.size() > slowest_kept) slowest.pop_back();
}

QualificationReport qualify(const Entrant& bot, const Qualification& qualification) {
  QualificationReport found;
  Listener listener(found);
  const Observer observer = listener.observer(qualification.game_over);
  const auto house_bots = qualification.game.qualifiers();
  const auto opponents = static_cast<std::uint32_t>(house_bots.size());
  for (std::uint32_t i = 0; i < std::min(opponents, qualification.games); ++i) {
    const std::string& name = house_bots[i].name;
    Entrant house{name == bot.name ? name + "#2" : name, house_bots[i].title,
                  house_bots[i].player()};
    house.content = content_of_house_bot(name);
    const std::vector<const Entrant*> entrants{&bot, &house};
    Batch batch{.luck = FixtureLuck(qualification.seed, *qualification.game.info, entrants),
                .games = qualification.games / opponents + (i < qualification.games % opponents),
                .entrants = entrants};
    found.legs.push_back({house.name, {}});
    while (batch.games > 0) {
      if (found.faults.size() == qualification.faults_max || !can_start(found)) return found;
      listener.sit_down(house.name);
      const BatchResult result =
          qualification.any_game.play(batch, qualification.conditions, &observer);
      const std::uint32_t played = result.games;
      batch.first_game += played;
      batch.games -= played;
      found.legs.back().tally.add(result.tallies[0]);
      found.sandbox = runner::of_all(found.sandbox, layers_of(result));
      if (result.disqualified && result.disqualified->entry == 0)
        found.faults.push_back({house.name, result.disqualified->game, result.disqualified->fault});
    }
  }
  return found;
}

}  // namespace hilltop::arena
