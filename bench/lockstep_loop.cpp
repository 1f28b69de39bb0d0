// The C++ loop that the Python package is compared with (bench/lockstep.py): the same Sessions
// against the same house bot, with the same deals, seats and actions, and after each step the view
// in numbers and the legal actions of the next one, without which nobody can choose it.
//
// usage: hilltop-lockstep-loop pazaak|yahtzee GAMES STEPS FILE
//
// FILE has the actions of all steps (int32), then the observation (int16) and the mask (uint8)
// after them, as the package has them: the loop must come to the same. Prints steps per processor
// second.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/pazaak/game.hpp"
#include "games/yahtzee/game.hpp"
#include "match/direct_bot.hpp"
#include "match/session.hpp"
#include "play/entrant.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"
#include "play/seed.hpp"

namespace hilltop::bench {
namespace {

template <class E>
class Loop {
  using R = typename E::Rules;
  using A = typename E::Actions;

 public:
  Loop(std::string_view bot, std::size_t games)
      : own_{"me", "me", play::HousePlayer{}},
        other_{std::string(bot), std::string(bot), play::HousePlayer{std::string(bot)}},
        luck_(play::Seed(1), E::info, std::array<const play::Entrant*, 2>{&own_, &other_}),
        bot_luck_(luck_.of_bot(bot)),
        bot_(play::make_house_bot<E>(bot)),
        asked_(bot_.get()),
        numbers_(games * width_),
        legal_(games * actions_),
        next_(games) {
    for (std::size_t i = 0; i < games; ++i) {
      next_[i] = i;
      sessions_.push_back(begun(i));
    }
  }

  // Plays an action in each game.
  void step(std::span<const std::int32_t> chosen) {
    for (std::size_t i = 0; i < sessions_.size(); ++i) {
      Session<R>& session = sessions_[i];
      const Seat seat = *session.pending();
      const auto& view = session.view(seat);
      typename A::Begun nothing{};
      session.play(seat, *A::take(rules_, view, nothing, chosen[i]));
      if (!goes_on(i, session)) session = begun(i);
      show(i);
    }
  }

  std::span<const ViewNumber> numbers() const { return numbers_; }
  std::span<const std::uint8_t> legal() const { return legal_; }

 private:
  // The next game of place i in which the caller is asked.
  Session<R> begun(std::size_t i) {
    while (true) {
      const auto game = static_cast<std::uint32_t>(next_[i]);
      next_[i] += next_.size();
      Session<R> session(rules_, 2, luck_.deal(game));
      bot_->begin(bot_luck_.chance(game));
      if (goes_on(i, session)) return session;
    }
  }
  // The players change seats from game to game; a place has every GAMES-th one.
  bool goes_on(std::size_t i, Session<R>& session) {
    const auto own = static_cast<int>((next_[i] - next_.size()) % 2);
    while (const ToMove seat = session.pending()) {
      if (index(*seat) == own) return true;
      const auto& view = session.view(*seat);
      session.submit(*seat, view, asked_.choose(view));
    }
    return false;
  }

  void show(std::size_t i) {
    const Seat seat = *sessions_[i].pending();
    const auto& view = sessions_[i].view(seat);
    A::write(rules_, view, seat, {}, std::span(numbers_).subspan(i * width_, width_));
    A::mark_legal(rules_, view, {}, std::span(legal_).subspan(i * actions_, actions_));
  }
  static std::size_t numbers_of(const R& rules) {
    std::size_t numbers = 0;
    for (const ViewField& field : A::fields(rules, 2))
      numbers += static_cast<std::size_t>(field.numbers());
    return numbers;
  }

  R rules_ = R::under(E::info.rule_sets.front().name, {}).value();
  play::Entrant own_, other_;
  play::FixtureLuck luck_;
  play::ChanceKeys bot_luck_;
  std::unique_ptr<Bot<R>> bot_;
  DirectBot<R, typename play::InlinedBots<E>::type> asked_;
  std::size_t width_ = numbers_of(rules_), actions_ = static_cast<std::size_t>(A::count(rules_));
  std::vector<ViewNumber> numbers_;  // a row for each game
  std::vector<std::uint8_t> legal_;
  std::vector<std::size_t> next_;  // the number of the next game, by place
  std::vector<Session<R>> sessions_;
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Number>
std::vector<Number> read(std::FILE* file, std::size_t count) {
  std::vector<Number> numbers(count);
  if (std::fread(numbers.data(), sizeof(Number), count, file) != count) {
    std::fputs("the file is too short for these games and steps\n", stderr);
    std::exit(1);
  }
  return numbers;
}

template <class E>
double steps_per_second(std::string_view bot, std::size_t games, std::size_t steps,
                        std::FILE* file) {
  const auto chosen = read<std::int32_t>(file, games * steps);
  double seconds = 0;
  for (int warm = 0; warm < 2; ++warm) {  // the first time, processor and memory are not
    Loop<E> loop(bot, games);
    const double begun = processor_seconds();
    for (std::size_t step = 0; step < steps; ++step)
      loop.step(std::span(chosen).subspan(step * games, games));
    seconds = processor_seconds() - begun;
    if (warm == 0) continue;
    if (!std::ranges::equal(loop.numbers(), read<ViewNumber>(file, loop.numbers().size())) ||
        !std::ranges::equal(loop.legal(), read<std::uint8_t>(file, loop.legal().size()))) {
      std::fputs("the package played other games than the loop\n", stderr);
      std::exit(1);
    }
  }
  return static_cast<double>(games * steps) / seconds;
}

}  // namespace
}  // namespace hilltop::bench

int main(int count, char** words) {
  if (count != 5) return 2;
  const auto games = static_cast<std::size_t>(std::atoi(words[2])),
             steps = static_cast<std::size_t>(std::atoi(words[3]));
  std::FILE* file = std::fopen(words[4], "rb");
  if (file == nullptr) {
    std::perror(words[4]);
    return 1;
  }
  const bool is_pazaak = std::string_view(words[1]) == "pazaak";
  std::printf("%.0f\n", is_pazaak ? hilltop::bench::steps_per_second<hilltop::pazaak::Module>(
                                        "kid", games, steps, file)
                                  : hilltop::bench::steps_per_second<hilltop::yahtzee::Module>(
                                        "greedy", games, steps, file));
  std::fclose(file);
  return 0;
}
