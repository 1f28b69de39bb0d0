#include "games/gomoku/engine/threat_board.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/build_for_test.hpp"
#include "core/chance.hpp"
#include "games/gomoku/engine/evaluation.hpp"

namespace hilltop::gomoku::threat_board_test {
namespace {

CellIndex cell_of(Point point) { return gomoku::cell_of(point, 15); }

// What the tables say, by definition: from the board alone, by laying stones.
class Naive {
 public:
  explicit Naive(const VariantBoard& board) : board_(board) {}

  // The cells that make a row of five or more with `point`, on which `colour` has a stone.
  static std::vector<Point> completions(const VariantBoard& board, Point point, Colour colour,
                                        std::size_t direction) {
    std::vector<Point> cells;
    for (const Point cell : on_line(point, direction))
      if (board.free(cell)) {
        VariantBoard next = board;
        next.lay(cell, colour);
        if (row_holds(next, point, cell, colour, direction)) cells.push_back(cell);
      }
    return cells;
  }

  Pattern pattern(Point point, Colour colour, std::size_t direction) const {
    VariantBoard next = board_;
    next.lay(point, colour);
    return made(next, point, colour, direction);
  }

  Threat threat(Point point, Colour colour) const {
    int fives = 0, fours = 0, threes = 0;
    for (std::size_t direction = 0; direction < directions.size(); ++direction)
      switch (pattern(point, colour, direction)) {
        case Pattern::five: ++fives; break;
        case Pattern::open_four: fours += 2; break;
        case Pattern::four: ++fours; break;
        case Pattern::open_three:
        case Pattern::wide_three: ++threes; break;
        default: break;
      }
    if (fives > 0) return Threat::five;
    if (fours > 1) return Threat::open_four;
    if (fours == 1) return threes > 0 ? Threat::four_three : Threat::four;
    return threes > 1 ? Threat::double_three : threes == 1 ? Threat::three : Threat::none;
  }

 private:
  static Point step(Point point, std::size_t direction, int steps) {
    return {point.x + steps * directions[direction].x, point.y + steps * directions[direction].y};
  }
  static std::vector<Point> on_line(Point point, std::size_t direction) {
    std::vector<Point> cells;
    for (int i = -4; i <= 4; ++i)
      if (const Point cell = step(point, direction, i); i != 0 && on_board(cell))
        cells.push_back(cell);
    return cells;
  }
  // Whether five cells in a row that hold both points are all of `colour`.
  static bool row_holds(const VariantBoard& board, Point a, Point b, Colour colour,
                        std::size_t direction) {
    for (int from = -4; from <= 0; ++from) {
      bool all = true, has_b = false;
      for (int i = from; i < from + row_to_win; ++i) {
        const Point cell = step(a, direction, i);
        all = all && board.has(cell, colour);
        has_b = has_b || cell == b;
      }
      if (all && has_b) return true;
    }
    return false;
  }

  // The pattern of the stone on `point`.
  static Pattern made(const VariantBoard& board, Point point, Colour colour,
                      std::size_t direction) {
    if (row_holds(board, point, point, colour, direction)) return Pattern::five;
    if (const std::size_t cells = completions(board, point, colour, direction).size(); cells > 0)
      return cells == 1 ? Pattern::four : Pattern::open_four;
    std::map<Pattern, int> next;
    for (const Point cell : on_line(point, direction))
      if (board.free(cell)) {
        VariantBoard more = board;
        more.lay(cell, colour);
        ++next[made(more, point, colour, direction)];
      }
    if (next[Pattern::open_four] > 1) return Pattern::wide_three;
    if (next[Pattern::open_four] == 1) return Pattern::open_three;
    if (next[Pattern::four] > 0) return Pattern::closed_three;
    const int threes = next[Pattern::open_three] + next[Pattern::wide_three];
    if (threes > 2) return Pattern::free_two;
    if (threes > 0) return threes == 2 ? Pattern::wide_two : Pattern::open_two;
    if (next[Pattern::closed_three] > 0) return Pattern::closed_two;
    if (next[Pattern::open_two] + next[Pattern::wide_two] + next[Pattern::free_two] > 0)
      return Pattern::open_one;
    return next[Pattern::closed_two] + next[Pattern::closed_one] + next[Pattern::open_one] > 0
               ? Pattern::closed_one
               : Pattern::dead;
  }

