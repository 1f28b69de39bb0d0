#pragma once
#include "games/pig/rules.hpp"

namespace hilltop::pig {

// Plays the solved game of two seats, in which nobody wins more often. At a larger table it plays
// as if the best of its opponents were the only one.
class Optimal final : public Bot<Rules> {
 public:
  Move choose(const State& view) override;
};

}  // namespace hilltop::pig
