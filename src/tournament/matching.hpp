#pragma once
#include <cstddef>
#include <vector>

namespace hilltop::tournament {

// Pairs up all vertices of a graph along its edges, if that can be done, and lets the caller settle
// pair after pair without ever spoiling it for the rest. By augmenting paths through blossoms:
// Edmonds, "Paths, trees, and flowers", Canadian J. Math. 17 (1965).
class Matching {
 public:
  using Vertex = std::size_t;
  using Edges = std::vector<std::vector<bool>>;  // square and symmetric, false on the diagonal

  explicit Matching(Edges edges);

  bool perfect() const { return perfect_; }
  // Takes a and b out as a pair, if they have an edge and the rest can still be paired up; else
  // changes nothing. Of a perfect matching, for two that are not settled.
  bool settle(Vertex a, Vertex b);

 private:
  static constexpr Vertex none = static_cast<Vertex>(-1);

  // Matches a free vertex, for which others change their mates; false: it cannot be.
  bool augment(Vertex root);
  Vertex free_neighbour(Vertex v) const;
  void match_back(Vertex free, Vertex with);
  Vertex common_base(Vertex a, Vertex b) const;
  void contract(Vertex a, Vertex b);
  void mark(Vertex from, Vertex base, Vertex child, std::vector<bool>& blossom);

  Edges edges_;
  std::vector<Vertex> mate_;
  std::vector<bool> settled_;
  bool perfect_;
  // Of the search for one path: a tree in which vertices of even depth are matched to their
  // parents, and those of odd depth found by an edge. A blossom is seen as its base.
  std::vector<Vertex> parent_, base_, queue_;
  std::vector<bool> even_;
};

}  // namespace hilltop::tournament
