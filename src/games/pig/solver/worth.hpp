#pragma once
#include <span>

#include "games/pig/chance_events.hpp"
#include "games/pig/solver/win_table.hpp"

namespace hilltop::pig {

// The share of the win that each seat may expect if both of two play best. Not exact: the solver
// leaves out the limit on rounds (P9).
class WinWorth {
 public:
  static constexpr bool is_exact = false;

  explicit WinWorth(const WinTable& table) : table_(table) {}
  // Two seats.
  void of(const ChanceEvents::Node& node, std::span<double> by_seat) const;

 private:
  double of_mover(const State& state, bool rolling) const;

  const WinTable& table_;
};

static_assert(Worth<WinWorth, ChanceEvents>);

// Returns the seat's share of the win when the game is over: ties share it.
double share_of_win(const State& state, int seat);

}  // namespace hilltop::pig
