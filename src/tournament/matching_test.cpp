#include "tournament/matching.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace hilltop::tournament::matching_test {
namespace {

// Tries all pairings of the vertices that are not `gone`.
bool can_be_paired_up(const Matching::Edges& edges, std::vector<bool> gone) {
  const auto first = std::ranges::find(gone, false) - gone.begin();
  if (first == static_cast<std::ptrdiff_t>(gone.size())) return true;
  const auto a = static_cast<std::size_t>(first);
  gone[a] = true;
  for (std::size_t b = a + 1; b < gone.size(); ++b) {
    if (gone[b] || !edges[a][b]) continue;
    gone[b] = true;
    if (can_be_paired_up(edges, gone)) return true;
    gone[b] = false;
  }
  return false;
}

// Returns a graph in which one pair in `rarity` has an edge.
Matching::Edges any_graph(std::size_t size, int rarity) {
  Matching::Edges edges(size, std::vector<bool>(size, false));
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b)
      edges[a][b] = edges[b][a] = *rc::gen::inRange(0, rarity) == 0;
  return edges;
}

// Tests every graph of six vertices; these include blossoms of three and five.
TEST(Matching, FindsAPerfectMatchingIfOneExists) {
  constexpr std::size_t size = 6, pairs = size * (size - 1) / 2;
  int can = 0;
  for (std::uint32_t graph = 0; graph < 1u << pairs; ++graph) {
    Matching::Edges edges(size, std::vector<bool>(size, false));
    std::uint32_t left = graph;
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b, left >>= 1)
        edges[a][b] = edges[b][a] = (left & 1) != 0;
    const bool expected = can_be_paired_up(edges, std::vector<bool>(size, false));
    ASSERT_EQ(Matching(edges).perfect(), expected) << "graph " << graph;
    can += expected;
  }
  EXPECT_GT(can, 0);
  EXPECT_FALSE(Matching({{false, true, true}, {true, false, true}, {true, true, false}}).perfect())
      << "of an odd number";
  EXPECT_TRUE(Matching({}).perfect());
}

RC_GTEST_PROP(Matching, SettlesAPairExactlyIfTheRestCanBePairedUp, ()) {
  const std::size_t size = 2 * *rc::gen::inRange<std::size_t>(1, 6);
  const auto edges = any_graph(size, *rc::gen::inRange(1, 4));
  Matching matching(edges);
  RC_PRE(matching.perfect());
  std::vector<bool> gone(size, false);
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = a + 1; b < size; ++b) {
      if (gone[a] || gone[b]) continue;
      std::vector<bool> then = gone;
      then[a] = then[b] = true;
      const bool can = edges[a][b] && can_be_paired_up(edges, then);
      RC_ASSERT(matching.settle(a, b) == can);
      if (can) gone = then;
    }
  RC_ASSERT(std::ranges::count(gone, false) == 0);
}

}  // namespace
}  // namespace hilltop::tournament::matching_test
