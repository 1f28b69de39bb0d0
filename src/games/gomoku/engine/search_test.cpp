#include "games/gomoku/engine/search.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "core/build_for_test.hpp"
#include "games/gomoku/engine/evaluation.hpp"
#include "games/gomoku/engine/opening.hpp"
#include "games/gomoku/engine/random_position_for_test.hpp"
#include "games/gomoku/positions.hpp"

namespace hilltop::gomoku::search_test {
namespace {

constexpr SearchLimits few{.nodes = 2'000};

TEST(Search, GivesTheSameMoveWhateverCameBefore) {
  Search<15> used;
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const VariantBoard board = random_position(seed, 12);
    for (const EngineStage stage : {EngineStage::alpha_beta, EngineStage::forcing,
                                    EngineStage::selective, EngineStage::deep}) {
      const SearchLimits limits{.nodes = 3'000, .stage = stage};
      Search<15> fresh;
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

TEST(Search, IsDeepWithManyNodesAlone) {
  Search<15> search;
  int differ = 0;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    const VariantBoard board = random_position(seed, 12);
    const auto nodes_with = [&](std::int64_t nodes, std::optional<EngineStage> stage) {
      return search.run(board, Colour::black, {.nodes = nodes, .depth = 6, .stage = stage}).nodes;
    };
    EXPECT_EQ(nodes_with(deep_nodes - 1, {}), nodes_with(deep_nodes - 1, EngineStage::selective));
    EXPECT_EQ(nodes_with(deep_nodes, {}), nodes_with(deep_nodes, EngineStage::deep));
    differ += nodes_with(deep_nodes, {}) != nodes_with(deep_nodes, EngineStage::selective);
  }
  EXPECT_GT(differ, 0);
}

// Fours that only delay cost a deep search little, and what it proves without them holds.
TEST(Search, LeavesOutFoursThatOnlyDelay) {
  constexpr std::uint32_t positions = sanitized ? 20 : 100;
  Search<15> search;
  std::int64_t with = 0, without = 0;
  int proved = 0;
  for (std::uint32_t seed = 0; seed < positions; ++seed) {
    const VariantBoard board = random_position(seed, 16);
    const auto found_by = [&](EngineStage stage) {
      return search.run(board, Colour::black, {.nodes = 1'000'000, .depth = 5, .stage = stage});
    };
    const SearchResult before = found_by(EngineStage::selective), now = found_by(EngineStage::deep);
    EXPECT_FALSE(is_win(now.score) && is_loss(before.score)) << "seed " << seed;
    EXPECT_FALSE(is_loss(now.score) && is_win(before.score)) << "seed " << seed;
    proved += is_proved(now.score) && is_proved(before.score);
    if (is_proved(now.score) || is_proved(before.score)) continue;
    with += before.nodes;
    without += now.nodes;
  }
  EXPECT_GT(proved, 0);
  EXPECT_LT(without, with);
}

// What the search of the first stage must find: every near cell tried, or the answers to a four;
// nothing remembered or cut.
class PlainSearch {
 public:
  PlainSearch(const VariantBoard& board, Colour mover) : board_(board), mover_(mover) {}

  int score(int depth) { return score(depth, 0); }

 private:
  static constexpr int forced_plies = 7;  // answers to fours beyond the depth

  int score(int depth, int ply) {
    const CellSet<15>& fives = board_.fives(other(mover_));
    int best = -infinite_score;
    for (CellSet<15> rest = fives.any() ? fives : board_.near_cells(); rest.any();) {
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
    const CellSet<15>& fives = board_.fives(opponent);
    if (board_.any(mover_, ThreatGroup::five)) return win_in(ply + 1);
    if (fives.size() > 1) return -win_in(ply + 2);
    if (fives.empty()) {
      if (board_.any(mover_, ThreatGroup::open_four)) return win_in(ply + 3);
      if (board_.any(mover_, ThreatGroup::double_three) && !board_.any_four(opponent))
        return win_in(ply + 5);
    }
    if (depth > 0 || (fives.any() && depth > -forced_plies)) return score(depth, ply);
    return std::clamp(board_.balance(mover_) + value_of_balances(board_, mover_), -eval_max,
                      eval_max);
  }

  ThreatBoard<15> board_;
  Colour mover_;
};

TEST(Search, ScoresAsASearchThatCutsNothing) {
  constexpr std::uint32_t positions = sanitized ? 4 : 30;
  int compared = 0;
  for (std::uint32_t seed = 0; seed < positions; ++seed) {
    const VariantBoard board = random_position(seed, 10);
    const int depth = !sanitized && seed < 2 ? 3 : 2;
    Search<15> search;
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
  Search<15> search;
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const VariantBoard board = random_position(seed, static_cast<int>(1 + seed));
    for (const std::int64_t nodes : {1, 100, 2'000}) {
      const SearchResult result = search.run(board, Colour::black, {.nodes = nodes});
      EXPECT_TRUE(board.free(result.best));
      EXPECT_LE(result.nodes, nodes + 1'000) << "a search for fours ends soon after the limit";
    }
  }
}

TEST(Search, LeavesOutWhatItIsTold) {
  Search<15> search;
  const VariantBoard board = random_position(3, 8);
  std::vector<Point> without;
  for (int i = 0; i < 5; ++i) {
    const Point best = search.run(board, Colour::black, few, without).best;
    EXPECT_EQ(std::ranges::count(without, best), 0);
    without.push_back(best);
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
  Search<15> search;
  for (const Tactic& tactic : table)
    for (const Colour colour : {Colour::black, Colour::white}) {
      SCOPED_TRACE(tactic.what);
      const VariantBoard board = colour == Colour::black
                                     ? standing(tactic.mine, tactic.theirs, colour).board
                                     : standing(tactic.theirs, tactic.mine, colour).board;
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

TEST(MovesUnderSearch, AreKnownWhileTheyAreSearched) {
  constexpr std::uint64_t hash = 0x123456789abcdef0;
  MovesUnderSearch moves;
  const std::uint64_t key = MovesUnderSearch::key(hash, 5);
  {
    const MovesUnderSearch::Note note(moves, key);
    EXPECT_TRUE(moves.has(key));
    EXPECT_FALSE(moves.has(MovesUnderSearch::key(hash, 4)));
    const std::uint64_t beside = key ^ 1;  // in the same slot
    {
      const MovesUnderSearch::Note second(moves, beside);
      EXPECT_FALSE(moves.has(beside));
    }
    EXPECT_TRUE(moves.has(key)) << "the second one was not its own to end";
  }
  EXPECT_FALSE(moves.has(key));
}

// A move that another thread searches is put off, not left out: the score stays.
TEST(Search, SearchesWhatItHasPutOff) {
  constexpr int depth = 4;
  int compared = 0;
  for (std::uint32_t seed = 0; seed < (sanitized ? 8 : 20); ++seed) {
    const VariantBoard board = random_position(seed, 10);
    const SearchLimits limits{
        .nodes = 10'000'000, .depth = depth, .stage = EngineStage::alpha_beta};
    Search<15> alone;
    const SearchResult expected = alone.run(board, Colour::black, limits);
    if (expected.depth != depth) continue;
    const auto moves = std::make_shared<MovesUnderSearch>();
    std::vector<std::unique_ptr<MovesUnderSearch::Note>> notes;
    ThreatBoard<15> threats(board);
    for (CellSet<15> first = threats.near_cells(); first.any();) {
      // As if another thread searched every answer to every first move.
      threats.lay(first.take(), Colour::black);
      threats.near_cells().for_each([&](CellIndex cell) {
        notes.push_back(std::make_unique<MovesUnderSearch::Note>(
            *moves, MovesUnderSearch::key(threats.hash_with(cell, Colour::white), depth - 1)));
      });
      threats.undo();
    }
    Search<15> beside(std::make_shared<TranspositionTable>(), moves);
    EXPECT_EQ(beside.run(board, Colour::black, limits).score, expected.score) << "seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, sanitized ? 1 : 5);
}

TEST(Search, ByManyThreadsWinsAndEndsWithItsTime) {
  const auto search = make_search(15);
  int asked = 0;
  const SpentTime until = [&] { return ++asked / 100.0; };
  for (std::uint32_t seed = 0; seed < 12; ++seed)
    for (const int threads : {2, 5, 1}) {
      const VariantBoard board = random_position(seed, 14);
      asked = 0;
      const SearchResult found = search->run(
          board, Colour::black,
          {.nodes = 1 << 30, .spent = &until, .threads = threads, .table_bytes = 1 << (10 + seed)});
      EXPECT_TRUE(board.free(found.best));
      EXPECT_LE(asked, 110) << "the first thread alone asks the clock";
      Search<15> alone;
      const SearchResult certain = alone.run(board, Colour::black, {.nodes = 2'000, .depth = 1});
      if (certain.depth == 0 && is_win(certain.score)) {
        EXPECT_EQ(found.best, certain.best);
      }
    }
}

TEST(Search, WithALimitOfNodesAloneHasOneThread) {
  const auto team = make_search(15);
  Search<15> alone;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const VariantBoard board = random_position(seed, 10);
    const SearchResult by_one = alone.run(board, Colour::white, few);
    SearchLimits limits = few;
    limits.threads = 8;
    const SearchResult by_team = team->run(board, Colour::white, limits);
    EXPECT_EQ(by_team.best, by_one.best);
    EXPECT_EQ(by_team.nodes, by_one.nodes);
    EXPECT_EQ(by_team.line, by_one.line);
  }
}

// What a long search has proved is known to a short one after two stones of its line, if it keeps
// what was found.
TEST(Search, KeepsItsProofsFromMoveToMove) {
  int kept = 0, forgotten = 0, proofs = 0;
  const SpentTime never = [] { return 0.0; };
  const auto search = make_search(15);
  for (std::uint32_t seed = 0; seed < (sanitized ? 20 : 60); ++seed) {
    VariantBoard board = random_position(seed, 9);
    const SearchLimits at_length{.nodes = 30'000, .spent = &never};
    const SearchResult found = search->run(board, Colour::white, at_length);
    if (!is_proved(found.score) || found.depth < 5 || found.line.size() < 2) continue;
    ++proofs;
    board.lay(found.line[0], Colour::white);
    board.lay(found.line[1], Colour::black);
    SearchLimits shortly{.nodes = 1'000, .spent = &never, .keeps_positions = true};
    kept += is_proved(search->run(board, Colour::white, shortly).score);
    shortly.keeps_positions = false;
    forgotten += !is_proved(search->run(board, Colour::white, shortly).score);
  }
  EXPECT_GT(proofs, sanitized ? 1 : 5);
  EXPECT_GT(kept, proofs - forgotten) << forgotten << " of " << proofs;
}

TEST(OpeningChooser, AnswersRandomOpeningsLegally) {
  Search<15> search;
  OpeningChooser chooser(search);
  for (std::uint32_t seed = 0; seed < (sanitized ? 3 : 12); ++seed)
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
  Search<15> search;
  OpeningChooser chooser(search);
  EXPECT_EQ(chooser.choose(after(koth, {Open{{7, 7}, {7, 8}, {0, 14}}})), Move(TakeBlack{}));
}

TEST(Search, EndsWithItsTimeWhereverItIs) {
  VariantBoard board;
  for (const auto& [x, y] : {std::pair{3, 3}, {4, 3}, {10, 10}, {11, 10}})
    board.lay({x, y}, Colour::black);
  for (const auto& [x, y] : {std::pair{3, 10}, {4, 10}, {10, 3}, {10, 4}})
    board.lay({x, y}, Colour::white);
  int asked = 0;
  const SpentTime over = [&] {
    ++asked;
    return 1.0;
  };
  Search<15> search;
  const auto cut = search.run(board, Colour::black, {.nodes = 1 << 30, .spent = &over});
  EXPECT_TRUE(board.free(cut.best));
  EXPECT_EQ(cut.depth, 0);
  EXPECT_LT(cut.nodes, 1'000);
  EXPECT_GT(asked, 1);
}

TEST(Search, KeepsTimeOnceItHasSettled) {
  VariantBoard board;
  for (const auto& [x, y] : {std::pair{7, 7}, {8, 7}, {6, 6}, {2, 3}})
    board.lay({x, y}, Colour::black);
  for (const auto& [x, y] : {std::pair{8, 8}, {6, 8}, {9, 6}, {3, 12}})
    board.lay({x, y}, Colour::white);
  const SpentTime half = [] { return 0.5; };
  const SearchLimits all{.nodes = 200'000, .spent = &half};
  SearchLimits keeps = all;
  keeps.settled_share = 0.4;
  Search<15> search;
  const auto long_search = search.run(board, Colour::black, all);
  const auto kept = search.run(board, Colour::black, keeps);
  EXPECT_GT(kept.depth, 4);
  EXPECT_LT(kept.nodes, long_search.nodes);
  EXPECT_EQ(search.run(board, Colour::black, {.nodes = 200'000}).nodes, long_search.nodes)
      << "a clock that does not end changes nothing";
}

// Three stones on the far edge of a board, which the player to move makes a straight four.
TEST(Search, UsesItsWholeBoard) {
  for (const int size : {15, 20})
    for (const Colour mover : {Colour::black, Colour::white}) {
      VariantBoard board({size, RowRule::five_or_more});
      for (int y = 10; y < 13; ++y) board.lay({size - 1, y}, mover);
      board.lay({0, 0}, other(mover));
      const auto search = make_search(size);
      const SearchResult found = search->run(board, mover, {.nodes = 5'000});
      EXPECT_EQ(found.score, win_in(3));
      EXPECT_EQ(found.best.x, size - 1);
      EXPECT_TRUE(found.best.y == 9 || found.best.y == 13);
      // The same again, and the other end if that is left out.
      EXPECT_EQ(search->run(board, mover, {.nodes = 5'000}).best, found.best);
      const Point other_end{size - 1, 9 + 13 - found.best.y};
      EXPECT_EQ(search->run(board, mover, {.nodes = 5'000}, std::array{found.best}).best,
                other_end);
    }
}

// Threes at the far end of the longest lines, in every direction.
TEST(Search, SeesTheEndsOfLines) {
  for (const int size : {15, 20})
    for (const Point step : directions)
      for (const Colour mover : {Colour::black, Colour::white}) {
        // The end of the line is the last of its cells as the board counts them.
        const Point end{size - 1, step.y < 0 ? 0 : size - 1};
        const auto at = [&](int steps) {
          return Point{end.x - steps * step.x, end.y - steps * step.y};
        };
        VariantBoard board({size, RowRule::five_or_more});
        for (const int steps : {4, 3, 2}) board.lay(at(steps), mover);
        board.lay({0, 0}, other(mover));
        const SearchResult found = make_search(size)->run(board, mover, {.nodes = 5'000});
        EXPECT_EQ(found.score, win_in(3));
        EXPECT_TRUE(found.best == at(5) || found.best == at(1))
            << size << ": " << step.x << ',' << step.y;
      }
}

TEST(Search, StopsWhenItIsAsked) {
  for (const int size : {15, 20}) {
    VariantBoard board({size, RowRule::five_or_more});
    board.lay({7, 7}, Colour::black);
    board.lay({8, 8}, Colour::white);
    int asked = 0;
    const SpentTime spent = [&] { return ++asked * 0.1; };
    const SearchResult found =
        make_search(size)->run(board, Colour::black, {.nodes = 50'000'000, .spent = &spent});
    EXPECT_LT(asked, 30) << "it is over, however often it is asked";
    EXPECT_LT(found.nodes, 500'000);
    EXPECT_GT(found.nodes, 100);
  }
}

TEST(Search, HasBoardsOfTwoSizes) {
  EXPECT_THROW(make_search(19), std::invalid_argument);
  EXPECT_THROW(make_search(20)->run(VariantBoard(), Colour::black, few), std::logic_error);
}

}  // namespace
}  // namespace hilltop::gomoku::search_test
