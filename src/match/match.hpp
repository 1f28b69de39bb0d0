#pragma once
#include <cstdint>
#include <expected>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/game.hpp"

namespace hilltop {

// One game under way: the state and what was decided. Every game goes through here, whoever sits.
template <Game R>
class Match {
 public:
  Match(const R& rules, int seats, const Chance& chance)
      : rules_(rules), chance_(chance), state_(rules.start(seats, chance_)) {}

  // Throws where the rules ask what they may not.
  Turn turn() const {
    const Turn seat = rules_.turn(state_);
    if (!seat) return seat;
    if (decisions_ >= R::longest) throw std::logic_error("the game outlived its bound");
    if (retired_ != 0 && (retired_ >> index(*seat) & 1) != 0)
      throw std::logic_error("the rules asked a retired seat");
    return seat;
  }

  decltype(auto) view(Seat seat) const { return rules_.view(state_, seat); }

  // Plays the move of the seat whose turn it is. A refused move changes nothing.
  Refusal play(Seat seat, const Move<R>& move) { return play(view(seat), move); }
  Refusal play(const View<R>& view, const Move<R>& move) {
    if (const Refusal why = rules_.refusal(view, move); !why.empty()) return why;
    ++decisions_;
    rules_.apply(state_, move, chance_);
    return {};
  }

  void retire(Seat seat) {
    retired_ |= std::uint64_t{1} << index(seat);
    rules_.retire(state_, seat, chance_);
  }

  Move<R> instead(Seat seat) const requires Forgiving<R> { return rules_.instead(view(seat)); }

  const State<R>& state() const { return state_; }
  Points points() const { return rules_.points(state_); }
  std::uint64_t retired() const { return retired_; }  // bit i: seat i
  int decisions() const { return decisions_; }

 private:
  const R& rules_;
  Chance chance_;
  State<R> state_;
  std::uint64_t retired_ = 0;
  int decisions_ = 0;
};

// A witness that looks away.
struct NoWitness {
  void operator()(Seat, const auto&) const {}
};

// An answer from a seat that may fail to give one.
template <Game R>
using Reply = std::expected<Move<R>, Fault>;

struct SeatFault {
  Seat seat;
  Fault fault;
};

// How an illegal answer is dealt with inside a game: the seat is out of it, or the rules' own
// substitute is played (of a Forgiving game).
enum class OnIllegal { retire, substitute };

// Plays the answer of the seat whose turn it is, or deals with it where the rules refuse it.
// `witness(seat, move)` is told the move that was played.
template <Game R, class Witness>
void settle(Match<R>& match, OnIllegal on_illegal, std::vector<SeatFault>& faults, Seat seat,
            const View<R>& view, const Move<R>& move, Witness&& witness) {
  const auto play = [&](const Move<R>& played) {
    const Refusal why = match.play(view, played);
    if (why.empty()) witness(seat, played);
    return why;
  };
  const Refusal why = play(move);
  if (why.empty()) [[likely]]
    return;
  faults.push_back({seat, {FaultKind::illegal, std::string(why)}});
  if constexpr (Forgiving<R>)
    if (on_illegal == OnIllegal::substitute) {
      if (!play(match.instead(seat)).empty()) throw std::logic_error("the substitute was refused");
      return;
    }
  match.retire(seat);
}

// The same for a seat that may have given no answer.
template <Game R, class Witness>
void settle(Match<R>& match, OnIllegal on_illegal, std::vector<SeatFault>& faults, Seat seat,
            const View<R>& view, Reply<R> reply, Witness&& witness) {
  if (reply) return settle(match, on_illegal, faults, seat, view, *reply, witness);
  faults.push_back({seat, std::move(reply).error()});
  match.retire(seat);
}

// Plays a game to its end and answers with the faults, in the order in which they happened.
// `ask(seat, view)` answers with a Move or a Reply; `witness(seat, move)` is told each move once it
// is played. Both are inlined when they are concrete. Whatever `ask` throws leaves the match
// between two decisions: it can be gone on with.
template <Game R, class Ask, class Witness>
void referee(Match<R>& match, OnIllegal on_illegal, std::vector<SeatFault>& faults, Ask&& ask,
             Witness&& witness) {
  while (const Turn seat = match.turn()) {
    auto&& view = match.view(*seat);
    settle(match, on_illegal, faults, *seat, view, ask(*seat, view), witness);
  }
}

}  // namespace hilltop
