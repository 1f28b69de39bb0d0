#include "games/gomoku/solver/variant_player.hpp"

#include <algorithm>
#include <vector>

#include "games/gomoku/engine/score.hpp"
#include "games/gomoku/solver/threat_search.hpp"

namespace hilltop::gomoku {
namespace {

using Choice = VariantPlayer::Choice;

constexpr int solver_plies_max = 25, solver_memory_mb = 4;
constexpr double solver_share = 0.5;  // of the time

bool contains(std::span<const Point> points, Point point) {
  return std::ranges::find(points, point) != points.end();
}

// What the exact rules decide; nullopt if the search has to.
std::optional<Choice> by_the_rules(const VariantBoard& board, Colour mover,
                                   const VariantPlayer::Limits& limits,
                                   std::span<const Point> without) {
  for (const Colour colour : {mover, other(mover)})
    for (const Point point : board.points())
      if (board.would_win(point, colour) && board.legal(point, mover) && !contains(without, point))
        return Choice{point};
  const auto solver =
      make_threat_search(board, mover,
                         {.nodes = limits.solver_nodes,
                          .plies_max = solver_plies_max,
                          .memory_mb = solver_memory_mb,
                          .time = TimeCheck(limits.spent ? &limits.spent : nullptr, solver_share)});
  const auto plies = solver->solve();
  const auto proof = plies ? solver->prove() : std::nullopt;
  if (!proof || contains(without, proof->nodes.front().stone)) return std::nullopt;
  return Choice{
      proof->nodes.front().stone,
      Choice::Found{win_in(*plies), *plies, solver->nodes(), {proof->nodes.front().stone}}};
}

// The free points, by what the search must know of them.
struct Sorted {
  std::vector<Point> good;
  std::vector<Point> useless;  // the search takes a stone of either colour for a five; the rule not
  std::vector<Point> forbidden;
};

Sorted sorted(const VariantBoard& board, RowRule searched, Colour mover,
              std::span<const Point> without) {
  VariantBoard freestyle({board.size(), RowRule::five_or_more});
  for (const Point point : board.points())
    if (const auto colour = board.at(point)) freestyle.lay(point, *colour);
  const auto is_false_five = [&](Point point) {
    return searched != board.variant().rows &&
           std::ranges::any_of(std::array{Colour::black, Colour::white}, [&](Colour colour) {
             return freestyle.would_win(point, colour) && !board.would_win(point, colour);
           });
  };
  Sorted points;
  for (const Point point : board.points()) {
    if (!board.free(point)) continue;
    if (board.forbidden(point, mover))
      points.forbidden.push_back(point);
    else if (contains(without, point) || is_false_five(point))
      points.useless.push_back(point);
    else
      points.good.push_back(point);
  }
  return points;
}

}  // namespace

AnySearch& VariantPlayer::search_by(RowRule rule) {
  if (rule == RowRule::five_or_more) return *search_;
  if (exact_search_ == nullptr || exact_rule_ != rule) {
    exact_search_.reset();  // before another one takes memory
    exact_search_ = make_search(size_, rule);
    exact_rule_ = rule;
  }
  return *exact_search_;
}

Choice VariantPlayer::choose(const VariantBoard& board, Colour mover, const Limits& limits,
                             std::span<const Point> without) {
  // A search has no stone to look around.
  if (const Point centre{size_ / 2, size_ / 2}; board.stones() == 0 && !contains(without, centre))
    return {centre};
  const RowRule rule = board.variant().rows;
  if (rule != RowRule::five_or_more)
    if (const auto decided = by_the_rules(board, mover, limits, without)) return *decided;
  const EngineStage stage = limits.stage.value_or(stage_for(limits.nodes));
  const RowRule searched = stage >= EngineStage::exact ? rule : RowRule::five_or_more;
  const Sorted points = sorted(board, searched, mover, without);
  // Black may have nothing but forbidden points; it loses with any.
  if (points.good.empty())
    return {points.useless.empty() ? points.forbidden.front() : points.useless.front()};
  std::vector<Point> left_out = points.useless;
  left_out.insert(left_out.end(), points.forbidden.begin(), points.forbidden.end());
  const SearchResult found =
      search_by(searched).run(board, mover,
                              {.nodes = limits.nodes,
                               .depth = limits.depth,
                               .stage = stage,
                               .spent = limits.spent ? &limits.spent : nullptr,
                               .settled_share = limits.settled_share,
                               .threads = limits.threads,
                               .table_bytes = limits.table_bytes,
                               .keeps_positions = limits.keeps_positions,
                               .progress = limits.progress ? &limits.progress : nullptr},
                              left_out);
  return {found.best, Choice::Found{found.score, found.depth, found.nodes, found.line}};
}

}  // namespace hilltop::gomoku
