// The C++ loop that the Python package is compared with (bench/lockstep.py): the same Sessions
// against the same house bot, with the same deals, seats and actions, and after each step the view
// in numbers and the legal actions of the next one, without which nobody can choose it.
//
// usage: hilltop-lockstep-loop pazaak|yahtzee GAMES STEPS FILE
//
// FILE has the actions of all steps (int32), then the observation (int16) and the mask (uint8)
// after them, as the package has them: the loop must come to the same. Prints steps per processor
// second of the loop, and of the library by its C interface.
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
#include "hilltop/games.h"
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

// Exits unless the loop came to what the rest of the file has: the package's numbers and mask.
void compare_with_package(std::FILE* file, std::span<const ViewNumber> numbers,
                          std::span<const std::uint8_t> legal) {
  if (std::ranges::equal(numbers, read<ViewNumber>(file, numbers.size())) &&
      std::ranges::equal(legal, read<std::uint8_t>(file, legal.size())))
    return;
  std::fputs("the package played other games than the loop\n", stderr);
  std::exit(1);
}

// Calls step(actions) for each step, and returns processor seconds.
template <class Step>
double seconds_of(std::span<const std::int32_t> chosen, std::size_t games, const Step& step) {
  const double begun = processor_seconds();
  for (; !chosen.empty(); chosen = chosen.subspan(games)) step(chosen.first(games));
  return processor_seconds() - begun;
}

// This and the next one play the games once before they are timed: the first time, processor and
// memory are not warm.
template <class E>
double seconds_of_loop(std::string_view bot, std::size_t games,
                       std::span<const std::int32_t> chosen, std::FILE* file) {
  double seconds = 0;
  for (int warm = 0; warm < 2; ++warm) {
    Loop<E> loop(bot, games);
    seconds = seconds_of(chosen, games, [&](auto actions) { loop.step(actions); });
    if (warm == 1) compare_with_package(file, loop.numbers(), loop.legal());
  }
  return seconds;
}

double seconds_of_library(std::string_view game, std::string_view bot, std::size_t games,
                          std::span<const std::int32_t> chosen) {
  const std::string settings = R"({"autoreset": "same_step", "games": )" + std::to_string(games) +
                               R"(, "game": ")" + std::string(game) +
                               R"(", "players": [{"name": "me"}, {"bot": ")" + std::string(bot) +
                               R"("}]})";
  std::array<char, 1000> error{};
  hilltop_games* const played = hilltop_games_create(settings.c_str(), error.data(), error.size());
  if (played == nullptr) {
    std::fprintf(stderr, "%s\n", error.data());
    std::exit(1);
  }
  double seconds = 0;
  for (int warm = 0; warm < 2; ++warm) {
    hilltop_games_seed(played, 1);
    seconds = seconds_of(chosen, games, [&](auto actions) {
      if (hilltop_games_step(played, actions.data()) == 0) return;
      std::fprintf(stderr, "%s\n", hilltop_games_error(played));
      std::exit(1);
    });
  }
  hilltop_games_free(played);
  return seconds;
}

template <class E>
void compare(std::string_view bot, std::size_t games, std::size_t steps, std::FILE* file) {
  const auto chosen = read<std::int32_t>(file, games * steps);
  const auto of = static_cast<double>(chosen.size());
  const double loop = seconds_of_loop<E>(bot, games, chosen, file);
  const double library = seconds_of_library(E::info.name, bot, games, chosen);
  std::printf("%.0f %.0f\n", of / loop, of / library);
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
  if (std::string_view(words[1]) == "pazaak")
    hilltop::bench::compare<hilltop::pazaak::Module>("kid", games, steps, file);
  else
    hilltop::bench::compare<hilltop::yahtzee::Module>("greedy", games, steps, file);
  std::fclose(file);
  return 0;
}