  VariantBoard board_;
};

VariantBoard laid(const std::vector<Point>& black, const std::vector<Point>& white) {
  VariantBoard board;
  for (const Point point : black) board.lay(point, Colour::black);
  for (const Point point : white) board.lay(point, Colour::white);
  return board;
}

struct Shape {
  const char* row;  // cells (0,7) onwards; X Black, O White, . empty, * the empty cell in question
  Pattern black;
};

TEST(PatternTables, NameTheShapesOfTheField) {
  const Shape table[] = {
      {"..XX*XX........", Pattern::five},
      {"X*XXXX.........", Pattern::five},  // six wins too
      {".X*XX..........", Pattern::open_four},
      {"OX*XX..........", Pattern::four},
      {"XXX*...........", Pattern::four},  // the edge
      {"...X.XX*X.X....", Pattern::open_four},
      {"...X.X*X.X.....", Pattern::open_four},  // one on either side
      {"...XX*.........", Pattern::wide_three},
      {"..OXX*.........", Pattern::closed_three},
      {"..O.XX*.O......", Pattern::closed_three},  // room for five only
      {"..O.XX*..O.....", Pattern::open_three},
      {"....X.X*.......", Pattern::open_three},  // with a gap
      {"......X*.......", Pattern::free_two},
      {"O..X*..O.......", Pattern::wide_two},
      {"O..X*.O........", Pattern::closed_two},
      {".......*.......", Pattern::open_one},
      {"O...*.O........", Pattern::closed_one},
      {"O..*.O.........", Pattern::dead},
  };
  for (const Shape& shape : table) {
    std::vector<Point> black, white;
    Point asked;
    for (int x = 0; x < board_size; ++x) {
      const char cell = shape.row[x];
      if (cell == 'X') black.push_back({x, 7});
      if (cell == 'O') white.push_back({x, 7});
      if (cell == '*') asked = {x, 7};
    }
    for (const Colour colour : {Colour::black, Colour::white}) {
      ThreatBoard<15> board;
      board.set_up(colour == Colour::black ? laid(black, white) : laid(white, black));
      EXPECT_EQ(board.patterns(cell_of(asked), colour)[0], shape.black) << shape.row;
    }
  }
}

// All 6,561 lines of eight neighbours, against the definition; with sanitizers one in 14.
TEST(PatternTables, ClassifyEveryNeighbourhoodByTheDefinition) {
  for (int line = 0; line < 6561; line += sanitized ? 14 : 1) {
    VariantBoard board;
    int rest = line;
    for (int i = 0; i < 9; ++i) {
      if (i == 4) continue;
      if (rest % 3 == 1) board.lay({3 + i, 7}, Colour::black);
      if (rest % 3 == 2) board.lay({3 + i, 7}, Colour::white);
      rest /= 3;
    }
    // Stones beyond the nine cells do not matter.
    board.lay({2, 7}, line % 2 == 0 ? Colour::black : Colour::white);
    board.lay({12, 7}, line % 2 == 0 ? Colour::black : Colour::white);
    ThreatBoard<15> tested;
    tested.set_up(board);
    for (const Colour colour : {Colour::black, Colour::white})
      ASSERT_EQ(tested.patterns(cell_of({7, 7}), colour)[0],
                Naive(board).pattern({7, 7}, colour, 0))
          << line;
  }
}

// Two boards tell the same threats.
void expect_same_threats(const ThreatBoard<15>& tested, const ThreatBoard<15>& fresh) {
  ASSERT_EQ(tested.stones(), fresh.stones());
  ASSERT_EQ(tested.hash(), fresh.hash());
  ASSERT_EQ(tested.near_cells(), fresh.near_cells());
  ASSERT_EQ(tested.empty_cells(), fresh.empty_cells());
  for (const Colour colour : {Colour::black, Colour::white}) {
    for (const ThreatGroup group :
         {ThreatGroup::double_three, ThreatGroup::four, ThreatGroup::four_three,
          ThreatGroup::open_four, ThreatGroup::five}) {
      ASSERT_EQ(tested.cells(colour, group), fresh.cells(colour, group));
      ASSERT_EQ(tested.count(colour, group), fresh.count(colour, group));
    }
    for (CellSet<15> cells = tested.empty_cells(); cells.any();) {
      const CellIndex cell = cells.take();
      ASSERT_EQ(tested.patterns(cell, colour), fresh.patterns(cell, colour)) << int{cell};
    }
  }
}

// Two boards tell the same.
void expect_equal(const ThreatBoard<15>& tested, const ThreatBoard<15>& fresh) {
  expect_same_threats(tested, fresh);
  for (const Colour colour : {Colour::black, Colour::white}) {
    ASSERT_EQ(tested.balance(colour), fresh.balance(colour));
    for (const CellSum of : {mover_value, waiter_value, threes, crossings})
      ASSERT_EQ(tested.sum(colour, of), fresh.sum(colour, of));
  }
}

// The eight neighbours of a point in a direction, as PatternTables has them, read off the board.
std::uint16_t neighbours_of(const VariantBoard& board, Point point, Point direction) {
  unsigned neighbours = 0, place = 0;
  for (int i = -4; i <= 4; ++i) {
    if (i == 0) continue;
    const Point at{point.x + i * direction.x, point.y + i * direction.y};
    const auto colour = on_board(at) ? board.at(at) : std::nullopt;
    const unsigned cell = !on_board(at) ? 3 : !colour ? 0 : *colour == Colour::black ? 1 : 2;
    neighbours |= cell << (2 * place++);
  }
  return static_cast<std::uint16_t>(neighbours);
}

// Whether a cell with these patterns has shapes of two, or closed threes, in several directions.
bool crosses(const Patterns& patterns) {
  const std::set<Pattern> shapes{Pattern::open_two, Pattern::wide_two, Pattern::free_two,
                                 Pattern::closed_three};
  int found = 0;
  for (const Pattern pattern : patterns) found += shapes.contains(pattern);
  return found >= 2;
}

// The groups, the evaluation and the empty cells follow from the empty cells' patterns and lines.
void expect_sums(const ThreatBoard<15>& tested, const VariantBoard& board) {
  std::array<int, 2> balances{};  // by the colour that moves
  constexpr std::size_t group_count = threat_group_count<RowRule::five_or_more>;
  CellSet<15> groups[2][group_count];
  std::array<int, 2> three_cells{}, crossing_cells{};
  CellSet<15> near;
  const PatternTables<>& tables = PatternTables<>::shared();
  for (const Point point : all_points) {
    if (!board.free(point)) {
      ASSERT_FALSE(tested.free(cell_of(point)));
      continue;
    }
    for (const Colour colour : {Colour::black, Colour::white}) {
      const auto of = static_cast<std::size_t>(colour);
      const Patterns patterns = tested.patterns(cell_of(point), colour);
      const PatternSum sum = sum_of(patterns);
      for (std::size_t mover = 0; mover < 2; ++mover)
        balances[mover] += tables.sums(sum, of)[mover == of ? mover_value : waiter_value];
      three_cells[of] += tables.threat(sum, of) == Threat::three;
      crossing_cells[of] += crosses(patterns);
      if (tables.group(sum, of) != no_group) groups[of][tables.group(sum, of)].add(cell_of(point));
    }
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const std::uint16_t neighbours = neighbours_of(board, point, directions[d]);
      ASSERT_EQ(tested.neighbours(cell_of(point), d), neighbours);
      for (const Colour mover : {Colour::black, Colour::white})
        balances[static_cast<std::size_t>(mover)] +=
            evaluation_tables.lines[line_class(neighbours, mover)];
    }
    for (const Point other : all_points) {
      const int dx = std::abs(other.x - point.x), dy = std::abs(other.y - point.y);
      const bool beside = std::max(dx, dy) <= 2;
      const bool in_line = std::max(dx, dy) == 3 && (dx == dy || std::min(dx, dy) == 0);
      if (!board.free(other) && (beside || in_line)) near.add(cell_of(point));
    }
  }
  ASSERT_EQ(tested.balance(Colour::black), balances[0]);
  ASSERT_EQ(tested.balance(Colour::white), balances[1]);
  ASSERT_EQ(tested.near_cells(), near);
  for (const Colour colour : {Colour::black, Colour::white}) {
    ASSERT_EQ(tested.sum(colour, threes), three_cells[static_cast<std::size_t>(colour)]);
    ASSERT_EQ(tested.sum(colour, crossings), crossing_cells[static_cast<std::size_t>(colour)]);
  }
  for (const Colour colour : {Colour::black, Colour::white})
    for (std::size_t i = 0; i < group_count; ++i) {
      const auto group = static_cast<ThreatGroup>(i);
      ASSERT_EQ(tested.cells(colour, group), groups[static_cast<std::size_t>(colour)][i]);
      ASSERT_EQ(tested.count(colour, group), tested.cells(colour, group).size());
    }
}

TEST(ThreatBoard, EqualsARecomputationUnderRandomPlayWithUndo) {
  constexpr int steps_a_comparison = sanitized ? 21 : 7;
  for (std::uint32_t seed = 0; seed < 12; seed += sanitized ? 5 : 1) {
    Draw draw = Chance(3, seed).on(0);
    ThreatBoard<15> tested;
    std::vector<std::pair<Point, Colour>> stones;
    for (int step = 0; step < 150; ++step) {
      // Seeds differ in how dense their stones are, and in how often they go back.
      if (!stones.empty() && draw.below(10) < 2 + seed % 3) {
        for (std::uint32_t times = draw.below(6); times > 0 && !stones.empty(); --times) {
          tested.undo();
          stones.pop_back();
        }
      } else {
        const int size = 5 + static_cast<int>(seed % 11);
        const Point point{static_cast<int>(draw.below(static_cast<std::uint32_t>(size))),
                          14 - static_cast<int>(draw.below(static_cast<std::uint32_t>(size)))};
        if (!tested.free(cell_of(point))) continue;
        const Colour colour = draw.below(2) == 0 ? Colour::black : Colour::white;
        tested.lay(cell_of(point), colour);
        ASSERT_EQ(tested.last(), cell_of(point));
        stones.push_back({point, colour});
      }
      if (step % steps_a_comparison != 0) continue;
      VariantBoard board;
      for (const auto& [point, colour] : stones) board.lay(point, colour);
      ThreatBoard<15> fresh;
      fresh.set_up(board);
      expect_equal(tested, fresh);
      expect_sums(tested, board);
      const Naive naive(board);
      for (const Point point : all_points)
        if (board.free(point) && draw.below(sanitized ? 800 : 400) == 0)
          for (const Colour colour : {Colour::black, Colour::white}) {
            ASSERT_EQ(tested.threat(cell_of(point), colour), naive.threat(point, colour));
            for (std::size_t direction = 0; direction < directions.size(); ++direction)
              ASSERT_EQ(tested.patterns(cell_of(point), colour)[direction],
                        naive.pattern(point, colour, direction));
          }
    }
  }
}

// Returns in which of the steps that begin with 0 and with these counts a count is.
int step_of(int count, std::initializer_list<int> first) {
  int step = 0;
  for (const int f : first) step += f <= count;
  return step;
}

// A number of a balance stands for one list of what it tells apart, and no other.
TEST(Evaluation, NumbersBalancesByTheirSteps) {
  std::map<std::size_t, std::vector<int>> of_threats, of_threes, of_crossings;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Draw draw = Chance(8, seed).on(0);
    ThreatBoard<15> board;
    while (board.stones() < 80) {
      const auto cell = static_cast<CellIndex>(draw.below(board_points));
      if (!board.free(cell)) continue;
      board.lay(cell, draw.below(2) == 0 ? Colour::black : Colour::white);
      for (const Colour mover : {Colour::black, Colour::white}) {
        std::vector<int> threat_list, three_list, crossing_list;
        for (const Colour colour : {mover, other(mover)}) {
          std::map<Threat, int> count;
          for (CellSet<15> cells = board.empty_cells(); cells.any();)
            ++count[board.threat(cells.take(), colour)];
          const int fours = count[Threat::four], four_threes = count[Threat::four_three],
                    double_threes = count[Threat::double_three],
                    open_fours = count[Threat::open_four], three_cells = count[Threat::three];
          threat_list.insert(threat_list.end(),
                             {std::min(four_threes, 1), std::min(double_threes, 1),
                              std::min(fours, colour == mover ? 2 : 3),
                              colour == mover ? 0 : std::min(open_fours, 3)});
          three_list.insert(three_list.end(),
                            {step_of(three_cells, {1, 2, 4, 7, 12}),
                             std::min(double_threes + four_threes + open_fours, 3),
                             std::min(fours + four_threes, 1)});
          crossing_list.insert(crossing_list.end(),
                               {step_of(board.sum(colour, crossings), {1, 2, 4, 7, 12, 18, 25}),
                                std::min(three_cells, 3)});
        }
        const Balances balances = balances_of(board, mover);
        ASSERT_LT(balances.threats, Balances::threat_count);
        ASSERT_LT(balances.threes, Balances::three_count);
        ASSERT_LT(balances.crossings, Balances::crossing_count);
        ASSERT_EQ(of_threats.try_emplace(balances.threats, threat_list).first->second, threat_list);
        ASSERT_EQ(of_threes.try_emplace(balances.threes, three_list).first->second, three_list);
        ASSERT_EQ(of_crossings.try_emplace(balances.crossings, crossing_list).first->second,
                  crossing_list);
      }
    }
  }
  for (const auto* const numbers : {&of_threats, &of_threes, &of_crossings}) {
    std::set<std::vector<int>> lists;
    for (const auto& [number, list] : *numbers) lists.insert(list);
    EXPECT_EQ(lists.size(), numbers->size());
    EXPECT_GT(lists.size(), 100u);
  }
}

