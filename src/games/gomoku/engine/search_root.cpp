// The search at its root: what the board tells at once, and one iteration after another.

#include <algorithm>
#include <utility>

#include "games/gomoku/engine/reduction.hpp"
#include "games/gomoku/engine/search.hpp"

namespace hilltop::gomoku {
namespace {

// The root's VCF may take 1 / vcf_root_share of the nodes, and a share of the time.
constexpr std::int64_t vcf_root_share = 2;
constexpr double vcf_root_time = 0.25;

// The first window around the score of the iteration before.
constexpr int first_window = 77;
constexpr int narrow_depth = 3;  // the first iteration with a window

// A search has settled on a move that was the best one of this many iterations in a row.
constexpr int settled_iterations = 4;

}  // namespace

template <int Size, RowRule Rule>
SearchResult Search<Size, Rule>::run(const VariantBoard& board, Colour mover,
                                     const SearchLimits& limits, std::span<const Point> without) {
  table_->forget();
  return take_part(board, mover, limits, without, SearchPart::leads);
}

template <int Size, RowRule Rule>
SearchResult Search<Size, Rule>::take_part(const VariantBoard& board, Colour mover,
                                           const SearchLimits& limits,
                                           std::span<const Point> without, SearchPart part) {
  begin(board, mover, limits);
  SearchResult result;
  std::optional<SearchResult> certain;
  if (part == SearchPart::leads) certain = certain_move();
  if (certain && std::ranges::find(without, certain->best) == without.end())
    result = *certain;
  else
    deepen(moves_without(without), part == SearchPart::is_ahead ? 2 : 1, result);
  result.nodes = nodes();
  result.line = expected_line(cell_of(result.best, Size));
  return result;
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::begin(const VariantBoard& board, Colour mover,
                               const SearchLimits& limits) {
  board_.set_up(board);
  mover_ = mover;
  limits_ = limits;
  stage_ = limits.stage.value_or(stage_for(limits.nodes));
  vcf_.forget();
  history_.forget();
  notes_.fill({});
  for (auto& answers : answers_) answers.fill(no_cell);
  laid_ = 0;
  vcf_nodes_before_ = vcf_.nodes();
  stopped_ = false;
  time_ = TimeCheck(limits.spent);
}

template <int Size, RowRule Rule>
CellSet<Size> Search<Size, Rule>::moves_without(std::span<const Point> without) const {
  CellSet<Size> left_out;
  for (const Point point : without) left_out.add(cell_of(point, Size));
  const CellSet<Size> moves = candidates() - left_out;
  return moves.empty() ? board_.empty_cells() - left_out : moves;
}

template <int Size, RowRule Rule>
std::optional<SearchResult> Search<Size, Rule>::certain_move() {
  const auto found = [&](CellIndex cell, int score) {
    return SearchResult{point_of(cell, Size), score, 0, 0, {}};
  };
  if (const auto known = known_score(0)) {
    for (const ThreatGroup group :
         {ThreatGroup::five, ThreatGroup::open_four, ThreatGroup::double_three}) {
      const Colour whose = is_loss(*known) ? other(mover_) : mover_;
      if (board_.any(whose, group)) return found(board_.cells(whose, group).first(), *known);
    }
  }
  if (!at_least(EngineStage::forcing)) return std::nullopt;
  const double before = spent();
  TimeCheck time(limits_.spent, before + (1 - before) * vcf_root_time);
  if (const int plies =
          vcf_.solve(mover_, VcfReach::everywhere, limits_.nodes / vcf_root_share, &time);
      plies != 0)
    return found(vcf_.first_move(), win_in(plies));
  return std::nullopt;
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::deepen(const CellSet<Size>& moves, int first_depth, SearchResult& result) {
  std::vector<CellIndex> ordered;
  MovePicker<Size, Rule> picker(board_, mover_, moves, {}, history_);
  for (CellIndex cell; (cell = picker.next()) != no_cell;) ordered.push_back(cell);
  result.best = point_of(ordered.front(), Size);
  Point best = result.best;
  int settled = 0;  // iterations since another move was the best

  for (int depth = first_depth; depth <= limits_.depth; ++depth) {
    int window = first_window;
    int alpha = -infinite_score, beta = infinite_score;
    if (depth >= narrow_depth && !is_proved(result.score)) {
      alpha = result.score - window;
      beta = result.score + window;
    }
    for (;;) {
      const int score = search_root(ordered, depth, alpha, beta, result);
      if (stopped_) return;
      if (score <= alpha) {
        alpha = is_loss(score) || window > 400 ? -infinite_score : score - window;
      } else if (score >= beta) {
        beta = is_win(score) || window > 400 ? infinite_score : score + window;
      } else {
        result.score = score;
        break;
      }
      window *= 2;
    }
    result.depth = depth;
    if (limits_.progress != nullptr) report(result);
    if (is_proved(result.score) && plies_to_five(result.score) <= depth) return;
    if (ordered.size() == 1) return;
    settled = result.best == best ? settled + 1 : 0;
    best = result.best;
    if (settled >= settled_iterations && spent() >= limits_.settled_share) return;
  }
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::report(SearchResult result) {
  result.nodes = nodes();
  const std::int64_t laid = laid_;
  result.line = expected_line(cell_of(result.best, Size));
  laid_ = laid;  // the search is the same, whether it is watched or not
  (*limits_.progress)(result);
}

// Leaves the best move at the front of `moves`, and in `result` whenever one is better than those
// before it.
template <int Size, RowRule Rule>
int Search<Size, Rule>::search_root(std::vector<CellIndex>& moves, int depth, int alpha, int beta,
                                    SearchResult& result) {
  int best = -infinite_score;
  const int before = alpha;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const CellIndex cell = moves[i];
    const bool late = i > 0 && !urgent(cell);
    lay(cell);
    int score;
    if (i == 0) {
      score = -search(depth - 1, -beta, -alpha, 1, true);
    } else {
      const int less = at_least(EngineStage::selective) && depth >= reduced_depth && late
                           ? std::max(0, reduction_of(depth, static_cast<int>(i)) - 1)
                           : 0;
      score = -search(depth - 1 - less, -alpha - 1, -alpha, 1, true);
      if (score > alpha && less > 0 && !stopped_)
        score = -search(depth - 1, -alpha - 1, -alpha, 1, true);
      if (score > alpha && !stopped_) score = -search(depth - 1, -beta, -alpha, 1, true);
    }
    undo();
    // The first iteration always ends: without it no move would be known.
    if (stopped_) return best;
    if (score <= best) continue;
    best = score;
    if (score > alpha || i == 0) {
      std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                  moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      if (score > before) {
        result.best = point_of(cell, Size);
        result.score = score;
      }
    }
    alpha = std::max(alpha, score);
    if (score >= beta) break;
  }
  return best;
}

// Follows the table from the position after `first`.
template <int Size, RowRule Rule>
std::vector<Point> Search<Size, Rule>::expected_line(CellIndex first) {
  constexpr std::size_t longest = 30;
  std::vector<Point> line{point_of(first, Size)};
  lay(first);
  while (line.size() < longest && !board_.full()) {
    const auto entry = table_->find(hash());
    if (!entry || entry->best == no_cell || !board_.free(entry->best)) break;
    line.push_back(point_of(entry->best, Size));
    lay(entry->best);
  }
  for (std::size_t i = 0; i < line.size(); ++i) undo();
  return line;
}

template class Search<15>;
template class Search<20>;
template class Search<15, RowRule::exactly_five>;
template class Search<20, RowRule::exactly_five>;
template class Search<15, RowRule::renju>;
template class Search<20, RowRule::renju>;

}  // namespace hilltop::gomoku
