#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
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

// A step of a game: a decision of a seat, or a chance event.
struct LuckStep {
  std::optional<Seat> decides;       // nullopt: a chance event
  std::span<const double> from, to;  // worths by seat: before it (the mean of all), and after it
};

// The luck of every seat of a game, as it is played or replayed. Observes a Session, and keeps a
// State of its own, so that play that is not analysed costs nothing.
template <Game R, class C, class W>
  requires VisibleChance<C, R> && Worth<W, C>
class GameLuck {
  using Node = typename C::Node;
  using Event = typename C::Event;

 public:
  // `rules` and `worth` must outlive it. It calls `tell(const LuckStep&)` for each step.
  template <class Tell>
  GameLuck(const R& rules, int seats, const Chance& chance, W& worth, Tell&& tell)
      : rules_(rules),
        chance_(chance),
        worth_(worth),
        seats_(static_cast<std::size_t>(seats)),
        now_(seats_.size()),
        next_(seats_.size()),
        mean_(seats_.size()) {
    bool begun = false;
    state_.emplace(C::start(rules, seats, chance, [&](const Event& event) {
      begun ? follow(event.before()) : begin(event.before());
      begun = true;
      fall(event, tell);
    }));
    begun ? follow(C::node(rules_, *state_)) : begin(C::node(rules_, *state_));
  }
  GameLuck(const R& rules, int seats, const Chance& chance, W& worth)
      : GameLuck(rules, seats, chance, worth, [](const LuckStep&) {}) {}

  // Legal moves only.
  template <class Tell>
  void played(Seat seat, const Move<R>& move, Tell&& tell) {
    step(seat, tell, [&](auto&& told) { C::apply(rules_, *state_, move, chance_, told); });
  }
  template <class Tell>
  void retired(Seat seat, Tell&& tell) {
    step(seat, tell, [&](auto&& told) { C::retire(rules_, *state_, seat, chance_, told); });
  }
  void played(Seat seat, const Move<R>& move) {
    played(seat, move, [](const LuckStep&) {});
  }
  void forfeits(Seat seat, const Fault&) {
    retired(seat, [](const LuckStep&) {});
  }

  const SeatLuck& operator[](int seat) const { return seats_[static_cast<std::size_t>(seat)]; }
  std::span<const double> worths() const { return now_; }  // by seat
  const State<R>& state() const { return *state_; }

 private:
  void begin(const Node& node) {
    worth_.of(node, now_);
    for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].start = now_[i];
  }

  template <class Tell, class Play>
  void step(Seat seat, Tell&& tell, Play&& play) {
    bool decided = false;
    const auto reach = [&](const Node& node) {
      if (decided) return follow(node);
      decided = true;
      decide(seat, node, tell);
    };
    play([&](const Event& event) {
      reach(event.before());
      fall(event, tell);
    });
    reach(C::node(rules_, *state_));
  }

  template <class Tell>
  void decide(Seat seat, const Node& after, Tell&& tell) {
    worth_.of(after, next_);
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      const bool own = static_cast<int>(i) == index(seat);
      (own ? seats_[i].choices : seats_[i].others) += next_[i] - now_[i];
    }
    tell(LuckStep{seat, now_, next_});
    std::swap(now_, next_);
  }

  // Without a decision only the rules lead on, which an exact worth foresees.
  void follow(const Node& node) {
    worth_.of(node, next_);
    for (std::size_t i = 0; i < seats_.size(); ++i) seats_[i].unseen += next_[i] - now_[i];
    std::swap(now_, next_);
  }

  template <class Tell>
  void fall(const Event& event, Tell&& tell) {
    std::fill(mean_.begin(), mean_.end(), 0.);
    if constexpr (W::is_exact)
      mean_ = now_;
    else
      event.for_each_outcome([&](double chance, const Node& after) {
        worth_.of(after, next_);
        for (std::size_t i = 0; i < seats_.size(); ++i) mean_[i] += chance * next_[i];
      });
    worth_.of(event.after(), next_);
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].unseen += mean_[i] - now_[i];
      seats_[i].luck += next_[i] - mean_[i];
    }
    tell(LuckStep{std::nullopt, mean_, next_});
    std::swap(now_, next_);
  }

  const R& rules_;
  Chance chance_;
  W& worth_;
  std::vector<SeatLuck> seats_;
  std::vector<double> now_, next_, mean_;  // worths by seat
  std::optional<State<R>> state_;
};

}  // namespace hilltop
