#include "games/gomoku/solver/threat_search.hpp"

namespace hilltop::gomoku {

template <typename Board>
std::optional<Proof> ThreatSearchOn<Board>::prove() {
  if (plies_ == 0) return std::nullopt;
  proof_ = {attacker_, {}};
  cut_ = false;
  nodes_end_ = nodes_ + limits_.nodes;
  const auto root = build(plies_, attack(plies_, By::fours) ? By::fours : By::threats);
  if (!root) return std::nullopt;
  return std::move(proof_);
}

// Adds the node of the attacker's next stone, and all that follow. Returns its number.
template <typename Board>
std::optional<int> ThreatSearchOn<Board>::build(int plies, By by) {
  if (!attack(plies, by) || proof_.nodes.size() >= limits_.proof_nodes || time_.is_over())
    return std::nullopt;
  const CellIndex cell = winning_stone(plies, by);
  if (cell == no_cell) return std::nullopt;
  const int number = static_cast<int>(proof_.nodes.size());
  proof_.nodes.push_back({point_of(cell, size_), -1, {}});
  if (board_.fives(attacker_).has(cell)) return number;
  board_.lay(cell, attacker_);
  bool built = true;
  if (const auto& fives = board_.fives(attacker_); !fives.any()) {
    built = build_replies(number, plies);
  } else if (const CellIndex stop = fives.first();
             fives.size() == 1 && board_.legal(stop, defender())) {
    built = add_reply(number, stop, plies - 2, by);
  }
  board_.undo();
  return built ? std::optional(number) : std::nullopt;
}

template <typename Board>
bool ThreatSearchOn<Board>::add_reply(int number, CellIndex reply, int plies, By by) {
  board_.lay(reply, defender());
  const auto next = build(plies, by);
  board_.undo();
  if (!next) return false;
  proof_.nodes[static_cast<std::size_t>(number)].replies.emplace_back(point_of(reply, size_),
                                                                      *next);
  return true;
}

// After a stone that makes no four: what it threatens, and each legal reply after which that cannot
// be replayed as it is.
template <typename Board>
bool ThreatSearchOn<Board>::build_replies(int number, int plies) {
  const auto threat = build(plies - 2, By::fours);
  if (!threat) return false;
  proof_.nodes[static_cast<std::size_t>(number)].threat = *threat;
  for (CellIndex reply = 0; reply < size_ * size_; ++reply) {
    if (!board_.legal(reply, defender())) continue;
    board_.lay(reply, defender());
    const bool same = replays(*threat);
    board_.undo();
    if (!same && !add_reply(number, reply, plies - 2, By::threats)) return false;
  }
  return true;
}

// Whether an attack by fours of the proof can be played on this board.
template <typename Board>
bool ThreatSearchOn<Board>::replays(int number) {
  const ProofNode& node = proof_.nodes[static_cast<std::size_t>(number)];
  const CellIndex cell = cell_of(node.stone, size_);
  if (!board_.legal(cell, attacker_)) return false;
  if (board_.fives(attacker_).has(cell)) return true;
  board_.lay(cell, attacker_);
  bool won = false;
  if (const auto& fives = board_.fives(attacker_); fives.any() && !board_.fives(defender()).any()) {
    const CellIndex stop = fives.first();
    if (fives.size() > 1 || !board_.legal(stop, defender())) {
      won = true;
    } else if (node.replies.size() == 1 && node.replies[0].first == point_of(stop, size_)) {
      board_.lay(stop, defender());
      won = replays(node.replies[0].second);
      board_.undo();
    }
  }
  board_.undo();
  return won;
}

template class ThreatSearchOn<ThreatBoard<15>>;
template class ThreatSearchOn<ThreatBoard<20>>;
template class ThreatSearchOn<ShapeBoard>;

}  // namespace hilltop::gomoku
