#include "games/gomoku/engine/search.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/gomoku/engine/evaluation.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::search_test {
namespace {

constexpr SearchLimits few{.nodes = 2'000};

// A position after `stones` random stones near the centre, without a five.
Board random_position(std::uint32_t seed, int stones) {
  Draw draw = Chance(11, seed).on(0);
  Board board;
  Colour colour = Colour::black;
  while (board.stones() < stones) {
    const Point point{static_cast<int>(3 + draw.below(9)), static_cast<int>(3 + draw.below(9))};
    if (!board.free(point)) continue;
    Board next = board;
    next.lay(point, colour);
    if (next.wins_at(point)) continue;
    board = next;
    colour = other(colour);
  }
  return board;
}

std::vector<Point> fives(const Board& board, Colour colour) {
  std::vector<Point> points;
  for (const Point point : all_points) {
    if (!board.free(point)) continue;
    Board next = board;
    next.lay(point, colour);
    if (next.wins_at(point)) points.push_back(point);
  }
  return points;
}

// Plays the solver's attack against every answer that the rules allow, with nothing but Board: each
// stone of the attacker wins, or threatens a five that the defender cannot beat to it.
void expect_victory(const Board& board, Colour attacker, int depth) {
  ASSERT_LT(depth, 60);
  ThreatBoard threats;
  threats.set_up(board);
  VcfSearch vcf(threats);
  ASSERT_GT(vcf.solve(attacker, VcfSearch::Reach::everywhere, 100'000), 0);
  const Point stone = point_of(vcf.first_move());
  ASSERT_TRUE(board.free(stone));
  Board next = board;
  next.lay(stone, attacker);
  if (next.wins_at(stone)) return;
  ASSERT_TRUE(fives(next, other(attacker)).empty());
  const std::vector<Point> threatened = fives(next, attacker);
  ASSERT_FALSE(threatened.empty());
  if (threatened.size() > 1) return;  // one answer cannot block both
  next.lay(threatened[0], other(attacker));
  ASSERT_FALSE(next.wins_at(threatened[0]));
  expect_victory(next, attacker, depth + 2);
}

TEST(VcfSearch, FindsVictoriesThatHoldAgainstEveryDefence) {
  int found = 0, deep = 0;
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    const Board board = random_position(seed, 24);
    ThreatBoard threats;
    threats.set_up(board);
    for (const auto reach : {VcfSearch::Reach::everywhere, VcfSearch::Reach::nearby}) {
      VcfSearch vcf(threats);
      const int plies = vcf.solve(Colour::black, reach, 20'000);
      if (plies == 0) continue;
      ++found;
      deep += plies > 5;
      EXPECT_EQ(plies % 2, 1);
      expect_victory(board, Colour::black, 0);
      if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    EXPECT_EQ(threats.stones(), board.stones());
  }
  EXPECT_GT(found, 50);
  EXPECT_GT(deep, 10);
}

TEST(VcfSearch, FindsNoneWhereTheDefenderIsFirst) {
  // Black has a four in hand, and White two fives.
  ThreatBoard board;
  board.set_up(engine_board(
      standing({{0, 0}, {0, 1}, {0, 2}}, {{5, 5}, {6, 5}, {7, 5}, {8, 5}}, Colour::black).board));
  VcfSearch vcf(board);
  EXPECT_EQ(vcf.solve(Colour::black, VcfSearch::Reach::everywhere, 10'000), 0);
}

TEST(Search, GivesTheSameMoveWhateverCameBefore) {
  Search used;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const Board board = random_position(seed, 12);
    for (const EngineStage stage :
         {EngineStage::alpha_beta, EngineStage::forcing, EngineStage::selective}) {
      const SearchLimits limits{.nodes = 3'000, .stage = stage};
      Search fresh;
      const SearchResult expected = fresh.run(board, Colour::black, limits);
      used.run(random_position(seed + 100, 20), Colour::white, few);
      const SearchResult again = used.run(board, Colour::black, limits);
      EXPECT_EQ(again.best, expected.best);
      EXPECT_EQ(again.score, expected.score);
      EXPECT_EQ(again.nodes, expected.nodes);
      EXPECT_EQ(again.line, expected.line);
    }
  }
}

// What the search of the first stage must find: every near cell tried, or the answers to a four;
// nothing remembered or cut.
class PlainSearch {
 public:
  PlainSearch(const Board& board, Colour mover) : mover_(mover) { board_.set_up(board); }

  int score(int depth) { return score(depth, 0); }

 private:
  static constexpr int forced_plies = 7;  // answers to fours beyond the depth

  int score(int depth, int ply) {
    const CellSet& fives = board_.cells(other(mover_), ThreatGroup::five);
    int best = -infinite_score;
    for (CellSet rest = fives.any() ? fives : board_.near_cells(); rest.any();) {
      board_.lay(rest.take(), mover_);
      mover_ = other(mover_);
      best = std::max(best, -score_after(depth - 1, ply + 1));
      mover_ = other(mover_);
      board_.undo();
    }
    return best;
  }

  int score_after(int depth, int ply) {
    const Colour opponent = other(mover_);
    const CellSet& fives = board_.cells(opponent, ThreatGroup::five);
    if (board_.any(mover_, ThreatGroup::five)) return win_in(ply + 1);
    if (fives.size() > 1) return -win_in(ply + 2);
    if (fives.empty()) {
      if (board_.any(mover_, ThreatGroup::open_four)) return win_in(ply + 3);
      if (board_.any(mover_, ThreatGroup::double_three) && !board_.any_four(opponent) &&
          !board_.any(opponent, ThreatGroup::open_four))
        return win_in(ply + 5);
    }
    if (depth > 0 || (fives.any() && depth > -forced_plies)) return score(depth, ply);
    return std::clamp(board_.balance(mover_) + value_of_balances(board_, mover_), -eval_max,
                      eval_max);
  }

  ThreatBoard board_;
  Colour mover_;
};

TEST(Search, ScoresAsASearchThatCutsNothing) {
  constexpr std::uint32_t positions = sanitized ? 6 : 30;
  int compared = 0;
  for (std::uint32_t seed = 0; seed < positions; ++seed) {
    const Board board = random_position(seed, 10);
    const int depth = seed < 2 ? 3 : 2;
    Search search;
    const SearchResult found =
        search.run(board, Colour::black,
                   {.nodes = 10'000'000, .depth = depth, .stage = EngineStage::alpha_beta});
    if (found.depth != depth) continue;  // a win or a loss was seen earlier
    EXPECT_EQ(found.score, PlainSearch(board, Colour::black).score(depth)) << "seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, static_cast<int>(positions) / 2);
}

TEST(Search, KeepsItsLimitAndLaysFreePoints) {
  Search search;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const Board board = random_position(seed, static_cast<int>(1 + seed));
    for (const std::int64_t nodes : {1, 100, 2'000}) {
      const SearchResult result = search.run(board, Colour::black, {.nodes = nodes});
      EXPECT_TRUE(board.free(result.best));
      EXPECT_LE(result.nodes, nodes + 1'000) << "a search for fours ends soon after the limit";
    }
  }
}

TEST(Search, LeavesOutWhatItIsTold) {
  Search search;
  const Board board = random_position(3, 8);
  CellSet without;
  for (int i = 0; i < 5; ++i) {
    const Point best = search.run(board, Colour::black, few, without).best;
    EXPECT_FALSE(without.has(cell_of(best)));
    without.add(cell_of(best));
  }
}

struct Tactic {
  const char* what;
  std::vector<Point> mine, theirs, right;
  int plies;  // until the five; 0: not a win
};

TEST(Search, FindsTheRightPoint) {
  const Tactic table[] = {
      {"five", {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, {{9, 9}}, {{0, 4}}, 1},
      {"five rather than a block",
       {{0, 0}, {0, 1}, {0, 2}, {0, 3}},
       {{5, 5}, {6, 5}, {7, 5}, {8, 5}},
       {{0, 4}},
       1},
      {"open four", {{5, 5}, {6, 5}, {7, 5}}, {{9, 9}}, {{4, 5}, {8, 5}}, 3},
      {"block of a closed four", {{4, 5}, {0, 0}}, {{5, 5}, {6, 5}, {7, 5}, {8, 5}}, {{9, 5}}, 0},
      {"block of an open three",
       {{12, 2}, {2, 12}},
       {{5, 5}, {6, 5}, {7, 5}},
       {{3, 5}, {4, 5}, {8, 5}, {9, 5}},
       0},
      {"two open threes", {{5, 7}, {6, 7}, {7, 5}, {7, 6}}, {{13, 13}, {12, 1}}, {{7, 7}}, 5},
      {"a four and an open three",
       {{4, 7}, {5, 7}, {6, 7}, {7, 5}, {7, 6}},
       {{3, 7}, {12, 1}},
       {{7, 7}},
       5},
  };
  Search search;
  for (const Tactic& tactic : table)
    for (const Colour colour : {Colour::black, Colour::white}) {
      SCOPED_TRACE(tactic.what);
      const Board board = engine_board(colour == Colour::black
                                           ? standing(tactic.mine, tactic.theirs, colour).board
                                           : standing(tactic.theirs, tactic.mine, colour).board);
      const SearchResult result = search.run(board, colour, {.nodes = 20'000});
      if (tactic.plies == 0) {
        EXPECT_TRUE(std::ranges::count(tactic.right, result.best))
            << result.best.x << ',' << result.best.y;
      } else {
        EXPECT_TRUE(is_win(result.score) && plies_to_five(result.score) <= tactic.plies)
            << result.score;
      }
    }
}

TEST(OpeningChooser, AnswersRandomOpeningsLegally) {
  Search search;
  OpeningChooser chooser(search);
  for (std::uint32_t seed = 0; seed < 12; ++seed)
    for (const Rules& rules : {koth, swap2}) {
      Draw draw = Chance(5, seed).on(0);
      const auto any = [&] { return all_points[draw.below(board_points)]; };
      State state = rules.start(2, no_chance);
      Move open = Open{any(), any(), any()};
      while (!rules.refusal(state, open).empty()) open = Open{any(), any(), any()};
      rules.apply(state, open, no_chance);
      const Move answer = chooser.choose(state);
      ASSERT_TRUE(rules.refusal(state, answer).empty());
      rules.apply(state, answer, no_chance);
      if (state.phase == Phase::picking) {
        ASSERT_TRUE(rules.refusal(state, PickColour{chooser.pick(state)}).empty());
      }
    }
}

TEST(OpeningChooser, OpensLegallyAndInManyWays) {
  for (const Rules& rules : {koth, swap2}) {
    std::vector<Move> seen;
    const State state = rules.start(2, no_chance);
    for (std::uint32_t game = 0; game < 200; ++game) {
      Draw draw = Chance(1, game).on(0);
      const Move open = OpeningChooser::open(state.first_to_move, draw);
      ASSERT_TRUE(rules.refusal(state, open).empty());
      if (!std::ranges::count(seen, open)) seen.push_back(open);
    }
    EXPECT_GT(seen.size(), 50u);
  }
}

TEST(OpeningChooser, TakesTheColourThatIsAhead) {
  Search search;
  OpeningChooser chooser(search);
  EXPECT_EQ(chooser.choose(after(koth, {Open{{7, 7}, {7, 8}, {0, 14}}})), Move(TakeBlack{}));
}

TEST(Search, EndsWithItsTimeWhereverItIs) {
  Board board;
  for (const auto& [x, y] : {std::pair{3, 3}, {4, 3}, {10, 10}, {11, 10}})
    board.lay({x, y}, Colour::black);
  for (const auto& [x, y] : {std::pair{3, 10}, {4, 10}, {10, 3}, {10, 4}})
    board.lay({x, y}, Colour::white);
  int asked = 0;
  const SpentTime over = [&] {
    ++asked;
    return 1.0;
  };
  Search search;
  const auto cut = search.run(board, Colour::black, {.nodes = 1 << 30, .spent = &over});
  EXPECT_TRUE(board.free(cut.best));
  EXPECT_EQ(cut.depth, 0);
  EXPECT_LT(cut.nodes, 1'000);
  EXPECT_GT(asked, 1);
}

TEST(Search, KeepsTimeOnceItHasSettled) {
  Board board;
  for (const auto& [x, y] : {std::pair{7, 7}, {8, 7}, {6, 6}, {2, 3}})
    board.lay({x, y}, Colour::black);
  for (const auto& [x, y] : {std::pair{8, 8}, {6, 8}, {9, 6}, {3, 12}})
    board.lay({x, y}, Colour::white);
  const SpentTime half = [] { return 0.5; };
  const SearchLimits all{.nodes = 200'000, .spent = &half};
  SearchLimits keeps = all;
  keeps.settled_share = 0.4;
  Search search;
  const auto long_search = search.run(board, Colour::black, all);
  const auto kept = search.run(board, Colour::black, keeps);
  EXPECT_GT(kept.depth, 4);
  EXPECT_LT(kept.nodes, long_search.nodes);
  EXPECT_EQ(search.run(board, Colour::black, {.nodes = 200'000}).nodes, long_search.nodes)
      << "a clock that does not end changes nothing";
}

}  // namespace
}  // namespace hilltop::gomoku::search_test
