#pragma once
#include <cstdint>
#include <expected>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/game.hpp"

namespace hilltop {

// A seat's answer, or the fault that replaces it.
template <Game R>
using Reply = std::expected<Move<R>, Fault>;

struct SeatFault {
  Seat seat;
  Fault fault;
};

// Effect of an illegal answer: the seat forfeits, or the rules' substitute is played (HasSubstitute
// games only).
enum class OnIllegal { forfeit, substitute };

// Observes nothing. An observer gets a Session's events as they happen; `forfeits` is called before
// the seat leaves.
struct NoObserver {
  void played(Seat, const auto& /*move*/) const {}
  void forfeits(Seat, const Fault&) const {}
};

// Observes moves only.
template <class Played>
struct OnPlayed {
  Played tell;

  void played(Seat seat, const auto& move) const { tell(seat, move); }
  void forfeits(Seat, const Fault&) const {}
};
template <class Played>
OnPlayed(Played) -> OnPlayed<Played>;

// An observer that moves the game in place of the rules, to see what happens on the way: apply()
// and retire() do to the State what the rules' functions of these names do.
template <class O, class R>
concept MovesGame = requires(O& observer, State<R>& state, Seat seat, const Move<R>& move) {
  observer.apply(state, seat, move);
  observer.retire(state, seat);
};

// One game in progress, step by step: pending() returns the seat to move, submit() takes its
// answer. All code that plays, watches or replays a game uses a Session; legality and faults are
// decided only here.
template <Game R>
class Session {
 public:
  Session(const R& rules, int seats, const Chance& chance,
          OnIllegal on_illegal = OnIllegal::forfeit)
      : rules_(&rules),
        chance_(chance),
        on_illegal_(on_illegal),
        state_(rules.start(seats, chance_)) {}

  // Returns the seat that must answer next; none if the game is over. Throws std::logic_error if
  // the rules ask a seat that has left, or exceed R::longest.
  ToMove pending() const {
    const ToMove seat = rules_->turn(state_);
    if (!seat) return seat;
    if (decisions_ >= R::longest) throw std::logic_error("the game outlived its bound");
    if (retired_ != 0 && (retired_ >> index(*seat) & 1) != 0)
      throw std::logic_error("the rules asked a retired seat");
    return seat;
  }

  decltype(auto) view(Seat seat) const { return rules_->view(state_, seat); }

  // Takes the answer of the pending seat, whose view is `view`. Returns its fault, to which the
  // caller may add until the next call. Null if the answer has none.
  template <class Observer = NoObserver>
  Fault* submit(Seat seat, const View<R>& view, const Move<R>& move, Observer&& observer = {}) {
    const Refusal why = play(seat, view, move, observer);
    if (why.empty()) [[likely]] {
      observer.played(seat, move);
      return nullptr;
    }
    faults_.push_back({seat, {FaultKind::illegal, std::string(why)}});
    if constexpr (HasSubstitute<R>)
      if (on_illegal_ == OnIllegal::substitute) {
        const Move<R> substitute = rules_->substitute(view);
        if (!play(seat, view, substitute, observer).empty())
          throw std::logic_error("the substitute was refused");
        observer.played(seat, substitute);
        return &faults_.back().fault;
      }
    leave(seat, observer);
    return &faults_.back().fault;
  }
  template <class Observer = NoObserver>
  Fault* submit(Seat seat, const View<R>& view, Reply<R>&& reply, Observer&& observer = {}) {
    if (reply) return submit(seat, view, *reply, observer);
    return forfeit(seat, std::move(reply).error(), observer);
  }

  // Makes the seat leave the game with `fault`.
  template <class Observer = NoObserver>
  Fault* forfeit(Seat seat, Fault fault, Observer&& observer = {}) {
    faults_.push_back({seat, std::move(fault)});
    leave(seat, observer);
    return &faults_.back().fault;
  }

  // Plays the game to its end. `ask(seat, view)` returns a Move or a Reply; both callables are
  // inlined if they are concrete. If `ask` throws, the game stays between two decisions and can be
  // continued.
  template <class Ask, class Observer = NoObserver>
  void play_through(Ask&& ask, Observer&& observer = {}) {
    while (const ToMove seat = pending()) {
      auto&& view = this->view(*seat);
      submit(*seat, view, ask(*seat, view), observer);
    }
  }

  // Plays a move, for replays and tests. A refused move changes nothing and is no fault.
  Refusal play(Seat seat, const Move<R>& move) {
    return play(seat, view(seat), move, NoObserver{});
  }
  void retire(Seat seat) { retire(seat, NoObserver{}); }

  // Puts another State in place of the present one, which somebody chose what falls in.
  void replace_state(const State<R>& state) { state_ = state; }

  const R& rules() const { return *rules_; }
  const State<R>& state() const { return state_; }
  Points points() const { return rules_->points(state_); }
  std::uint64_t retired() const { return retired_; }  // bit i: seat i
  int decisions() const { return decisions_; }
  // Returns the faults in the order in which they happened.
  const std::vector<SeatFault>& faults() const { return faults_; }

 private:
  template <class Observer>
  Refusal play(Seat seat, const View<R>& view, const Move<R>& move, Observer&& observer) {
    if constexpr (MovesGame<Observer, R>) {
      if (const Refusal why = rules_->refusal(view, move); !why.empty()) return why;
      ++decisions_;
      observer.apply(state_, seat, move);
      return {};
    } else {
      return play(view, move);
    }
  }
  Refusal play(const View<R>& view, const Move<R>& move) {
    if (const Refusal why = rules_->refusal(view, move); !why.empty()) return why;
    ++decisions_;
    rules_->apply(state_, move, chance_);
    return {};
  }

  // Cold, so that the loop over moves is compiled as if nobody ever left.
  template <class Observer>
  [[gnu::cold]] void retire(Seat seat, Observer&& observer) {
    retired_ |= std::uint64_t{1} << index(seat);
    if constexpr (MovesGame<Observer, R>)
      observer.retire(state_, seat);
    else
      rules_->retire(state_, seat, chance_);
  }

  template <class Observer>
  void leave(Seat seat, Observer& observer) {
    observer.forfeits(seat, faults_.back().fault);
    retire(seat, observer);
  }

  const R* rules_;
  Chance chance_;
  OnIllegal on_illegal_;
  State<R> state_;
  std::uint64_t retired_ = 0;
  int decisions_ = 0;
  std::vector<SeatFault> faults_;
};

// Returns the fault of a bot that threw. Call it inside the catch block.
inline Fault thrown_fault() {
  try {
    throw;
  } catch (const std::exception& error) {
    return {FaultKind::crashed, error.what()};
  } catch (...) {
    return {FaultKind::crashed, "threw an object that is not a std::exception"};
  }
}

// Returns a house bot's answer; an exception becomes its fault.
template <Game R>
Reply<R> answer_of(Bot<R>& bot, const View<R>& view) {
  try {
    return bot.choose(view);
  } catch (...) {
    return std::unexpected(thrown_fault());
  }
}

}  // namespace hilltop