// A class and a sum are a multiset of patterns: neither the order of the directions nor anything
// else counts.
TEST(Evaluation, NumbersTheMultisetsOfFourPatterns) {
  std::map<CellClass, std::multiset<Pattern>> of_class;
  std::map<PatternSum, std::multiset<Pattern>> of_sum;
  std::vector<Pattern> every;
  for (std::size_t i = 0; i < pattern_count; ++i) every.push_back(static_cast<Pattern>(i));
  for (const Pattern a : every)
    for (const Pattern b : every)
      for (const Pattern c : every)
        for (const Pattern d : every) {
          const std::multiset<Pattern> patterns{a, b, c, d};
          const CellClass number = class_of({a, b, c, d});
          ASSERT_LT(number, cell_classes);
          ASSERT_EQ(of_class.try_emplace(number, patterns).first->second, patterns);
          ASSERT_EQ(of_sum.try_emplace(sum_of({a, b, c, d}), patterns).first->second, patterns);
        }
  EXPECT_EQ(of_class.size(), cell_classes);
  EXPECT_EQ(of_sum.size(), cell_classes);
}

// What is packed holds the sums of these tables.
TEST(Evaluation, HasValuesOfWhichTheSumsFit) {
  // One stone takes four lines away, and changes those of 32 cells.
  for (const int value : evaluation_tables.lines)
    ASSERT_LT((4 + 2 * 32) * std::abs(value), 1 << 15);
  constexpr int most_cells = 20 * 20;  // of the larger board
  for (const auto* const values :
       {&evaluation_tables.mover_values, &evaluation_tables.waiter_values})
    for (const int value : *values) ASSERT_LT(most_cells * std::abs(value), 1 << 22);
}

