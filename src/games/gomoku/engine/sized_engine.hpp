#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

// The engine for boards of 15 x 15 and 20 x 20. It is compiled for each, so this interface has
// types of its own.
namespace hilltop::sized {

struct Stone {
  int x = 0, y = 0;
  bool black = true;
};

struct Thought {
  Stone best;     // of the player to move
  int score = 0;  // to the player to move (score.hpp)
  int depth = 0;
  std::int64_t nodes = 0;
  std::vector<Stone> line;  // begins with `best`
};

// As SearchLimits (limits.hpp) has them. `spent`: empty without a clock.
struct ThinkLimits {
  std::int64_t nodes = 0;
  std::function<double()> spent = {};
  double settled_share = 1;
};

class SizedEngine {
 public:
  virtual ~SizedEngine() = default;

  // Searches within the limits. Nobody has a five yet, and at least one point is free that is not
  // in `without`, whose colours do not matter. The rule is five or more.
  virtual Thought think(std::span<const Stone> stones, bool black_moves,
                        std::span<const Stone> without, const ThinkLimits& limits) = 0;
};

// Null for any other size.
std::unique_ptr<SizedEngine> make_engine(int size);

}  // namespace hilltop::sized
