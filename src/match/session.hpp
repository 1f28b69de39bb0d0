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

// A seat's answer, or the fault that stands in its place.
template <Game R>
using Reply = std::expected<Move<R>, Fault>;

struct SeatFault {
  Seat seat;
  Fault fault;
};

// What an illegal answer leads to inside a game: the seat forfeits, or the rules' own substitute is
// played (of a HasSubstitute game).
enum class OnIllegal { forfeit, substitute };

// What a Session tells of a game, as it happens. `forfeits` is called before the seat leaves.
struct NoObserver {
  void played(Seat, const auto& /*move*/) const {}
  void forfeits(Seat, const Fault&) const {}
};

// An observer of moves alone.
template <class Played>
struct OnPlayed {
  Played tell;

  void played(Seat seat, const auto& move) const { tell(seat, move); }
  void forfeits(Seat, const Fault&) const {}
};
template <class Played>
OnPlayed(Played) -> OnPlayed<Played>;

// One game under way, step by step: pending() says who is asked, submit() takes the answer.
// Whatever plays, watches or replays a game drives a Session, and legality and faults are decided
// here and nowhere else.
template <Game R>
class Session {
 public:
  Session(const R& rules, int seats, const Chance& chance,
          OnIllegal on_illegal = OnIllegal::forfeit)
      : rules_(rules),
        chance_(chance),
        on_illegal_(on_illegal),
        state_(rules.start(seats, chance_)) {}

  // The seat that must answer next; none once the game is over. Throws std::logic_error if the
  // rules ask a seat that has left, or never end.
  ToMove pending() const {
    const ToMove seat = rules_.turn(state_);
    if (!seat) return seat;
    if (decisions_ >= R::longest) throw std::logic_error("the game outlived its bound");
    if (retired_ != 0 && (retired_ >> index(*seat) & 1) != 0)
      throw std::logic_error("the rules asked a retired seat");
    return seat;
  }

  decltype(auto) view(Seat seat) const { return rules_.view(state_, seat); }

  // Takes the answer of the pending seat, whose view is `view`. Returns the fault in it, which the
  // caller may add to until the next call; null if there is none.
  template <class Observer = NoObserver>
  Fault* submit(Seat seat, const View<R>& view, const Move<R>& move, Observer&& observer = {}) {
    const Refusal why = play(view, move);
    if (why.empty()) [[likely]] {
      observer.played(seat, move);
      return nullptr;
    }
    faults_.push_back({seat, {FaultKind::illegal, std::string(why)}});
    if constexpr (HasSubstitute<R>)
      if (on_illegal_ == OnIllegal::substitute) {
        const Move<R> substitute = rules_.substitute(view);
        if (!play(view, substitute).empty()) throw std::logic_error("the substitute was refused");
        observer.played(seat, substitute);
        return &faults_.back().fault;
      }
    leave(seat, observer);
    return &faults_.back().fault;
  }
  template <class Observer = NoObserver>
  Fault* submit(Seat seat, const View<R>& view, Reply<R> reply, Observer&& observer = {}) {
    if (reply) return submit(seat, view, *reply, observer);
    return forfeit(seat, std::move(reply).error(), observer);
  }

  // The seat leaves the game, by a fault.
  template <class Observer = NoObserver>
  Fault* forfeit(Seat seat, Fault fault, Observer&& observer = {}) {
    faults_.push_back({seat, std::move(fault)});
    leave(seat, observer);
    return &faults_.back().fault;
  }

  // Plays the game to its end. `ask(seat, view)` returns a Move or a Reply; both callables are
  // inlined when they are concrete. Whatever `ask` throws leaves the game between two decisions,
  // and it can be gone on with.
  template <class Ask, class Observer = NoObserver>
  void play_through(Ask&& ask, Observer&& observer = {}) {
    while (const ToMove seat = pending()) {
      auto&& view = this->view(*seat);
      submit(*seat, view, ask(*seat, view), observer);
    }
  }

  // For replay and tests: a move that is refused changes nothing, and is no fault.
  Refusal play(Seat seat, const Move<R>& move) { return play(view(seat), move); }
  void retire(Seat seat) {
    retired_ |= std::uint64_t{1} << index(seat);
    rules_.retire(state_, seat, chance_);
  }

  const R& rules() const { return rules_; }
  const State<R>& state() const { return state_; }
  Points points() const { return rules_.points(state_); }
  std::uint64_t retired() const { return retired_; }  // bit i: seat i
  int decisions() const { return decisions_; }
  // In the order in which they happened.
  const std::vector<SeatFault>& faults() const { return faults_; }

 private:
  Refusal play(const View<R>& view, const Move<R>& move) {
    if (const Refusal why = rules_.refusal(view, move); !why.empty()) return why;
    ++decisions_;
    rules_.apply(state_, move, chance_);
    return {};
  }

  template <class Observer>
  void leave(Seat seat, Observer& observer) {
    observer.forfeits(seat, faults_.back().fault);
    retire(seat);
  }

  const R& rules_;
  Chance chance_;
  OnIllegal on_illegal_;
  State<R> state_;
  std::uint64_t retired_ = 0;
  int decisions_ = 0;
  std::vector<SeatFault> faults_;
};

// The fault of a bot that threw; to be called where its exception is caught.
inline Fault thrown_fault() {
  try {
    throw;
  } catch (const std::exception& error) {
    return {FaultKind::crashed, error.what()};
  } catch (...) {
    return {FaultKind::crashed, "threw an object that is not a std::exception"};
  }
}

// A house bot's answer; what it throws is its fault.
template <Game R>
Reply<R> answer_of(Bot<R>& bot, const View<R>& view) {
  try {
    return bot.choose(view);
  } catch (...) {
    return std::unexpected(thrown_fault());
  }
}

}  // namespace hilltop
