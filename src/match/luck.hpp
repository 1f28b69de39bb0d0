#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/chance_events.hpp"
#include "core/fault.hpp"

namespace hilltop {

// What became of a seat in a game, in the unit of a Worth. All parts together are its result,
// whatever function the worth is: D. Zare, "Hedging Toward Skill" (bkgm.com). Luck is 0 on average,
// whatever the players do.
struct SeatLuck {
  double start = 0;    // worth before the first chance event
  double luck = 0;     // sum over chance events: the worth after what fell minus the mean of all
  double choices = 0;  // sum over its decisions: minus its losses if the worth is that of best play
  double others = 0;   // sum over the decisions of others
  double unseen = 0;   // sum of what a worth leaves out that is not the mean of what can fall

  double result() const { return start + luck + choices + others + unseen; }
  // The result without luck: it has the same mean as the result, and less noise if the worth is
  // good.
  double adjusted() const { return start + choices + others + unseen; }
};

using LuckOfGame = std::vector<std::vector<SeatLuck>>;  // by worth and seat
using TellLuck = std::function<void(std::uint32_t game, const LuckOfGame& luck)>;

// A step of a game: a decision of a seat, or a chance event.
struct LuckStep {
  std::optional<Seat> decides;       // nullopt: a chance event
  std::span<const double> from, to;  // worths by seat: before it (the mean of all), and after it
};

// The luck of every seat of a game by one Worth, from its nodes and chance events in order.
template <class C, class W>
  requires Worth<W, C>
class LuckOfNodes {
  using Node = typename C::Node;
  using Event = typename C::Event;

 public:
  // `worth` must outlive it.
  explicit LuckOfNodes(W& worth) : worth_(&worth) {}

  // Begins a game at its first node.
  void begin(std::size_t seats, const Node& node) {
    seats_.assign(seats, {});
    for (auto* const worths : {&now_, &next_, &mean_}) worths->resize(seats);
    look_at(node);
    std::swap(now_, next_);
    for (std::size_t i = 0; i < seats; ++i) seats_[i].start = now_[i];
  }

  template <class Tell>
  void decide(Seat seat, const Node& after, Tell&& tell) {
    if (is_foreseen_) return decide_as_foreseen(after, tell);
    look_at(after);
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const bool own = static_cast<int>(i) == index(seat);
      (own ? seats_[i].choices : seats_[i].others) += next_[i] - now_[i];
    }
    tell(LuckStep{seat, now_, next_});
    std::swap(now_, next_);
  }

  // Without a decision only the rules lead on, which an exact worth foresees.
  void follow(const Node& node) {
    if (is_foreseen_) return;
    look_at(node);
    for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].unseen += next_[i] - now_[i];
    std::swap(now_, next_);
  }

  template <class Tell>
  void fall(const Event& event, Tell&& tell) {
    if (is_foreseen_) return;
    if constexpr (!W::is_exact) {
      std::fill(mean_.begin(), mean_.end(), 0.);
      event.for_each_outcome([&](double chance, const Node& after) {
        worth_->of(after, next_);
        for (std::size_t i = 0; i < seats_.size(); ++i) mean_[i] += chance * next_[i];
      });
      for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].unseen += mean_[i] - now_[i];
      std::swap(now_, mean_);
    }
    worth_->of(event.after(), next_);
    for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].luck += next_[i] - now_[i];
    tell(LuckStep{std::nullopt, now_, next_});
    std::swap(now_, next_);
  }

  bool is_foreseen() const { return is_foreseen_; }  // in a turn that the worth foresees
  const std::vector<SeatLuck>& seats() const { return seats_; }
  std::span<const double> worths() const { return now_; }  // by seat

 private:
  // Writes the worth of a node to next_.
  void look_at(const Node& node) {
    if constexpr (ForeseesTurns<W, C>)
      if ((is_foreseen_ = worth_->foresees(node))) return worth_->before_turn(node, next_);
    worth_->of(node, next_);
  }

  // The choices of a known player follow from what falls, so its whole turn is luck.
  template <class Tell>
  void decide_as_foreseen(const Node& after, Tell&& tell) {
    if constexpr (ForeseesTurns<W, C>) {
      if (!after.is_between_turns()) return;
      worth_->after_turn(after, next_);
      for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].luck += next_[i] - now_[i];
      tell(LuckStep{std::nullopt, now_, next_});
      std::swap(now_, next_);
      is_foreseen_ = false;
      follow(after);
    }
  }

  W* worth_;
  bool is_foreseen_ = false;
  std::vector<SeatLuck> seats_;
  std::vector<double> now_, next_, mean_;  // worths by seat
};

// The luck of games by several worths, which moves their States itself to see what falls.
template <Game R, class C, class... Ws>
  requires VisibleChance<C, R>
