#pragma once
#include <cstdint>
#include <functional>
#include <optional>

namespace hilltop::gomoku {

// The stages of docs/champions.md, by which each was measured against the one before, in 400 to
// 520 games. Each has all of those before it.
enum class EngineStage : std::uint8_t {
  // Principal-variation search with a transposition table, answers to fours.
  alpha_beta = 1,
  // Wins by continuous fours, and to open threes, beyond the depth too, answers alone: 80.7 % ± 3.3
  // at 20,000 nodes.
  forcing = 2,
  // Reductions, pruning and extensions: 85.0 % ± 3.0 at 20,000 nodes.
  selective = 3,
  // Fours that only delay, or make nothing else, are left out: 59.6 % ± 4.0 with 90,000 nodes
  // against 100,000 (decision 0108).
  deep = 4,
  // Where five is exact, the patterns of that rule, and under renju Black's forbidden points:
  // 70.5 % ± 7.6 at 20,000 nodes under renju (decision 0110).
  exact = 5,
};

constexpr EngineStage newest_stage = EngineStage::exact;

// Returns the stage for a search of `nodes` nodes. House bots search fewer than deep_nodes.
constexpr std::int64_t deep_nodes = 50'000;
constexpr EngineStage stage_for(std::int64_t nodes) {
  return nodes < deep_nodes ? EngineStage::selective : newest_stage;
}

// Tells which share of a search's time is over: 0 at its beginning, 1 or more at its end.
using SpentTime = std::function<double()>;

// Is told what a search has found so far, with the line that it expects, after each iteration.
struct SearchResult;
using SearchProgress = std::function<void(const SearchResult&)>;

// Asks a clock now and then whether a share of the time is over. Without a clock it never is.
class TimeCheck {
 public:
  TimeCheck() = default;
  explicit TimeCheck(const SpentTime* spent, double share = 1) : spent_(spent), share_(share) {}

  bool is_over() {
    if (spent_ == nullptr || over_) return over_;
    if (++questions_ % asked_every != 0) return false;
    over_ = (*spent_)() >= share_;
    return over_;
  }

 private:
  // Nodes of a search, which take about half a microsecond each.
  static constexpr unsigned asked_every = 64;

  const SpentTime* spent_ = nullptr;
  double share_ = 1;
  unsigned questions_ = 0;
  bool over_ = false;
};

// How long the engine may think about one move, and with what. A node is a stone that the search
// lays.
struct SearchLimits {
  static constexpr std::int64_t default_nodes = 20'000;
  static constexpr int max_depth = 60;

  std::int64_t nodes = default_nodes;     // at least 1
  int depth = max_depth;                  // 1 to max_depth
  std::optional<EngineStage> stage = {};  // nullopt: stage_for(nodes)
  // If set, the search ends with its time. Moves then depend on more than the position: no bot of a
  // contest sets it.
  const SpentTime* spent = nullptr;
  // Once this share of the time is over, the search ends as soon as it has settled on a move.
  double settled_share = 1;
  // Of a search with a clock; one with a limit of nodes alone has one thread and keeps nothing, so
  // that it is the same each time.
  int threads = 1;
  std::int64_t table_bytes = 0;  // for the positions that it remembers; 0: 2 MB
  bool keeps_positions = false;  // begins with those that the search before remembered
  const SearchProgress* progress = nullptr;
};

}  // namespace hilltop::gomoku