// Numbers in one are told apart again, below 0 as well.
TEST(PatternTables, AddWhatIsPacked) {
  Draw draw = Chance(9, 0).on(0);
  const auto value = [&] { return static_cast<int>(draw.below(601)) - 300; };
  for (int trial = 0; trial < 100; ++trial) {
    CellSums cells;
    LineValues lines;
    std::array<int, 4> expected{};
    std::array<int, 2> expected_lines{};
    for (std::size_t i = 0; i < board_points; ++i) {
      const std::array<int, 4> of{value(), value(), static_cast<int>(draw.below(2)),
                                  static_cast<int>(draw.below(2))};
      const CellSums added(of[0], of[1], of[2], of[3]);
      cells += added;
      for (std::size_t n = 0; n < of.size(); ++n) expected[n] += of[n];
      if (draw.below(3) == 0) {
        cells -= added;
        for (std::size_t n = 0; n < of.size(); ++n) expected[n] -= of[n];
      }
      if (i >= 4 + 2 * 32) continue;  // lines of one stone
      const bool less = draw.below(2) == 0;
      less ? lines -= LineValues(of[0], of[1]) : lines += LineValues(of[0], of[1]);
      for (std::size_t n = 0; n < 2; ++n) expected_lines[n] += less ? -of[n] : of[n];
      for (std::size_t n = 0; n < 2; ++n) ASSERT_EQ(lines[n], expected_lines[n]);
    }
    for (const CellSum of : {mover_value, waiter_value, threes, crossings})
      ASSERT_EQ(cells[of], expected[of]);
  }
}

