#pragma once
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "games/gomoku/variant.hpp"

namespace hilltop::gomoku {

// A proof that a colour wins: one stone for the attacker at each of its turns, and what follows
// each reply (decision 0046). The nodes are numbered; node 0 is the attacker's first stone. Each
// node refers to later ones only, so every way through a proof ends.
struct ProofNode {
  Point stone;      // the attacker's
  int threat = -1;  // the node that follows every reply not in `replies`; -1: there is none
  std::vector<std::pair<Point, int>> replies;  // the defender's stone, and the node that follows
};

struct Proof {
  Colour attacker = Colour::black;
  std::vector<ProofNode> nodes;
};

// What a checked proof shows.
struct CheckedProof {
  int plies = 0;            // stones until the five, the last one included, in the longest way
  std::int64_t stones = 0;  // that were laid to check it
  std::vector<Point> line;  // the longest way
};

// Replays the proof by the rules alone: the attacker, who is to move, wins whatever the defender
// does. Nothing of the solver is used or believed.
//
// After each of the attacker's stones that is no five,
//  1. no stone of the defender may make a five;
//  2. if the attacker threatens five, a reply anywhere else loses to it at once, because a stone of
//     the defender can neither lengthen nor shorten a row of the attacker. With two points to stop,
//     or one that is forbidden to the defender, the attacker has won; else the reply on that one
//     point has to be in the node;
//  3. if not, every legal reply on the board is tried: one that is in the node by its own node,
//  each
//     other by the node of the threat, which is replayed with that reply on the board.
//
// The error says where it fails. `stones_max` limits the work.
std::expected<CheckedProof, std::string> check_proof(const VariantBoard& board, const Proof& proof,
                                                     std::int64_t stones_max);

// The proof as JSON lines: the position, then a line for each node (docs/output.md).
std::string write_proof(const VariantBoard& board, const Proof& proof);

}  // namespace hilltop::gomoku
