// The C++ loop that the Python package is compared with (bench/lockstep.py): the same Sessions, the
// same house bot, and after each step the view in numbers and the legal actions of the next one,
// without which nobody can choose it. Which action is played was chosen beforehand.
//
// usage: hilltop-lockstep-loop pazaak|yahtzee GAMES STEPS
//
// Prints steps per processor second.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

#include "games/pazaak/game.hpp"
#include "games/yahtzee/game.hpp"
#include "match/direct_bot.hpp"
#include "match/session.hpp"
#include "play/keys.hpp"
#include "play/module_parts.hpp"

namespace hilltop::bench {
namespace {

template <class E>
class Loop {
  using R = typename E::Rules;
  using A = typename E::Actions;

 public:
  Loop(std::string_view bot, std::size_t games)
      : bot_(play::make_house_bot<E>(bot)), asked_(bot_.get()), next_(games) {
    numbers_.resize(games * width_);
    legal_.resize(games * actions_);
    for (std::size_t i = 0; i < games; ++i) sessions_.push_back(begun(i));
  }

  // Plays choose(place, view) in each game.
  template <class Choose>
  void step(const Choose& choose) {
    for (std::size_t i = 0; i < sessions_.size(); ++i) {
      Session<R>& session = sessions_[i];
      const Seat seat = *session.pending();
      const auto& view = session.view(seat);
      typename A::Begun nothing{};
      session.play(seat, *A::take(rules_, view, nothing, choose(i, view)));
      if (!goes_on(session)) session = begun(next_++);
      show(i);
    }
  }

  const R& rules() const { return rules_; }

 private:
  Session<R> begun(std::size_t game) {
    while (true) {
      Session<R> session(rules_, 2, play::FixtureLuck(1).deal(static_cast<std::uint32_t>(game)));
      bot_->begin(Chance(1, static_cast<std::uint32_t>(game)));
      if (goes_on(session)) return session;
      game = next_++;
    }
  }
  bool goes_on(Session<R>& session) {
    while (const ToMove seat = session.pending()) {
      if (index(*seat) == 0) return true;
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
  std::unique_ptr<Bot<R>> bot_;
  DirectBot<R, typename play::InlinedBots<E>::type> asked_;
  std::size_t width_ = numbers_of(rules_), actions_ = static_cast<std::size_t>(A::count(rules_));
  std::vector<ViewNumber> numbers_;  // a row for each game
  std::vector<std::uint8_t> legal_;
  std::size_t next_;
  std::vector<Session<R>> sessions_;
};

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class E>
double steps_per_second(std::string_view bot, std::size_t games, std::size_t steps) {
  using A = typename E::Actions;
  std::vector<int> chosen;
  chosen.reserve(games * steps);
  {
    Loop<E> loop(bot, games);
    Draw pick = Chance(1, 0).on(0);
    std::vector<std::uint8_t> legal(static_cast<std::size_t>(A::count(loop.rules())));
    for (std::size_t step = 0; step < steps; ++step)
      loop.step([&](std::size_t, const auto& view) {
        A::mark_legal(loop.rules(), view, {}, legal);
        std::vector<int> choices;
        for (std::size_t action = 0; action < legal.size(); ++action)
          if (legal[action] != 0) choices.push_back(static_cast<int>(action));
        chosen.push_back(choices[pick.below(static_cast<std::uint32_t>(choices.size()))]);
        return chosen.back();
      });
  }
  Loop<E> loop(bot, games);
  const int* next = chosen.data();
  const double begun = processor_seconds();
  for (std::size_t step = 0; step < steps; ++step)
    loop.step([&](std::size_t, const auto&) { return *next++; });
  return static_cast<double>(games * steps) / (processor_seconds() - begun);
}

}  // namespace
}  // namespace hilltop::bench

int main(int count, char** words) {
  if (count != 4) return 2;
  const auto games = static_cast<std::size_t>(std::atoi(words[2])),
             steps = static_cast<std::size_t>(std::atoi(words[3]));
  const bool is_pazaak = std::string_view(words[1]) == "pazaak";
  std::printf("%.0f\n", is_pazaak ? hilltop::bench::steps_per_second<hilltop::pazaak::Module>(
                                        "kid", games, steps)
                                  : hilltop::bench::steps_per_second<hilltop::yahtzee::Module>(
                                        "greedy", games, steps));
  return 0;
}
