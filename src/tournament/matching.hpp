#pragma once
#include <cstddef>
#include <vector>

namespace hilltop::tournament {

// Finds a perfect matching of a graph, and lets the caller fix one pair after the other as long as
// the rest can still be matched. Uses augmenting paths through blossoms: Edmonds, "Paths, trees,
// and flowers", Canadian J. Math. 17 (1965).
class Matching {
 public:
  using Vertex = std::size_t;
  using Edges = std::vector<std::vector<bool>>;  // square and symmetric, false on the diagonal

  explicit Matching(Edges edges);

  bool perfect() const { return perfect_; }
  // Removes a and b as a pair if they have an edge and the rest can still be matched; otherwise
  // changes nothing and returns false. Requires perfect(), and neither vertex settled.
  bool settle(Vertex a, Vertex b);

 private:
  static constexpr Vertex none = static_cast<Vertex>(-1);

  // Matches a free vertex by changing the mates of others; false if that is impossible.
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
  // State of the search for one path: a tree in which vertices of even depth are matched to their
  // parents, and those of odd depth were reached by an edge. A blossom is represented by its base.
  std::vector<Vertex> parent_, base_, queue_;
  std::vector<bool> even_;
};

}  // namespace hilltop::tournament
