#pragma once
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Any legal move.
class Random final : public Bot<Rules> {
 public:
  void begin(const Chance& luck) override { luck_ = luck; }
  Move choose(const State& view) override;

 private:
  Chance luck_{0, 0};
};

}  // namespace hilltop::pig
