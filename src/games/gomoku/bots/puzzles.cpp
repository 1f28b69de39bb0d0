#include "games/gomoku/bots/puzzles.hpp"

#include <algorithm>
#include <stdexcept>

#include "games/gomoku/engine/book.hpp"
#include "games/gomoku/solver/threat_search.hpp"
#include "games/gomoku/solver/variant_player.hpp"

namespace hilltop::gomoku {
namespace {

// A puzzle is one that the solver sees through with few stones; a reply gets more of them.
constexpr std::int64_t win_nodes = 2'000, reply_nodes = 50'000, checker_stones = 10'000'000;
constexpr std::int64_t defence_nodes = 5'000;  // of the engine, for each reply that is looked at
constexpr int solver_memory_mb = 1, replies_tried = 4;

ThreatLimits limits_of(std::int64_t nodes, int plies, std::optional<Point> without = {}) {
  return {.nodes = nodes, .plies_max = plies, .memory_mb = solver_memory_mb, .without = without};
}

// Whether the solver has looked at every attack within the limits, and none wins.
bool surely_wins_not(const VariantBoard& board, Colour attacker, const ThreatLimits& limits) {
  const auto search = make_threat_search(board, attacker, limits);
  return !search->solve() && search->complete();
}

std::optional<Point> point_of_five(const VariantBoard& board, Colour colour) {
  for (const Point point : board.points())
    if (board.legal(point, colour) && board.would_win(point, colour)) return point;
  return std::nullopt;
}

std::vector<Move> moves_of(const std::vector<Point>& line) {
  std::vector<Move> moves;
  for (const Point point : line) moves.emplace_back(Place{point});
  return moves;
}

}  // namespace

std::vector<Move> Puzzles::beginning(std::uint64_t key, std::uint32_t number) {
  return moves_of(drawn_opening(key, number));
}

std::optional<CheckedProof> Puzzles::win(const State& state) {
  const auto search =
      make_threat_search(state.board, state.to_move, limits_of(win_nodes, plies_max));
  if (!search->solve()) return std::nullopt;
  const auto proof = search->prove();
  if (!proof) return std::nullopt;
  auto checked = check_proof(state.board, *proof, checker_stones);
  return checked ? std::optional(*std::move(checked)) : std::nullopt;
}

std::optional<FoundPuzzle<Move>> Puzzles::found(const State& state) const {
  if (state.phase != Phase::stones || point_of_five(state.board, other(state.to_move)))
    return std::nullopt;  // to stop a five is no puzzle
  const auto checked = win(state);
  if (!checked || checked->plies < plies_min || checked->plies > plies_max) return std::nullopt;
  const Point best = checked->line.front();
  if (!surely_wins_not(state.board, state.to_move, limits_of(win_nodes, plies_max, best)))
    return std::nullopt;
  return FoundPuzzle<Move>{Place{best}, 0, checked->plies};
}

std::vector<JudgedChoice<Move>> Puzzles::compared(const State& state) const {
  const auto checked = win(state);
  if (!checked) return {};
  return {{Place{checked->line.front()}, true, {}, moves_of(checked->line)}};
}

JudgedChoice<Move> Puzzles::judged(const State& state, const Move& move) const {
  const auto best = compared(state);
  if (best.empty()) throw std::logic_error("a choice in what is no puzzle");
  if (best.front().move == move) return best.front();
  const Point point = std::get<Place>(move).point,
              winning = std::get<Place>(best.front().move).point;
  VariantBoard board = state.board;
  board.lay(point, state.to_move);
  JudgedChoice<Move> judged{move};
  if (const auto reply = reply_that_holds(board, other(state.to_move), winning))
    judged.line = moves_of({point, *reply});
  return judged;
}

std::optional<Point> Puzzles::reply_that_holds(const VariantBoard& board, Colour defender,
                                               Point winning) {
  if (const auto five = point_of_five(board, defender)) return five;
  if (const auto stop = point_of_five(board, other(defender)))
    return stop;  // it has no choice, and the solver found no win that begins with this four
  VariantPlayer player(board.size());
  std::vector<Point> tried;
  const auto holds = [&](Point reply) {
    if (!board.legal(reply, defender)) return false;
    VariantBoard after = board;
    after.lay(reply, defender);
    return surely_wins_not(after, other(defender), limits_of(reply_nodes, plies_max - 2));
  };
  if (holds(winning)) return winning;
  for (int i = 0; i < replies_tried; ++i) {
    const Point reply = player.choose(board, defender, {.nodes = defence_nodes}, tried).best;
    if (std::ranges::find(tried, reply) != tried.end()) break;
    if (holds(reply)) return reply;
    tried.push_back(reply);
  }
  return std::nullopt;
}

}  // namespace hilltop::gomoku