class LuckOfGames {
  using Node = typename C::Node;
  using Event = typename C::Event;

 public:
  // All must outlive it.
  explicit LuckOfGames(const R& rules, Ws&... worths)
      : rules_(rules), luck_(LuckOfNodes<C, Ws>(worths)...) {}

  // Begins a game; returns its State. It calls `tell(const LuckStep&)` for each step and worth.
  template <class Tell>
  State<R> begin(int seats, const Chance& chance, Tell&& tell) {
    chance_ = chance;
    bool begun = false;
    const auto reach = [&](const Node& node) {
      for_each([&](auto& luck) {
        begun ? luck.follow(node) : luck.begin(static_cast<std::size_t>(seats), node);
      });
      begun = true;
    };
    State<R> state = C::start(rules_, seats, chance, [&](const Event& event) {
      reach(event.before());
      for_each([&](auto& luck) { luck.fall(event, tell); });
    });
    reach(C::node(rules_, state));
    return state;
  }

  // Legal moves only.
  template <class Tell>
  void apply(State<R>& state, Seat seat, const Move<R>& move, Tell&& tell) {
    if constexpr ((ForeseesTurns<Ws, C> && ...))
      if (is_foreseen()) {  // what happens within the turn matters to none
        rules_.apply(state, move, chance_);
        if (C::is_first_of_turn(state))
          step(state, seat, tell, [&](auto&& told) { C::tell_first_roll(rules_, state, told); });
        return;
      }
    step(state, seat, tell, [&](auto&& told) { C::apply(rules_, state, move, chance_, told); });
  }
  template <class Tell>
  void retire(State<R>& state, Seat seat, Tell&& tell) {
    step(state, seat, tell, [&](auto&& told) { C::retire(rules_, state, seat, chance_, told); });
  }

  template <std::size_t number>
  const auto& of() const {  // by worth
    return std::get<number>(luck_);
  }
  // Writes the luck of the game so far, by worth and seat.
  void copy_to(LuckOfGame& luck) const {
    luck.resize(sizeof...(Ws));
    std::size_t number = 0;
    std::apply([&](auto&... each) { ((luck[number++] = each.seats()), ...); }, luck_);
  }

 private:
  bool is_foreseen() const {
    return std::apply([](const auto&... each) { return (each.is_foreseen() && ...); }, luck_);
  }

  template <class Visit>
  void for_each(Visit&& visit) {
    std::apply([&](auto&... each) { (visit(each), ...); }, luck_);
  }

  template <class Tell, class Play>
  void step(State<R>& state, Seat seat, Tell&& tell, Play&& play) {
    bool decided = false;
    const auto reach = [&](const Node& node) {
      for_each([&](auto& luck) { decided ? luck.follow(node) : luck.decide(seat, node, tell); });
      decided = true;
    };
    play([&](const Event& event) {
      reach(event.before());
      for_each([&](auto& luck) { luck.fall(event, tell); });
    });
    reach(C::node(rules_, state));
  }

  const R& rules_;
  Chance chance_{0, 0};
  std::tuple<LuckOfNodes<C, Ws>...> luck_;
};

// The luck of one game by one Worth. Observes a Session, and keeps a State of its own.
template <Game R, class C, class W>
class GameLuck {
 public:
  // `rules` and `worth` must outlive it. It calls `tell(const LuckStep&)` for each step.
  template <class Tell>
  GameLuck(const R& rules, int seats, const Chance& chance, W& worth, Tell&& tell)
      : luck_(rules, worth), state_(luck_.begin(seats, chance, tell)) {}
  GameLuck(const R& rules, int seats, const Chance& chance, W& worth)
      : GameLuck(rules, seats, chance, worth, [](const LuckStep&) {}) {}

  // Legal moves only.
  template <class Tell>
  void played(Seat seat, const Move<R>& move, Tell&& tell) {
    luck_.apply(state_, seat, move, tell);
  }
  template <class Tell>
  void retired(Seat seat, Tell&& tell) {
    luck_.retire(state_, seat, tell);
  }
  void played(Seat seat, const Move<R>& move) {
    played(seat, move, [](const LuckStep&) {});
  }
  void forfeits(Seat seat, const Fault&) {
    retired(seat, [](const LuckStep&) {});
  }

  const SeatLuck& operator[](int seat) const {
    return of_nodes().seats()[static_cast<std::size_t>(seat)];
  }
  std::span<const double> worths() const { return of_nodes().worths(); }  // by seat
  const State<R>& state() const { return state_; }

 private:
  const LuckOfNodes<C, W>& of_nodes() const { return luck_.template of<0>(); }

  LuckOfGames<R, C, W> luck_;
  State<R> state_;
};

}  // namespace hilltop