// Own and other stones, empty cells and walls count; which way the line is read does not.
TEST(Evaluation, NumbersTheLinesThatDifferAsThePlayerToMoveSeesThem) {
  std::map<LineClass, std::set<std::array<int, 8>>> seen;
  for (std::uint32_t key = 0; key < std::uint32_t{1} << 16; ++key)
    for (const Colour mover : {Colour::black, Colour::white}) {
      std::array<int, 8> line{};  // 0 empty, 1 own, 2 the opponent's, 3 off the board
      for (std::size_t i = 0; i < line.size(); ++i) {
        const int cell = static_cast<int>(key >> (2 * i) & 3);
        line[i] = mover == Colour::white && (cell == 1 || cell == 2) ? 3 - cell : cell;
      }
      // Beyond a wall there is nothing.
      for (std::size_t i = 1; i < 4; ++i) {
        if (line[4 + i - 1] == 3) line[4 + i] = 3;
        if (line[3 - i + 1] == 3) line[3 - i] = 3;
      }
      std::array<int, 8> backwards = line;
      std::ranges::reverse(backwards);
      const LineClass number = line_class(static_cast<std::uint16_t>(key), mover);
      ASSERT_LT(number, line_classes);
      seen[number].insert(std::min(line, backwards));
    }
  EXPECT_EQ(seen.size(), line_classes);
  for (const auto& [number, lines] : seen) ASSERT_EQ(lines.size(), 1u) << number;
}

