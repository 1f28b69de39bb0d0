#pragma once
#include <cstdint>
#include <functional>

namespace hilltop::gomoku {

// The stages of docs/champions.md, by which each was measured against the one before. Each has all
// of those before it.
enum class EngineStage : std::uint8_t {
  alpha_beta = 1,  // principal-variation search with a transposition table, answers to fours
  forcing = 2,  // wins by continuous fours, and to open threes, beyond the depth too, answers alone
  selective = 3,  // reductions, pruning and extensions
};

// How long the engine may think about one move, and with what. A node is a stone that the search
// lays.
constexpr EngineStage newest_stage = EngineStage::selective;

struct SearchLimits {
  static constexpr std::int64_t default_nodes = 20'000;
  static constexpr int max_depth = 60;

  std::int64_t nodes = default_nodes;  // at least 1
  int depth = max_depth;               // 1 to max_depth
  EngineStage stage = newest_stage;
  // If set, asked now and then whether to stop early. Moves then depend on more than the position:
  // no bot of a contest sets it.
  const std::function<bool()>* stop = nullptr;
};

}  // namespace hilltop::gomoku
