#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "match/luck.hpp"
#include "play/module_parts.hpp"

namespace hilltop::play {

// The luck of games while they are played: a Session's observer, which moves the game and passes
// on what happens to the game's Trace.
template <HasLuck E>
class PlayedLuck {
  using R = typename E::Rules;
  using Analysis = typename E::Analysis;

 public:
  // `house_bots`: names by entrant; empty for other players. `rules` and `analysis` must outlive
  // it.
  PlayedLuck(const R& rules, Analysis& analysis, std::vector<std::string> house_bots, TellLuck tell)
      : analysis_(analysis),
        house_bots_(std::move(house_bots)),
        tell_(std::move(tell)),
        luck_(std::apply([&](auto&... worths) { return Luck(rules, worths...); },
                         analysis.of_worths())) {}

  // `entrants`: by seat.
  void begin(std::span<const std::size_t> entrants, const Chance& chance, TraceObserver<E>& trace) {
    trace_ = &trace;
    seated_.clear();
    for (const std::size_t entrant : entrants) seated_.push_back(house_bots_[entrant]);
    analysis_.seat(seated_);
    luck_.begin(static_cast<int>(entrants.size()), chance, nothing);
  }
  void end(std::uint32_t game) {
    luck_.copy_to(of_game_);
    tell_(game, of_game_);
  }

  void apply(State<R>& state, Seat seat, const Move<R>& move) {
    luck_.apply(state, seat, move, nothing);
  }
  void retire(State<R>& state, Seat seat) { luck_.retire(state, seat, nothing); }
  void played(Seat seat, const Move<R>& move) { trace_->played(seat, move); }
  void forfeits(Seat seat, const Fault& fault) { trace_->forfeits(seat, fault); }

 private:
  static constexpr auto nothing = [](const LuckStep&) {};
  template <class Worths>
  struct OfWorths;
  template <class... Ws>
  struct OfWorths<std::tuple<Ws&...>> {
    using Luck = LuckOfGames<R, typename Analysis::Events, Ws...>;
  };
  using Luck = typename OfWorths<decltype(std::declval<Analysis&>().of_worths())>::Luck;

  Analysis& analysis_;
  std::vector<std::string> house_bots_, seated_;
  TellLuck tell_;
  TraceObserver<E>* trace_ = nullptr;
  Luck luck_;
  LuckOfGame of_game_;
};

struct NoLuck {};

template <class E>
struct SelectLuck {
  using Type = NoLuck;
};
template <HasLuck E>
struct SelectLuck<E> {
  using Type = PlayedLuck<E>;
};
// Of a game without luck no object is made.
template <class E>
using PlayedLuckOf = typename SelectLuck<E>::Type;

}  // namespace hilltop::play
