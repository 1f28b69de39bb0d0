#pragma once
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Rolls until the turn total is `enough`, or until a hold wins.
class HoldAt final : public Bot<Rules> {
 public:
  explicit HoldAt(int enough) : enough_(enough) {}
  Move choose(const State& view) override {
    return view.turn_total >= enough_ || view.hold_wins() ? Move::hold : Move::roll;
  }

 private:
  int enough_;
};

}  // namespace hilltop::pig
