#include "tournament/matching.hpp"

#include <numeric>
#include <utility>

namespace hilltop::tournament {

Matching::Matching(Edges edges)
    : edges_(std::move(edges)),
      mate_(edges_.size(), none),
      settled_(edges_.size(), false),
      perfect_(true) {
  for (Vertex v = 0; v < edges_.size() && perfect_; ++v)
    if (mate_[v] == none) perfect_ = augment(v);
}

bool Matching::settle(Vertex a, Vertex b) {
  if (!edges_[a][b]) return false;
  const std::vector<Vertex> before = mate_;
  const Vertex left = mate_[a];
  if (left != b) mate_[left] = mate_[mate_[b]] = none;
  mate_[a] = b;
  mate_[b] = a;
  settled_[a] = settled_[b] = true;
  if (left == b || augment(left)) return true;
  mate_ = before;
  settled_[a] = settled_[b] = false;
  return false;
}

bool Matching::augment(Vertex root) {
  const std::size_t size = edges_.size();
  parent_.assign(size, none);
  even_.assign(size, false);
  base_.resize(size);
  std::iota(base_.begin(), base_.end(), Vertex{0});
  even_[root] = true;
  queue_ = {root};
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const Vertex v = queue_[i];
    if (const Vertex free = free_neighbour(v); free != none) {
      match_back(free, v);
      return true;
    }
    for (Vertex w = 0; w < size; ++w) {
      if (settled_[w] || !edges_[v][w] || base_[v] == base_[w] || mate_[v] == w) continue;
      if (even_[w]) {
        contract(v, w);
      } else if (parent_[w] == none) {
        parent_[w] = v;
        even_[mate_[w]] = true;
        queue_.push_back(mate_[w]);
      }
    }
  }
  return false;
}

// Returns a free vertex next to v, other than the root; the root is the only free vertex in the
// tree.
Matching::Vertex Matching::free_neighbour(Vertex v) const {
  for (Vertex w = 0; w < edges_.size(); ++w)
    if (edges_[v][w] && mate_[w] == none && !even_[w]) return w;
  return none;
}

void Matching::match_back(Vertex free, Vertex with) {
  while (true) {
    const Vertex next = mate_[with];
    mate_[free] = with;
    mate_[with] = free;
    if (next == none) return;  // `with` is the root
    free = next;
    with = parent_[next];
  }
}

Matching::Vertex Matching::common_base(Vertex a, Vertex b) const {
  std::vector<bool> above(base_.size(), false);
  for (a = base_[a];; a = base_[parent_[mate_[a]]]) {
    above[a] = true;
    if (mate_[a] == none) break;  // the root
  }
  for (b = base_[b]; !above[b]; b = base_[parent_[mate_[b]]]) {}
  return b;
}

void Matching::contract(Vertex a, Vertex b) {
  const Vertex base = common_base(a, b);
  std::vector<bool> blossom(base_.size(), false);
  mark(a, base, b, blossom);
  mark(b, base, a, blossom);
  for (Vertex v = 0; v < base_.size(); ++v) {
    if (!blossom[base_[v]]) continue;
    base_[v] = base;
    if (even_[v]) continue;
    even_[v] = true;
    queue_.push_back(v);
  }
}

void Matching::mark(Vertex from, Vertex base, Vertex child, std::vector<bool>& blossom) {
  while (base_[from] != base) {
    blossom[base_[from]] = blossom[base_[mate_[from]]] = true;
    parent_[from] = child;
    child = mate_[from];
    from = parent_[child];
  }
}

}  // namespace hilltop::tournament
