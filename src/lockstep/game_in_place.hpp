#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/numbered_outcomes.hpp"
#include "lockstep/games.hpp"
#include "match/session.hpp"

namespace hilltop::lockstep {

// The Outcomes of a folder's Module.
template <class E>
struct OutcomesOf {
  using type = NoOutcomes<typename E::Rules>;
};
template <class E>
  requires requires { typename E::Outcomes; }
struct OutcomesOf<E> {
  using type = typename E::Outcomes;
};

// What a game waits for.
enum class WaitsFor : std::uint8_t { caller, outcome, nothing };

// The game in one place, and what was played of it.
template <Game R, class Player>
struct GameInPlace {
  struct Step {
    Seat seat;
    std::optional<Move<R>> move;  // nullopt: the seat left the game
  };
  struct Played {
    std::uint32_t game = 0;
    bool is_over = false;
    std::vector<Step> steps;
    std::vector<int> outcomes;  // that the caller chose
    std::vector<int> points;    // by seat, if the game is over
  };

  // Observes a Session.
  struct Scribe {
    Played& played_;
    // In place, because a processor waits if it reads at once what was written in parts.
    void played(Seat seat, const Move<R>& move) const { played_.steps.emplace_back(seat, move); }
    void forfeits(Seat seat, const Fault&) const { played_.steps.emplace_back(seat, std::nullopt); }
  };

  // Makes the game that was played the last one. The next game gets the memory of the one before
  // it.
  void keep_played() {
    last.game = now.game;
    last.is_over = now.is_over;
    now.steps.swap(last.steps);
    now.outcomes.swap(last.outcomes);
    now.points.swap(last.points);
  }

  std::optional<Session<R>> session;  // nullopt: no game could begin
  WaitsFor waits_for = WaitsFor::nothing;
  Seat asked{};                    // the caller's seat that was asked last
  std::size_t first = 0;           // the player in seat 0
  const Player* seated = nullptr;  // by seat; nullopt: the caller
  Played now{}, last{};
  std::uint32_t begun = 0;  // games that began in this place
};

// The last step of a game whose chance the caller chooses, event by event. The step is done again
// with what was chosen until it is whole, so that the rules need no state between two events.
template <Game R, class Outcomes, class Step>
class FallingStep {
 public:
  FallingStep() { chosen_.reserve(outcomes_of_step_reserved); }

  // The game begins.
  void begin(int seats) {
    before_.reset();
    seats_ = seats;
    forget();
  }
  // A step is done to `before`: the one that take() gets.
  void begin(const State<R>& before) {
    before_ = before;
    forget();
  }
  void take(const Step& step) { step_.emplace(step); }
  void choose(int outcome) { chosen_.push_back(outcome); }
  bool waits() const { return waits_; }

  // Writes the chances of the event that waits for a choice. Without one writes zeros, and returns
  // the state after the step.
  std::optional<State<R>> fall(const R& rules, std::span<double> chances) {
    std::ranges::fill(chances, 0.);
    waits_ = false;
    std::size_t events = 0;
    const auto choose = [&](std::span<const double> of_event) {
      const std::size_t event = events++;
      if (event < chosen_.size()) return chosen_[event];
      if (event == chosen_.size()) std::ranges::copy(of_event, chances.begin());
      waits_ = true;
      const auto any = std::ranges::find_if(of_event, [](double chance) { return chance > 0; });
      return static_cast<int>(any - of_event.begin());
    };
    State<R> state = before_ ? *before_ : Outcomes::start(rules, seats_, choose);
    if (before_ && step_->move)
      Outcomes::apply(rules, state, *step_->move, choose);
    else if (before_)
      Outcomes::retire(rules, state, step_->seat, choose);
    if (waits_) return std::nullopt;
    return state;
  }

 private:
  void forget() {
    chosen_.clear();
    waits_ = true;
  }

  std::optional<State<R>> before_;  // nullopt: the step is the beginning of the game
  std::optional<Step> step_;
  int seats_ = 0;
  std::vector<int> chosen_;
  bool waits_ = false;
};

}  // namespace hilltop::lockstep
