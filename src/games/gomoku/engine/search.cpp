#include "games/gomoku/engine/search.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "games/gomoku/engine/evaluation.hpp"
#include "games/gomoku/engine/reduction.hpp"

namespace hilltop::gomoku {
namespace {

constexpr std::uint64_t white_moves = 0xbb67ae8584caa73b;

// SPSA found most of these numbers, together: 54.4 % ± 4.0 against those before. Where a number was
// tried alone, its score in percent stands beside it, of 500 to 600 games at 8,000 nodes, ± 3.3 to
// 4.2 (decision 0038).

// Plies beyond the depth.
constexpr int forced_leaf_plies = 7;  // against a four
// Against an open three: 2 scored 55.3 against none, 3 scored 52.3 against 2, 5 scored 51.4 against
// 3 (at 20,000 nodes), 7 scored 49.4 against 5.
constexpr int threatened_leaf_plies = 5;
// Stones that a search for continuous fours may lay: 100 scored 50.1, 400 scored 49.7.
constexpr std::int64_t vcf_nodes_at_leaf = 200;
// A thread leaves at most put_off_max moves of a position for later because other threads search
// them, from shared_depth on.
constexpr int shared_depth = 3;
constexpr std::size_t put_off_max = 32;

// Selective search (EngineStage::selective).
constexpr int pass_depth = 3;  // the least depth at which it is tried to pass
// Plies less after a pass, and a quarter of the depth; in EngineStage::deep one more.
constexpr int pass_plies = 3;
constexpr int futile_depth = 4;  // 6 scored 50.1
constexpr int good_margin = 36;  // per ply, above beta; a smaller one scored 48.9
int hopeless_margin(int depth) { return 114 * depth - 37; }
constexpr int delaying_margin = 50;      // per ply, below alpha (EngineStage::deep)
constexpr int extensions_per_depth = 2;  // a line becomes at most this many times as long

std::uint64_t hash_of(std::uint64_t stones, Colour mover) {
  return stones ^ (mover == Colour::white ? white_moves : 0);
}

}  // namespace

// The ends that the board tells at once. They are proved.
template <int Size, RowRule Rule>
std::optional<int> Search<Size, Rule>::known_score(int ply) const {
  const Colour opponent = other(mover_);
  if (board_.any(mover_, ThreatGroup::five)) return win_in(ply + 1);
  if (const int fives = board_.count(opponent, ThreatGroup::five); fives > 0) {
    if (fives > 1 || board_.forbidden(board_.fives(opponent).first(), mover_))
      return -win_in(ply + 2);
    return std::nullopt;
  }
  if (board_.any(mover_, ThreatGroup::open_four)) return win_in(ply + 3);
  // Two open threes are one too many to stop, unless the opponent can answer with fours.
  if (board_.any(mover_, ThreatGroup::double_three) && !board_.any_four(opponent))
    return win_in(ply + 5);
  if (board_.full()) return 0;
  return std::nullopt;
}

template <int Size, RowRule Rule>
int Search<Size, Rule>::search(int depth, int alpha, int beta, int ply, bool may_pass) {
  if (at_its_end()) {
    stopped_ = true;
    return 0;
  }
  if (const auto known = known_score(ply)) return *known;
  alpha = std::max(alpha, -win_in(ply + 4));
  beta = std::min(beta, win_in(ply + 3));
  if (alpha >= beta) return alpha;
  if (ply >= max_ply) return evaluation();

  const Colour opponent = other(mover_);
  Node node{.depth = depth, .alpha = alpha, .beta = beta, .ply = ply, .may_pass = may_pass};
  node.forced = board_.any(opponent, ThreatGroup::five);
  node.threatened = node.forced || board_.any(opponent, ThreatGroup::open_four);
  node.open_window = beta - alpha > 1;
  const int beyond = node.forced                                         ? forced_leaf_plies
                     : node.threatened && at_least(EngineStage::forcing) ? threatened_leaf_plies
                                                                         : 0;
  if (depth <= -beyond) return leaf(node);

  MoveHints hints;
  if (const auto entry = table_->find(hash())) {
    const int score = from_table(entry->score, ply);
    if (entry->depth >= std::max(0, depth) && !node.open_window &&
        (entry->bound == ScoreBound::exact ||
         (entry->bound == ScoreBound::lower && score >= beta) ||
         (entry->bound == ScoreBound::upper && score <= alpha)))
      return score;
    hints.from_table = entry->best;
  }
  node.now = evaluation();
  node.quiet = at_least(EngineStage::selective) && !node.threatened;
  if (const auto score = decided_without_moves(node)) return *score;
  return search_moves(node, hints);
}

// Judges a position at the end of a line.
template <int Size, RowRule Rule>
int Search<Size, Rule>::leaf(const Node& node) {
  const int now = evaluation();
  if (now >= node.beta && !node.forced) return now;
  if (at_least(EngineStage::forcing) && (node.forced || board_.any_four(mover_)))
    if (const int plies = fours_that_win(); plies != 0) return win_in(node.ply + plies);
  return now;
}

// Returns a score if the evaluation, or a search after a pass, shows that the moves need not be
// looked at.
template <int Size, RowRule Rule>
std::optional<int> Search<Size, Rule>::decided_without_moves(const Node& node) {
  const int depth = node.depth, beta = node.beta;
  if (!node.quiet || node.open_window) return std::nullopt;
  if (depth <= futile_depth && node.now - good_margin * depth >= beta && !is_proved(beta))
    return node.now;
  if (!node.may_pass || depth < pass_depth || node.now < beta || is_proved(beta))
    return std::nullopt;
  const int less = pass_plies + at_least(EngineStage::deep) + depth / 4;
  mover_ = other(mover_);
  const int score = -search(depth - less, -beta, -beta + 1, node.ply + 1, false);
  mover_ = other(mover_);
  if (stopped_) return 0;
  if (score < beta) return std::nullopt;
  return is_win(score) ? beta : score;
}

template <int Size, RowRule Rule>
int Search<Size, Rule>::search_moves(Node node, MoveHints hints) {
  hints.killers = notes_[static_cast<std::size_t>(node.ply)].killers;
  if (at_least(EngineStage::selective) && board_.last() != no_cell)
    hints.answer = answers_[static_cast<std::size_t>(mover_)][board_.last()];
  MovePicker<Size, Rule> picker(board_, mover_, candidates(), hints, history_);
  Tried tried;
  const int before = node.alpha;
  bool looked_for_fours = false;
  std::array<Try, put_off_max> put_off;  // until the other moves have been tried
  std::size_t put_off_count = 0;
  int number = 0;
  for (CellIndex cell; (cell = picker.next()) != no_cell; ++number) {
    const Try move{cell, number, node.quiet && number > 0 && !urgent(cell)};
    if (node.quiet && !is_loss(tried.best) && number >= late_moves(node.depth)) break;
    if (const auto most = hoped(node, cell, number, tried.best)) {
      if (!move.late && !std::exchange(looked_for_fours, true))
        if (const int plies = fours_that_win(); plies != 0) {
          tried.best = win_in(node.ply + plies);
          tried.best_cell = vcf_.first_move();
          put_off_count = 0;
          break;
        }
      tried.failed[tried.failed_count++] = cell;
      tried.best = std::max(tried.best, *most);
    } else if (put_off_count < put_off_max && others_search(node, move)) {
      put_off[put_off_count++] = move;
    } else if (try_move(node, move, tried)) {
      put_off_count = 0;
      break;
    }
  }
  for (std::size_t i = 0; i < put_off_count && !try_move(node, put_off[i], tried);) ++i;
  if (stopped_) return 0;
  const ScoreBound bound = tried.best >= node.beta ? ScoreBound::lower
                           : tried.best <= before  ? ScoreBound::upper
                                                   : ScoreBound::exact;
  table_->store(hash(), {static_cast<std::int16_t>(to_table(tried.best, node.ply)), tried.best_cell,
                         static_cast<std::uint8_t>(std::max(0, node.depth)), bound});
  return tried.best;
}

// Returns whether to put the move off: it is not the first one, and another thread searches it.
template <int Size, RowRule Rule>
bool Search<Size, Rule>::others_search(const Node& node, const Try& move) const {
  return under_search_ != nullptr && move.number > 0 && node.depth >= shared_depth &&
         under_search_->has(MovesUnderSearch::key(board_.hash_with(move.cell, mover_), node.depth));
}

// Searches a move, and tells whether no other one is needed: it is too good, or the time is over.
template <int Size, RowRule Rule>
bool Search<Size, Rule>::try_move(Node& node, const Try& move, Tried& tried) {
  std::optional<MovesUnderSearch::Note> note;
  if (under_search_ != nullptr && node.depth >= shared_depth)
    note.emplace(*under_search_,
                 MovesUnderSearch::key(board_.hash_with(move.cell, mover_), node.depth));
  const int score = search_move(node, move);
  if (stopped_) return true;
  if (score > tried.best) {
    tried.best = score;
    if (score > node.alpha) {
      tried.best_cell = move.cell;
      node.alpha = score;
    }
  }
  if (score >= node.beta) {
    note_cutoff(move.cell, {tried.failed.data(), tried.failed_count}, std::max(1, node.depth),
                node.ply);
    return true;
  }
  tried.failed[tried.failed_count++] = move.cell;
  return false;
}

// Returns what the move that is number `number` of its position reaches at most, if the evaluation
// says that this is too little for a search: a late move near the end of a line, or a four. Fours
// only delay a loss, so they are worth what the position is, unless they win (search_moves() looks
// for that first). Nothing of this is a proof.
template <int Size, RowRule Rule>
std::optional<int> Search<Size, Rule>::hoped(const Node& node, CellIndex cell, int number,
                                             int best) const {
  if (number == 0 || node.open_window || node.forced) return std::nullopt;
  int most = node.now;
  if (node.quiet && !urgent(cell)) {
    if (is_loss(best) || node.depth > futile_depth) return std::nullopt;
    most += hopeless_margin(node.depth);
  } else if (at_least(EngineStage::deep) && board_.threat(cell, mover_) >= Threat::four) {
    most += delaying_margin * std::max(0, node.depth);
  } else {
    return std::nullopt;
  }
  return most <= node.alpha ? std::optional(most) : std::nullopt;
}

// Returns the score of a move.
template <int Size, RowRule Rule>
int Search<Size, Rule>::search_move(const Node& node, const Try& move) {
  // A single answer costs no depth.
  const int extension = at_least(EngineStage::selective) && node.forced && node.depth > 0 &&
                        node.ply < limits_.depth * extensions_per_depth;
  const int next = node.depth - 1 + extension, ply = node.ply + 1;
  const int less = move.late && node.depth >= reduced_depth
                       ? std::max(0, reduction_of(node.depth, move.number) - node.open_window)
                       : 0;
  lay(move.cell);
  int score;
  if (move.number == 0) {
    score = -search(next, -node.beta, -node.alpha, ply, true);
  } else {
    score = -search(next - less, -node.alpha - 1, -node.alpha, ply, true);
    if (score > node.alpha && less > 0)
      score = -search(next, -node.alpha - 1, -node.alpha, ply, true);
    if (score > node.alpha && score < node.beta)
      score = -search(next, -node.beta, -node.alpha, ply, true);
  }
  undo();
  return score;
}

// The cells that are tried for the player to move.
template <int Size, RowRule Rule>
CellSet<Size> Search<Size, Rule>::candidates() const {
  const bool threats_count =
      at_least(EngineStage::forcing) || board_.any(other(mover_), ThreatGroup::five);
  const CellSet<Size> cells =
      allowed(threats_count ? board_.worthy_cells(mover_) : board_.near_cells());
  return cells.empty() ? allowed(board_.empty_cells()) : cells;
}

// Returns the cells without those that are forbidden to the player to move, if any are left.
template <int Size, RowRule Rule>
CellSet<Size> Search<Size, Rule>::allowed(const CellSet<Size>& cells) const {
  if constexpr (Rule == RowRule::renju)
    if (mover_ == Colour::black) return cells - board_.cells(mover_, ThreatGroup::forbidden);
  return cells;
}

// Returns the plies of a win by continuous fours that a search beneath the root finds, or 0.
template <int Size, RowRule Rule>
int Search<Size, Rule>::fours_that_win() {
  const auto reach = at_least(EngineStage::deep) ? VcfReach::fruitful : VcfReach::nearby;
  return vcf_.solve(mover_, reach, vcf_nodes_at_leaf, &time_);
}

// Whether a stone there makes a four or more, for either player.
template <int Size, RowRule Rule>
bool Search<Size, Rule>::urgent(CellIndex cell) const {
  return board_.threat(cell, mover_) >= Threat::four ||
         board_.threat(cell, other(mover_)) >= Threat::four;
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::note_cutoff(CellIndex best, std::span<const CellIndex> failed, int depth,
                                     int ply) {
  auto& killers = notes_[static_cast<std::size_t>(ply)].killers;
  if (killers[0] != best) killers = {best, killers[0]};
  if (board_.last() != no_cell) answers_[static_cast<std::size_t>(mover_)][board_.last()] = best;
  history_.succeeded(best, mover_, depth);
  for (const CellIndex cell : failed) history_.failed(cell, mover_, depth);
}

template <int Size, RowRule Rule>
int Search<Size, Rule>::evaluation() const {
  return std::clamp(board_.balance(mover_) + value_of_balances(board_, mover_), -eval_max,
                    eval_max);
}

template <int Size, RowRule Rule>
std::uint64_t Search<Size, Rule>::hash() const {
  return hash_of(board_.hash(), mover_);
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::lay(CellIndex cell) {
  table_->prefetch(hash_of(board_.hash_with(cell, mover_), other(mover_)));
  board_.lay(cell, mover_);
  mover_ = other(mover_);
  ++laid_;
}

template <int Size, RowRule Rule>
void Search<Size, Rule>::undo() {
  board_.undo();
  mover_ = other(mover_);
}

template class Search<15>;
template class Search<20>;
template class Search<15, RowRule::exactly_five>;
template class Search<20, RowRule::exactly_five>;
template class Search<15, RowRule::renju>;
template class Search<20, RowRule::renju>;

}  // namespace hilltop::gomoku
