#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// Plays any variant of 15 x 15 or 20 x 20 with the engine. Where five is exact, the rules
// themselves come first: a five, a block of one, and a win that the solver of threats proves; and
// no stone is laid on a forbidden point while another is free. Before EngineStage::exact the search
// takes a row of six for a five whatever the rule; then no stone is laid that only the search takes
// for one.
class VariantPlayer {
 public:
  struct Limits {
    std::int64_t solver_nodes = 0, nodes = 0;
    int depth = SearchLimits::max_depth;    // of the search alone
    std::optional<EngineStage> stage = {};  // nullopt: stage_for(nodes)
    SpentTime spent = {};                   // empty without a clock (limits.hpp)
    double settled_share = 1;
    int threads = 1;
    std::int64_t table_bytes = 0;
    bool keeps_positions = false;
    SearchProgress progress = {};  // of the search alone; may be empty
  };
  struct Choice {
    Point best{};
    // What the search or a proof says of the stone.
    struct Found {
      int score = 0;  // to the mover (score.hpp)
      int depth = 0;
      std::int64_t nodes = 0;
      std::vector<Point> line = {};  // from `best` on
    };
    std::optional<Found> found = {};
  };

  static constexpr std::int64_t solver_nodes_max = 200'000;

  explicit VariantPlayer(int size) : size_(size), search_(make_search(size)) {}  // 15 or 20
  int size() const { return size_; }
  AnySearch& search() { return *search_; }

  // The mover may lay a stone on a point that is not in `without`; nobody has won yet.
  Choice choose(const VariantBoard& board, Colour mover, const Limits& limits,
                std::span<const Point> without = {});

 private:
  AnySearch& search_by(RowRule rule);

  int size_;
  std::unique_ptr<AnySearch> search_;
  std::unique_ptr<AnySearch> exact_search_;  // by exact_rule_; null before the first one
  RowRule exact_rule_ = RowRule::exactly_five;
};

}  // namespace hilltop::gomoku
