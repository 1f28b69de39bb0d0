#include "games/gomoku/solver/threat_search.hpp"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "core/build_for_test.hpp"
#include "core/chance.hpp"
#include "core/source_dir_for_test.hpp"
#include "games/gomoku/engine/vcf.hpp"
#include "games/gomoku/solver/position.hpp"
#include "games/gomoku/solver/suite.hpp"

namespace hilltop::gomoku::threat_search_test {
namespace {

constexpr std::int64_t suite_nodes = 150'000;  // for each position
constexpr int suite_memory_mb = 2;
constexpr std::int64_t enough_stones = 50'000'000;

std::vector<SuitePosition> suite() {
  std::ifstream file(source_dir() / "src/games/gomoku/solver/suite.txt");
  std::vector<SuitePosition> positions;
  for (std::string line; std::getline(file, line);) {
    const auto position = read_suite_position(line);
    if (!position) throw std::runtime_error("not a position: " + line);
    positions.push_back(*position);
  }
  return positions;
}

// Positions with this many random stones near the centre, without a five.
VariantBoard random_board(Variant variant, std::uint32_t seed, int stones, int from) {
  Draw draw = Chance(12, seed).on(0);
  VariantBoard board(variant);
  Colour colour = Colour::black;
  while (board.stones() < stones) {
    const Point point{from + static_cast<int>(draw.below(9)),
                      from + static_cast<int>(draw.below(9))};
    if (!board.legal(point, colour) || board.would_win(point, colour)) continue;
    board.lay(point, colour);
    colour = other(colour);
  }
  return board;
}

// No win of the suite that was once found may be lost, nor become longer.
TEST(Suite, IsSolvedWithProofsThatTheRulesConfirm) {
  std::map<int, int> counts;
  int number = 0;
  for (const SuitePosition& position : suite()) {
    if (sanitized && ++number % 32 != 0) continue;
    SCOPED_TRACE(write_suite_position(position));
    const auto search = make_threat_search(board_of(position), mover_of(position),
                                           {.nodes = suite_nodes, .memory_mb = suite_memory_mb});
    const auto plies = search->solve();
    ASSERT_TRUE(plies);
    EXPECT_LE(*plies, position.plies);
    const auto proof = search->prove();
    ASSERT_TRUE(proof);
    const auto checked = check_proof(board_of(position), *proof, enough_stones);
    ASSERT_TRUE(checked) << checked.error();
    EXPECT_EQ(checked->plies, *plies);
    ++counts[position.plies];
  }
  int all = 0;
  for (const auto& [plies, count] : counts) {
    EXPECT_TRUE(3 <= plies && plies <= 17 && plies % 2 == 1) << plies;
    all += count;
  }
  EXPECT_GE(all, sanitized ? 15 : 300);
}

// The stones of both colours, the same for all eight symmetries.
std::vector<Point> canonical(const SuitePosition& position) {
  std::vector<Point> least;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    std::set<Point> colours[2];
    for (std::size_t i = 0; i < position.stones.size(); ++i) {
      Point point = position.stones[i];
      const int far = position.variant.size - 1;
      if ((symmetry & 1) != 0) point.x = far - point.x;
      if ((symmetry & 2) != 0) point.y = far - point.y;
      if ((symmetry & 4) != 0) std::swap(point.x, point.y);
      colours[i % 2].insert(point);
    }
    std::vector<Point> turned(colours[0].begin(), colours[0].end());
    turned.insert(turned.end(), colours[1].begin(), colours[1].end());
    if (least.empty() || turned < least) least = turned;
  }
  return least;
}

TEST(Suite, HasEachPositionOnce) {
  std::set<std::pair<RowRule, std::vector<Point>>> seen;
  for (const SuitePosition& position : suite()) {
    EXPECT_TRUE(seen.emplace(position.variant.rows, canonical(position)).second)
        << write_suite_position(position);
    EXPECT_EQ(write_suite_position(*read_suite_position(write_suite_position(position))),
              write_suite_position(position));
  }
}

TEST(ThreatSearch, ProvesWhatItFindsUnderEveryRuleOnEveryBoard) {
  constexpr std::uint32_t seeds = sanitized ? 15 : 60;
  int found = 0, by_threes = 0, unproved = 0;
  for (const int size : {15, 20})
    for (const RowRule rows : {RowRule::five_or_more, RowRule::exactly_five, RowRule::renju})
      for (std::uint32_t seed = 0; seed < seeds; ++seed) {
        SCOPED_TRACE(std::string(name(rows)) + ' ' + std::to_string(size) + " seed " +
                     std::to_string(seed));
        const VariantBoard board =
            random_board({size, rows}, seed, 14 + static_cast<int>(seed % 12), size - 9);
        const Colour attacker = board.stones() % 2 == 0 ? Colour::black : Colour::white;
        const auto search =
            make_threat_search(board, attacker, {.nodes = 5'000, .plies_max = 13, .memory_mb = 1});
        const auto plies = search->solve();
        if (!plies) continue;
        ++found;
        const auto proof = search->prove();
        if (!proof) {
          ++unproved;
          continue;
        }
        const auto checked = check_proof(board, *proof, enough_stones);
        ASSERT_TRUE(checked) << checked.error();
        EXPECT_LE(checked->plies, *plies);
        for (const ProofNode& node : proof->nodes)
          if (node.threat >= 0) {
            ++by_threes;
            break;
          }
      }
  EXPECT_GT(found, sanitized ? 15 : 60);
  EXPECT_GT(by_threes, sanitized ? 2 : 10);
  EXPECT_LE(unproved, found / 20) << "replies that the search does not think of are rare";
}

// A search of its own finds the same wins by fours.
TEST(ThreatSearch, FindsAWinByFoursExactlyWhereTheEngineDoes) {
  int wins = 0;
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    const VariantBoard board = random_board({}, seed, 24, 3);
    ThreatBoard<15> threats(board);
    VcfSearch<15> vcf(threats);
    const bool by_fours = vcf.solve(Colour::black, VcfReach::everywhere, 200'000) != 0;
    const auto search =
        make_threat_search(board, Colour::black, {.nodes = 200'000, .memory_mb = 1});
    if (by_fours) {
      ++wins;
      EXPECT_TRUE(search->solve()) << seed;
    }
  }
  EXPECT_GT(wins, 20);
}

// Where five or more win, either board tells the same, so the search lays the same stones on both.
template <typename Board>
void expect_the_same_on(int size) {
  int found = 0;
  for (std::uint32_t seed = 0; seed < (sanitized ? 20 : 60); ++seed) {
    const VariantBoard board = random_board({size, RowRule::five_or_more}, seed,
                                            16 + 2 * static_cast<int>(seed % 5), size - 9);
    const ThreatLimits limits{.nodes = 5'000, .plies_max = 13, .memory_mb = 1};
    ThreatSearchOn<Board> search(board, Colour::black, limits);
    ThreatSearchOn<ShapeBoard> other(board, Colour::black, limits);
    const auto plies = search.solve();
    ASSERT_EQ(plies, other.solve()) << seed;
    ASSERT_EQ(search.nodes(), other.nodes()) << seed;
    ASSERT_EQ(search.complete(), other.complete()) << seed;
    if (!plies) continue;
    ++found;
    const auto proof = search.prove(), other_proof = other.prove();
    ASSERT_EQ(proof.has_value(), other_proof.has_value()) << seed;
    if (proof) {
      ASSERT_EQ(write_proof(board, *proof), write_proof(board, *other_proof)) << seed;
    }
  }
  EXPECT_GT(found, sanitized ? 3 : 10);
}

TEST(ThreatSearch, LaysTheSameStonesOnEitherBoard) {
  expect_the_same_on<ThreatBoard<15>>(15);
  expect_the_same_on<ThreatBoard<20>>(20);
}

TEST(ThreatSearch, KeepsItsLimitOfNodes) {
  for (const std::int64_t nodes : {1, 10, 1'000}) {
    const auto search = make_threat_search(random_board({}, 1, 20, 3), Colour::black,
                                           {.nodes = nodes, .memory_mb = 1});
    search->solve();
    EXPECT_LE(search->nodes(), nodes + 100);
  }
}

TEST(ThreatSearch, FindsNothingWhereThereIsNothing) {
  const auto position = read_position("h8i9", {});
  const auto search = make_threat_search(position->board, Colour::black, {.memory_mb = 1});
  EXPECT_FALSE(search->solve());
  EXPECT_TRUE(search->complete());
  EXPECT_FALSE(search->prove());
}

TEST(Position, IsReadInThreeForms) {
  const auto letters = read_position("h8i9h9", {});
  const auto pairs = read_position(" 7,7  8,8 7,8 ", {});
  const auto board = read_position(R"([((7,8),"B"),((7,7),"B"),((8,8),"W")])", {});
  for (const auto* position : {&letters, &pairs, &board}) {
    ASSERT_TRUE(*position);
    EXPECT_TRUE((*position)->board.has({7, 7}, Colour::black));
    EXPECT_TRUE((*position)->board.has({7, 8}, Colour::black));
    EXPECT_TRUE((*position)->board.has({8, 8}, Colour::white));
    EXPECT_EQ((*position)->to_move, Colour::white);
  }
  EXPECT_EQ(read_position(R"([((7,8),"B"),((7,7),"B")])", {})->to_move, std::nullopt);
  EXPECT_TRUE(read_position("t20", {20, RowRule::five_or_more}));
  for (const char* wrong : {"h", "h8h8", "t20", "7,7 7", "[", "[((7,7),\"B\")", "x", "7,7 7,7",
                            "p1", R"([((7,7),"R")])", "a1b1a2b2a3b3a4b4a5", "\xff"})
    EXPECT_FALSE(read_position(wrong, {})) << wrong;
}

}  // namespace
}  // namespace hilltop::gomoku::threat_search_test