TEST(ThreatBoard, IsSetUpAnew) {
  ThreatBoard<15> used, fresh;
  used.set_up(laid({{7, 7}, {8, 8}}, {{9, 9}}));
  used.lay(cell_of({0, 0}), Colour::white);
  const VariantBoard board = laid({{3, 3}}, {{4, 3}});
  used.set_up(board);
  fresh.set_up(board);
  expect_equal(used, fresh);
}

// A position of 24 stones in a square of seven cells' width, in the middle or in a corner.
void lay_at_random(ThreatBoard<15>& board, std::uint32_t seed) {
  Draw draw = Chance(4, seed).on(0);
  const std::array<Point, 3> corners{{{4, 4}, {0, 0}, {board_size - 7, board_size - 7}}};
  const Point corner = corners[seed % corners.size()];
  for (int stone = 0; stone < 24; ++stone) {
    const Point point{corner.x + static_cast<int>(draw.below(7)),
                      corner.y + static_cast<int>(draw.below(7))};
    if (board.free(cell_of(point)))
      board.lay(cell_of(point), stone % 2 == 0 ? Colour::black : Colour::white);
  }
}

TEST(ThreatBoard, KnowsTheThreatsOfStonesThatAreNotValued) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    ThreatBoard<15> tested, fresh;
    lay_at_random(tested, seed);
    lay_at_random(fresh, seed);
    Draw draw = Chance(5, seed).on(0);
    int laid = 0;
    for (; laid < 6; ++laid) {
      CellSet<15> cells = tested.near_cells();
      for (std::uint32_t skipped = draw.below(20); skipped > 0; --skipped) cells.take();
      const Colour colour = laid % 2 == 0 ? Colour::black : Colour::white;
      tested.lay_for_threats(cells.first(), colour);
      fresh.lay(cells.first(), colour);
      expect_same_threats(tested, fresh);
    }
    for (; laid > 0; --laid) {
      tested.undo();
      fresh.undo();
    }
    expect_equal(tested, fresh);
  }
}

