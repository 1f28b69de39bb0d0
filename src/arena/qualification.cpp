#include "arena/qualification.hpp"

#include <algorithm>
#include <utility>

#include "arena/keys.hpp"

namespace hilltop::arena {
namespace {

// Observes the bot's conversation with the arena. The bot is entrant 0.
class Listener {
 public:
  explicit Listener(QualificationReport& heard) : heard_(heard) {}

  void sit_down(std::string against, std::uint32_t first_game) {
    now_ = {std::move(against), first_game, "", ""};
  }

  Observer observer(const std::function<void()>& game_over) {
    Observer observer;
    observer.wire = [this](std::size_t who, char direction, std::string_view line) {
      if (who == 0) hear(direction, line);
    };
    observer.game_over = [this, &game_over](const GameReport& report) {
      close(report);
      if (game_over) game_over();
    };
    return observer;
  }

  // Returns the exchange of the last fault.
  const Exchange& at_fault() const { return at_fault_; }

 private:
  using Clock = std::chrono::steady_clock;

  void hear(char direction, std::string_view line) {
    const auto at = Clock::now();
    switch (direction) {
      case '*': fresh_ = true; break;
      case '>':
        now_.asked = line;
        asked_at_ = at;
        break;
      default:
        answered_ = now_;
        answered_.said = line;
        answer(at - asked_at_);
    }
  }

  void answer(std::chrono::nanoseconds took) {
    if (std::exchange(fresh_, false)) return heard_.first.add(took);
    heard_.later.add(took);
    heard_.keep({answered_, took});
  }

  void close(const GameReport& report) {
    for (const SeatFault& fault : report.faults) {
      if (report.entrants[static_cast<std::size_t>(index(fault.seat))] != 0) continue;
      const FaultKind kind = fault.fault.kind;
      at_fault_ = now_;
      if (kind != FaultKind::illegal && kind != FaultKind::malformed) continue;
      at_fault_.asked = answered_.asked;  // the lines after it are the farewell
      at_fault_.said = answered_.said;
    }
    now_.asked.clear();
    ++now_.game;
  }

  QualificationReport& heard_;
  Exchange now_, answered_, at_fault_;
  Clock::time_point asked_at_;
  bool fresh_ = false;
};

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
    const Entrant house{name == bot.name ? name + "#2" : name, house_bots[i].title,
                        house_bots[i].player()};
    const std::vector<const Entrant*> entrants{&bot, &house};
    const std::vector<std::string> names{bot.name, house.name};
    Batch batch{.key = fixture_key(qualification.seed, qualification.game.info->name, names),
                .games = qualification.games / opponents + (i < qualification.games % opponents),
                .entrants = entrants};
    found.legs.push_back({house.name, {}});
    while (batch.games > 0) {
      if (found.faults.size() == qualification.faults_max) return found;
      listener.sit_down(house.name, batch.first_game);
      const BatchResult result =
          qualification.any_game.play(batch, qualification.conditions, &observer);
      const std::uint32_t played = result.games;
      batch.first_game += played;
      batch.games -= played;
      found.legs.back().tally.add(result.tallies[0]);
      found.sandbox = runner::of_all(found.sandbox, layers_of(result));
      if (result.disqualified && result.disqualified->entry == 0)
        found.faults.push_back({listener.at_fault(), result.disqualified->fault});
    }
  }
  return found;
}

}  // namespace hilltop::arena
