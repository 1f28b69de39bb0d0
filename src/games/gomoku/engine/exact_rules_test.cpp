// The engine's tables, board and search where five is exact: against definitions, and against the
// rules alone.
#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/build_for_test.hpp"
#include "core/chance.hpp"
#include "games/gomoku/engine/search.hpp"
#include "games/gomoku/engine/threat_board.hpp"
#include "games/gomoku/engine/vcf.hpp"
#include "games/gomoku/solver/shape_board.hpp"

namespace hilltop::gomoku::exact_rules_test {
namespace {

constexpr std::size_t middle = 5;  // of a line of eleven cells: x own, o another's, . empty

// Returns the pattern of the stone in the middle of a line, by definition, if only rows of exactly
// five win.
Pattern pattern_of(const std::string& line) {
  static std::map<std::string, Pattern> known;
  if (const auto found = known.find(line); found != known.end()) return found->second;
  const auto row = [](const std::string& of) {
    std::size_t first = middle, last = middle;
    while (first > 0 && of[first - 1] == 'x') --first;
    while (last + 1 < of.size() && of[last + 1] == 'x') ++last;
    return std::pair(first, last);
  };
  const auto length = [&](const std::string& of) {
    const auto [first, last] = row(of);
    return last - first + 1;
  };
  const auto classify = [&] {
    if (length(line) == 5) return Pattern::five;
    if (length(line) > 5) return Pattern::overline;
    bool room = false;
    for (std::size_t from = middle - 4; from <= middle; ++from)
      room = room || line.substr(from, 5).find('o') == std::string::npos;
    if (!room) return Pattern::dead;
    std::vector<std::size_t> wins;
    std::map<Pattern, int> next;
    for (std::size_t cell = middle - 4; cell <= middle + 4; ++cell) {
      if (line[cell] != '.') continue;
      std::string more = line;
      more[cell] = 'x';
      if (length(more) == 5) wins.push_back(cell);
      ++next[pattern_of(more)];
    }
    if (wins.size() == 1) return Pattern::four;
    const auto [first, last] = row(line);
    if (wins.size() > 1)
      return length(line) == 4 && wins == std::vector{first - 1, last + 1} ? Pattern::open_four
                                                                           : Pattern::two_fours;
    if (const int fours = next[Pattern::open_four] + next[Pattern::two_fours]; fours > 0)
      return fours == 1 ? Pattern::open_three : Pattern::wide_three;
    if (next[Pattern::four] > 0) return Pattern::closed_three;
    if (const int threes = next[Pattern::open_three] + next[Pattern::wide_three]; threes > 0)
      return threes == 1 ? Pattern::open_two : threes == 2 ? Pattern::wide_two : Pattern::free_two;
    if (next[Pattern::closed_three] > 0) return Pattern::closed_two;
    if (next[Pattern::open_two] + next[Pattern::wide_two] + next[Pattern::free_two] > 0)
      return Pattern::open_one;
    return Pattern::closed_one;
  };
  const Pattern pattern = classify();
  known.emplace(line, pattern);
  return pattern;
}

// All 59,049 lines of ten neighbours.
TEST(ExactPatterns, ClassifyEveryLineByTheDefinition) {
  const std::vector<Pattern> table = line_patterns(5, true, 1);
  for (int number = 0; number < 59'049; ++number) {
    std::string line(11, 'x');
    std::size_t key = 0;
    int rest = number;
    for (std::size_t place = 0; place < 10; ++place, rest /= 3) {
      line[place < middle ? place : place + 1] = ".xo"[rest % 3];
      key |= static_cast<std::size_t>(rest % 3) << (2 * place);
    }
    ASSERT_EQ(table[key], pattern_of(line)) << line;
  }
}

int fives_after(VariantBoard board, Point point, Colour colour) {
  board.lay(point, colour);
  int fives = 0;
  for (const Point other : board.points()) fives += board.would_win(other, colour);
  return fives;
}

// The pattern as which ThreatBoard knows another one, where it is not forbidden.
Pattern known_as(Pattern pattern, bool is_renju_black) {
  if (is_renju_black) return pattern == Pattern::wide_three ? Pattern::open_three : pattern;
  return pattern == Pattern::two_fours  ? Pattern::open_four
         : pattern == Pattern::overline ? Pattern::dead
                                        : pattern;
}

// A cell is forbidden where the rules forbid it, or where it makes two threes of which one cannot
// become a straight four.
template <int Size, RowRule Rule>
void expect_forbidden(const ThreatBoard<Size, Rule>& tested, const VariantBoard& board,
                      const Patterns& patterns, Point point) {
  const bool forbidden = tested.forbidden(cell_of(point, Size), Colour::black);
  if (board.forbidden(point, Colour::black)) {
    ASSERT_TRUE(forbidden);
  } else if (forbidden) {
    ASSERT_GE(std::ranges::count_if(patterns,
                                    [](Pattern pattern) {
                                      return pattern == Pattern::open_three ||
                                             pattern == Pattern::wide_three;
                                    }),
              2);
  }
}

// Expects of each empty cell the threat and the set that follow from the rules and its lines.
template <int Size, RowRule Rule>
void expect_by_the_rules(const ThreatBoard<Size, Rule>& tested, const VariantBoard& board) {
  const ShapeBoard shapes(board);
  for (const Colour colour : {Colour::black, Colour::white}) {
    const bool is_renju_black = Rule == RowRule::renju && colour == Colour::black;
    const bool has_five = std::ranges::any_of(
        board.points(), [&](Point point) { return board.would_win(point, colour); });
    for (const Point point : board.points()) {
      if (!board.free(point)) continue;
      SCOPED_TRACE(std::to_string(point.x) + ',' + std::to_string(point.y));
      const CellIndex cell = cell_of(point, Size);
      const Patterns patterns = shapes.patterns(cell, colour);
      ASSERT_EQ(tested.fives(colour).has(cell), board.would_win(point, colour));
      if (colour == Colour::black) expect_forbidden(tested, board, patterns, point);
      if (::testing::Test::HasFatalFailure()) return;
      if (tested.forbidden(cell, colour) || board.would_win(point, colour)) continue;
      for (std::size_t d = 0; d < directions.size(); ++d)
        ASSERT_EQ(tested.patterns(cell, colour)[d], known_as(patterns[d], is_renju_black));
      if (has_five) continue;
      const int fives = fives_after(board, point, colour);
      ASSERT_EQ(tested.fours(colour).has(cell), fives > 0);
      ASSERT_EQ(tested.cells(colour, ThreatGroup::open_four).has(cell), fives > 1);
    }
  }
}

template <int Size, RowRule Rule>
void expect_the_same(const ThreatBoard<Size, Rule>& tested, const ThreatBoard<Size, Rule>& fresh) {
  ASSERT_EQ(tested.hash(), fresh.hash());
  for (const Colour colour : {Colour::black, Colour::white}) {
    ASSERT_EQ(tested.balance(colour), fresh.balance(colour));
    for (const CellSum of : {mover_value, waiter_value, threes, crossings})
      ASSERT_EQ(tested.sum(colour, of), fresh.sum(colour, of));
    for (std::size_t group = 0; group < threat_group_count<Rule>; ++group) {
      const auto of = static_cast<ThreatGroup>(group);
      ASSERT_EQ(tested.cells(colour, of), fresh.cells(colour, of));
      ASSERT_EQ(tested.count(colour, of), fresh.count(colour, of));
    }
  }
}

template <int Size, RowRule Rule>
void expect_the_rules_under_random_play() {
  int forbidden = 0;
  for (std::uint32_t seed = 0; seed < (sanitized ? 1 : 6); ++seed) {
    Draw draw = Chance(31, seed).on(0);
    VariantBoard board({Size, Rule});
    ThreatBoard<Size, Rule> tested(board);
    std::vector<Point> stones;
    const auto coordinate = [&] {
      return static_cast<int>(draw.below(9)) + (seed % 2 == 0 ? 0 : Size - 9);
    };
    for (int step = 0; step < 70; ++step) {
      if (!stones.empty() && draw.below(4) == 0) {
        tested.undo();
        board.take(stones.back());
        stones.pop_back();
      } else {
        const Point point{coordinate(), coordinate()};
        if (!board.free(point)) continue;
        const Colour colour = draw.below(3) == 0 ? Colour::white : Colour::black;
        tested.lay(cell_of(point, Size), colour);
        board.lay(point, colour);
        stones.push_back(point);
      }
      if (step % 5 != 0) continue;
      expect_by_the_rules(tested, board);
      if (::testing::Test::HasFatalFailure()) return;
      expect_the_same(tested, ThreatBoard<Size, Rule>(board));
      for (const Point point : board.points()) forbidden += board.forbidden(point, Colour::black);
    }
  }
  EXPECT_EQ(forbidden > 0, Rule == RowRule::renju);
}

TEST(ExactThreatBoard, TellsWhatTheRulesTellUnderRandomPlayWithUndo) {
  expect_the_rules_under_random_play<15, RowRule::exactly_five>();
  expect_the_rules_under_random_play<20, RowRule::exactly_five>();
  expect_the_rules_under_random_play<15, RowRule::renju>();
  expect_the_rules_under_random_play<20, RowRule::renju>();
}

VariantBoard random_position(RowRule rule, std::uint32_t seed, int stones) {
  Draw draw = Chance(32, seed).on(0);
  VariantBoard board({.rows = rule});
  Colour colour = Colour::black;
  while (board.stones() < stones) {
    const Point point{static_cast<int>(4 + draw.below(8)), static_cast<int>(4 + draw.below(8))};
    if (!board.legal(point, colour) || board.would_win(point, colour)) continue;
    board.lay(point, colour);
    colour = other(colour);
  }
  return board;
}

std::vector<Point> fives(const VariantBoard& board, Colour colour) {
  std::vector<Point> points;
  for (const Point point : board.points())
    if (board.would_win(point, colour)) points.push_back(point);
  return points;
}

// Plays the attack against the only answer each time, with nothing but the rules. Returns whether
// it won because the answer is forbidden.
template <RowRule Rule>
bool wins_by_foul(VariantBoard board, Colour attacker) {
  for (int stones = 0; stones < 60; ++stones) {
    ThreatBoard<15, Rule> threats(board);
    VcfSearch<15, Rule> vcf(threats);
    EXPECT_GT(vcf.solve(attacker, VcfReach::everywhere, 100'000), 0);
    const Point stone = point_of(vcf.first_move(), 15);
    const bool wins = board.would_win(stone, attacker);
    EXPECT_TRUE(board.legal(stone, attacker));
    if (::testing::Test::HasFailure() || wins) return false;
    board.lay(stone, attacker);
    EXPECT_TRUE(fives(board, other(attacker)).empty());
    const std::vector<Point> answers = fives(board, attacker);
    EXPECT_FALSE(answers.empty());
    if (::testing::Test::HasFailure() || answers.size() > 1) return false;
    if (board.forbidden(answers[0], other(attacker))) return true;
    board.lay(answers[0], other(attacker));
  }
  ADD_FAILURE() << "the attack does not end";
  return false;
}

template <RowRule Rule>
int expect_attacks_to_win() {
  int found = 0, fouls = 0;
  for (std::uint32_t seed = 0; seed < (sanitized ? 60 : 300); ++seed) {
    const VariantBoard board = random_position(Rule, seed, 24 + static_cast<int>(seed % 2));
    const Colour attacker = board.stones() % 2 == 0 ? Colour::black : Colour::white;
    ThreatBoard<15, Rule> threats(board);
    VcfSearch<15, Rule> vcf(threats);
    if (vcf.solve(attacker, VcfReach::everywhere, 20'000) == 0) continue;
    ++found;
    fouls += wins_by_foul<Rule>(board, attacker);
    if (::testing::Test::HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      break;
    }
  }
  EXPECT_GT(found, sanitized ? 5 : 30);
  return fouls;
}

TEST(ExactVcf, FindsVictoriesThatTheRulesAllow) {
  EXPECT_EQ(expect_attacks_to_win<RowRule::exactly_five>(), 0);
  EXPECT_GT(expect_attacks_to_win<RowRule::renju>(), 0);
}

VariantBoard laid(RowRule rule, const std::vector<Point>& black, const std::vector<Point>& white) {
  VariantBoard board({.rows = rule});
  for (const Point point : black) board.lay(point, Colour::black);
  for (const Point point : white) board.lay(point, Colour::white);
  return board;
}

SearchResult searched(RowRule rule, const VariantBoard& board, Colour mover) {
  return make_search(15, rule)->run(board, mover, {.nodes = 20'000});
}

TEST(ExactSearch, TakesNoRowOfSixForAFive) {
  const std::vector<Point> black{{3, 7}, {4, 7}, {5, 7}, {7, 7}, {8, 7}};
  const std::vector<Point> white{{2, 7}, {9, 7}, {0, 0}, {0, 14}, {14, 0}};
  for (const RowRule rule : {RowRule::exactly_five, RowRule::renju}) {
    const VariantBoard board = laid(rule, black, white);
    EXPECT_LT(searched(rule, board, Colour::black).score, win_in(3));
  }
  EXPECT_EQ(
      searched(RowRule::five_or_more, laid(RowRule::five_or_more, black, white), Colour::black)
          .score,
      win_in(1));
}

// White's four can be blocked at one point, where Black would make two threes.
TEST(ExactSearch, KnowsThatBlackMayNotBlockOnAForbiddenPoint) {
  const std::vector<Point> black{{7, 8}, {7, 9}, {8, 7}, {9, 7}, {2, 2}};
  const std::vector<Point> white{{6, 6}, {5, 5}, {4, 4}, {3, 3}, {12, 1}};
  const VariantBoard board = laid(RowRule::renju, black, white);
  ASSERT_TRUE(board.would_win({7, 7}, Colour::white));
  ASSERT_TRUE(board.forbidden({7, 7}, Colour::black));
  ASSERT_EQ(fives(board, Colour::white).size(), 1u);
  EXPECT_EQ(searched(RowRule::renju, board, Colour::black).score, -win_in(2));
  EXPECT_FALSE(is_loss(
      searched(RowRule::exactly_five, laid(RowRule::exactly_five, black, white), Colour::black)
          .score));
}

TEST(ExactSearch, LaysNoStoneOnAForbiddenPoint) {
  int forbidden = 0;
  const auto search = make_search(15, RowRule::renju);
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    const VariantBoard board = random_position(RowRule::renju, seed, 20);
    for (const Point point : board.points()) forbidden += board.forbidden(point, Colour::black);
    const SearchResult found = search->run(board, Colour::black, {.nodes = 2'000});
    EXPECT_TRUE(board.legal(found.best, Colour::black)) << "seed " << seed;
  }
  EXPECT_GT(forbidden, 20);
}

// By the rule that five or more win, the last stage plays as the one before.
TEST(ExactSearch, IsTheDeepOneWhereFiveOrMoreWin) {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    const VariantBoard board = random_position(RowRule::five_or_more, seed, 12);
    const auto found_by = [&](EngineStage stage) {
      return make_search(15)->run(board, Colour::black, {.nodes = 20'000, .stage = stage});
    };
    const SearchResult deep = found_by(EngineStage::deep), exact = found_by(EngineStage::exact);
    EXPECT_EQ(deep.best, exact.best);
    EXPECT_EQ(deep.score, exact.score);
    EXPECT_EQ(deep.nodes, exact.nodes);
  }
}

}  // namespace
}  // namespace hilltop::gomoku::exact_rules_test