// A stone keeps an open four from being made if it is among the defences, and only then.
TEST(ThreatBoard, NamesTheDefencesAgainstAnOpenFour) {
  int checked = 0, kept = 0;
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    ThreatBoard<15> board;
    lay_at_random(board, seed);
    for (const Colour colour : {Colour::black, Colour::white})
      for (CellSet<15> threats = board.cells(colour, ThreatGroup::open_four); threats.any();) {
        const CellIndex threat = threats.take();
        const CellSet<15> defences = board.defences(threat, colour);
        for (CellSet<15> rest = board.empty_cells(); rest.any(); ++checked) {
          const CellIndex cell = rest.take();
          board.lay(cell, other(colour));
          ASSERT_EQ(board.cells(colour, ThreatGroup::open_four).has(threat), !defences.has(cell));
          board.undo();
          kept += defences.has(cell) && cell != threat;
        }
      }
  }
  EXPECT_GT(checked, 1000);
  EXPECT_GT(kept, 100);
}

// Where the opponent can make an open four, and nothing else decides, the cells worth a stone stop
// all of them, or make a four.
TEST(ThreatBoard, KnowsTheCellsThatAreWorthAStone) {
  int stopped = 0, lost = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    ThreatBoard<15> board;
    lay_at_random(board, seed);
    for (const Colour mover : {Colour::black, Colour::white}) {
      const Colour opponent = other(mover);
      if (!board.any(opponent, ThreatGroup::open_four) || board.any(opponent, ThreatGroup::five) ||
          board.any(mover, ThreatGroup::open_four))
        continue;
      CellSet<15> expected = board.fours(mover);
      for (CellSet<15> rest = board.empty_cells(); rest.any();) {
        const CellIndex cell = rest.take();
        board.lay(cell, mover);
        if (!board.any(opponent, ThreatGroup::open_four)) expected.add(cell);
        board.undo();
      }
      ++(expected.any() ? stopped : lost);
      if (expected.empty()) expected = board.cells(opponent, ThreatGroup::open_four);
      ASSERT_EQ(board.worthy_cells(mover), expected) << seed;
    }
  }
  EXPECT_GT(stopped, 50);
  EXPECT_GT(lost, 5);
}

}  // namespace
}  // namespace hilltop::gomoku::threat_board_test
