#include "games/gomoku/proof.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace hilltop::gomoku {
namespace {

// What is found of a node: the longest way from its stone to the five.
struct Way {
  int plies;
  std::vector<Point> line;  // backwards
};
using Checked = std::expected<Way, std::string>;

std::string written(Point point) {
  return '(' + std::to_string(point.x) + ',' + std::to_string(point.y) + ')';
}

class Checker {
 public:
  Checker(const VariantBoard& board, const Proof& proof, std::int64_t stones_max)
      : board_(board), proof_(proof), points_(board.points()), stones_left_(stones_max) {}

  std::int64_t stones_left() const { return stones_left_; }

  // The attacker's stone of a node, with every reply. The board is afterwards as before.
  Checked attack(int number, std::optional<Point> reply = {}) {
    if (number < 0 || number >= static_cast<int>(proof_.nodes.size()))
      return failed(number, "there is no such node");
    const ProofNode& node = proof_.nodes[static_cast<std::size_t>(number)];
    if (!board_.legal(node.stone, attacker())) return failed(number, "its stone is illegal");
    if (--stones_left_ < 0) return failed(number, "the proof is too large to check");
    board_.lay(node.stone, attacker());
    Checked way = board_.wins_at(node.stone) ? Checked(Way{0, {}}) : defence(number, node, reply);
    board_.take(node.stone);
    if (!way) return way;
    ++way->plies;
    way->line.push_back(node.stone);
    return way;
  }

 private:
  Colour attacker() const { return proof_.attacker; }
  Colour defender() const { return other(proof_.attacker); }

  static Checked failed(int number, const std::string& why) {
    return std::unexpected("node " + std::to_string(number) + ": " + why);
  }

  // The points on which the colour makes five, among those that one row of five can hold together
  // with `point`.
  std::vector<Point> fives_about(Point point, Colour colour) const {
    std::vector<Point> found;
    for (const Point step : directions)
      for (int i = -(row_to_win - 1); i < row_to_win; ++i) {
        const Point other{point.x + i * step.x, point.y + i * step.y};
        if (board_.would_win(other, colour)) found.push_back(other);
      }
    return found;
  }

  // A five that the last reply has no part in was there before it, where it was looked for.
  bool defender_has_five(std::optional<Point> reply) const {
    if (reply) return !fives_about(*reply, defender()).empty();
    return std::ranges::any_of(points_,
                               [&](Point point) { return board_.would_win(point, defender()); });
  }

  // `reply`: the defender's stone before that of the node, which the attacker has just laid.
  Checked defence(int number, const ProofNode& node, std::optional<Point> reply) {
    if (defender_has_five(reply)) return failed(number, "the defender can make five");
    // A five that the attacker could have made before only makes this stricter.
    if (const auto fives = fives_about(node.stone, attacker()); !fives.empty())
      return against_five(number, node, fives);
    return against_threat(number, node);
  }

  Checked against_five(int number, const ProofNode& node, const std::vector<Point>& fives) {
    if (fives.size() > 1) return Way{2, {fives[1], fives[0]}};
    if (!board_.legal(fives[0], defender())) return lost_at_once(fives[0]);
    const int next = reply_in(node, fives[0]);
    if (next < 0) return failed(number, "the reply on " + written(fives[0]) + " is missing");
    return answered(number, fives[0], next);
  }

  // The defender may not stop the five on `five`, and plays anywhere.
  Way lost_at_once(Point five) const {
    for (const Point point : points_)
      if (board_.legal(point, defender())) return {2, {five, point}};
    return {1, {five}};  // it has no legal stone and passes
  }

  Checked against_threat(int number, const ProofNode& node) {
    if (node.threat < 0) return failed(number, "it threatens nothing");
    std::optional<Way> longest;
    bool longest_is_listed = false;  // of ways as long, a reply with a node of its own is told
    for (const Point reply : points_) {
      if (!board_.legal(reply, defender())) continue;
      const int listed = reply_in(node, reply);
      Checked way = answered(number, reply, listed < 0 ? node.threat : listed);
      if (!way) return way;
      if (longest && (way->plies < longest->plies ||
                      (way->plies == longest->plies && (longest_is_listed || listed < 0))))
        continue;
      longest = std::move(*way);
      longest_is_listed = listed >= 0;
    }
    if (!longest) return failed(number, "the defender has no reply");
    return *longest;
  }

  Checked answered(int number, Point reply, int next) {
    if (next <= number) return failed(number, "it refers to an earlier node");
    board_.lay(reply, defender());
    Checked way = attack(next, reply);
    board_.take(reply);
    if (!way) return std::unexpected(way.error() + ", after " + written(reply));
    ++way->plies;
    way->line.push_back(reply);
    return way;
  }

  static int reply_in(const ProofNode& node, Point reply) {
    const auto found = std::ranges::find(node.replies, reply, &std::pair<Point, int>::first);
    return found == node.replies.end() ? -1 : found->second;
  }

  VariantBoard board_;
  const Proof& proof_;
  const std::span<const Point> points_;
  std::int64_t stones_left_;
};

std::string json_of(Point point) {
  return '[' + std::to_string(point.x) + ',' + std::to_string(point.y) + ']';
}

std::string stones_of(const VariantBoard& board, Colour colour) {
  std::string out;
  for (const Point point : board.points())
    if (board.has(point, colour)) out += (out.empty() ? "" : ",") + json_of(point);
  return '[' + out + ']';
}

}  // namespace

std::expected<CheckedProof, std::string> check_proof(const VariantBoard& board, const Proof& proof,
                                                     std::int64_t stones_max) {
  Checker checker(board, proof, stones_max);
  Checked way = checker.attack(0);
  if (!way) return std::unexpected(std::move(way.error()));
  std::ranges::reverse(way->line);
  return CheckedProof{way->plies, stones_max - checker.stones_left(), std::move(way->line)};
}

std::string write_proof(const VariantBoard& board, const Proof& proof) {
  std::string out =
      "{\"schema\":\"hilltop/gomoku-proof/1\",\"size\":" + std::to_string(board.variant().size) +
      ",\"rows\":\"" + std::string(name(board.variant().rows)) + "\",\"attacker\":\"" +
      (proof.attacker == Colour::black ? "B" : "W") +
      "\",\"black\":" + stones_of(board, Colour::black) +
      ",\"white\":" + stones_of(board, Colour::white) + "}\n";
  for (std::size_t number = 0; number < proof.nodes.size(); ++number) {
    const ProofNode& node = proof.nodes[number];
    std::string replies;
    for (const auto& [reply, next] : node.replies)
      replies += (replies.empty() ? "" : ",") +
                 ("[" + std::to_string(reply.x) + ',' + std::to_string(reply.y) + ',' +
                  std::to_string(next) + ']');
    out += "{\"node\":" + std::to_string(number) + ",\"stone\":" + json_of(node.stone) +
           ",\"threat\":" + (node.threat < 0 ? "null" : std::to_string(node.threat)) +
           ",\"replies\":[" + replies + "]}\n";
  }
  return out;
}

}  // namespace hilltop::gomoku
