#include "games/gomoku/openings.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "games/gomoku/log.hpp"
#include "games/gomoku/openings_file.hpp"
#include "games/gomoku/rules.hpp"
#include "games/gomoku/symmetry.hpp"

namespace hilltop::gomoku::openings_test {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers numbers(std::string_view text) {
  const auto value = read_openings(text, "book.txt", {"koth", {}});
  EXPECT_TRUE(value) << (value ? "" : value.error().text);
  return value ? std::get<Numbers>(*value) : Numbers{};
}

std::string complaint(std::string_view text, std::string_view rules = "koth",
                      const Switches& switches = {}) {
  const auto value = read_openings(text, "book.txt", {rules, switches});
  return value ? "" : value.error().text;
}

Rules rules_with(std::string_view rule_set, const Numbers& openings) {
  return Rules::under(rule_set, {{"openings", openings}}).value();
}

// Returns openings of which no symmetry makes two the same: the first stones are at a corner.
std::string different(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const int black = static_cast<int>(i) / 80, white = static_cast<int>(i) % 80;
    const auto inside = [](int number) { return coordinate({3 + number / 9, 3 + number % 9}); };
    text += "A1 B1 " + inside(black) + ' ' + inside(white + (white >= black ? 1 : 0)) + '\n';
  }
  return text;
}

TEST(Openings, AreReadInBothNotations) {
  const Numbers centre_and_more{707, 808, 600, -1};
  for (const char* text :
       {"0,0, 1,1, -1,-7", "0,0,1,1,-1,-7", "  0 , 0   1,1 ,-1,-7 ", "+0,0 1,+1 -1,-7", "H8 I9 G1",
        "h8i9g1", "H8,I9,G1", "h8 i9\tG1 # a remark", "0,0 I9 -1,-7", "\xEF\xBB\xBFH8 I9 G1\r\n",
        "# a remark\n\n\r\nH8 I9 G1"})
    EXPECT_EQ(numbers(text), centre_and_more) << text;
  EXPECT_EQ(numbers("A1\nO15 A15"), (Numbers{0, -1, 1414, 14, -1}));
}

TEST(Openings, AMistakeIsToldWithLineAndColumn) {
  const std::map<std::string, std::string> complaints{
      {"", "book.txt: there are no openings in this file"},
      {"# nothing\n\r\n", "book.txt: there are no openings in this file"},
      {"H8\nI9 x J9", "book.txt:2:4: a stone is an offset"},
      {"H8 8,0", "book.txt:1:4: the stone is off the board"},
      {"P1", "book.txt:1:1: the stone is off the board"},
      {"A0", "book.txt:1:1: the stone is off the board"},
      {"A16", "book.txt:1:1: the stone is off the board"},
      {"A99999999999999999999", "book.txt:1:1: the stone is off the board"},
      {"-99999999999999999999,0", "book.txt:1:1: the stone is off the board"},
      {"-2147483648,0", "book.txt:1:1: the stone is off the board"},
      {"A-1", "book.txt:1:1: a stone is"},
      {"H", "book.txt:1:1: a stone is"},
      {"1,", "book.txt:1:1: a stone is"},
      {"1", "book.txt:1:1: a stone is"},
      {"+-1,2", "book.txt:1:1: a stone is"},
      {"1,2,3", "book.txt:1:5: a stone is"},
      {"1.5,2", "book.txt:1:1: a stone is"},
      {std::string("H8\0", 3), "book.txt:1:1: a stone is"},
      {"\xEF\xBC\x88H8", "book.txt:1:1: a stone is"},
      {"H8 I9 H8", "book.txt:1:7: the opening has a stone there already"},
      {"A1 A2 B1 B2 C1 C2 D1 D2 E1", "book.txt:1:25: the stone completes a row of five"},
      {"H8 I9\nH9 I8\nH8 G9", "book.txt:3:1: the same position as line 1"},
      {"H8 I9 J10\n\n  J10 I9 H8", "book.txt:3:1: the same position as line 1"},
  };
  for (const auto& [text, begins] : complaints)
    EXPECT_EQ(complaint(text).substr(0, begins.size()), begins) << text;
}

TEST(Openings, HaveLimits) {
  std::string full;
  // Rows of two colours in turn, in which nobody has five.
  for (int y = 0; y < board_size; ++y)
    for (int x = 0; x < board_size; ++x)
      full += coordinate({(x + (y % 4 < 2 ? 0 : 1)) % board_size, y}) + ' ';
  EXPECT_NE(complaint(full).find("an opening has at most 100 stones"), std::string::npos)
      << complaint(full);
  EXPECT_EQ(complaint(different(openings_max)), "");
  EXPECT_EQ(complaint(different(openings_max + 1)).substr(0, 40),
            "book.txt:4097:1: more than 4096 openings");
  EXPECT_LT(different(openings_max).size(), openings_bytes_max);
}

TEST(Openings, AsASwitchAreCheckedLikeAFile) {
  for (const auto& [list, begins] : std::map<Numbers, std::string>{
           {{707}, "switch 'openings': opening 1: -1 is missing"},
           {{-1}, "switch 'openings': opening 1: an opening has at least one stone"},
           {{707, -1, 15, -1}, "switch 'openings': opening 2: the stone is off the board"},
           {{707, 707, -1}, "switch 'openings': opening 1: the opening has a stone there"},
           {{2000, -1}, "switch 'openings' takes a list of numbers"}}) {
    const auto rules = Rules::under("koth", {{"openings", list}});
    ASSERT_FALSE(rules);
    EXPECT_EQ(rules.error().text.substr(0, begins.size()), begins);
  }
  // Without openings the switch does not show: the keys of older results have none.
  EXPECT_EQ(Rules::under("koth", {}).value().switches().count("openings"), 0u);
  EXPECT_EQ(Rules::under("koth", {{"openings", Numbers{}}}).value().switches().size(), 1u);
  const Numbers list{707, 808, -1, 7, -1};
  EXPECT_EQ(rules_with("koth", list).switches().at("openings"), SwitchValue(list));
}

TEST(Openings, EachIsDealtOnceARoundAndOnceInEachSymmetry) {
  const Numbers list =
      numbers("H8 I9 J8 K2\nA1 B3 C7 O4\nB2 O15 H8 A5\nC3 D3 C4 A9 A1\nF1 G2 N13 C4");
  const auto openings = Openings::of({std::vector<int>(list.begin(), list.end())}).value();
  ASSERT_EQ(openings.size(), 5u);
  for (const std::uint64_t key : {1u, 2u, 77u}) {
    std::set<OpeningStones> dealt;
    for (std::uint32_t round = 0; round < symmetries; ++round) {
      std::set<std::size_t> of_round;
      for (std::uint32_t i = 0; i < openings.size(); ++i) {
        const OpeningStones opening = openings.dealt(Chance(key, round * openings.size() + i));
        dealt.insert(opening);
        for (std::size_t number = 0; number < openings.size(); ++number)
          for (std::uint32_t symmetry = 0; symmetry < symmetries; ++symmetry) {
            OpeningStones image = openings.all()[number];
            for (Point& point : image) point = turned(point, symmetry);
            if (image == opening) of_round.insert(number);
          }
      }
      EXPECT_EQ(of_round.size(), openings.size());
    }
    EXPECT_EQ(dealt.size(), symmetries * openings.size());
  }
  std::set<OpeningStones> first;
  for (std::uint64_t key = 0; key < 60; ++key) first.insert(openings.dealt(Chance(key, 0)));
  EXPECT_GT(first.size(), 15u);  // the order follows from the key
}

TEST(Openings, AnOrderOfAnySizeHasEachOnce) {
  for (const std::uint32_t count : {1u, 2u, 3u, 16u, 17u, 200u}) {
    const Numbers list = numbers(different(count));
    const auto openings = Openings::of({std::vector<int>(list.begin(), list.end())}).value();
    std::set<OpeningStones> dealt;
    for (std::uint32_t deal = 0; deal < count; ++deal)
      dealt.insert(openings.dealt(Chance(5, deal)));
    EXPECT_EQ(dealt.size(), count);
  }
}

TEST(Openings, AGameBeginsFromItsOpening) {
  struct Case {
    const char* rules;
    const char* text;
    Colour first;
  };
  for (const auto& [name, text, first] :
       {Case{"koth", "H8", Colour::black}, Case{"koth", "H8 I9 J8", Colour::black},
        Case{"koth", "H8 I9", Colour::black}, Case{"swap2", "H8 I9 J8", Colour::white},
        Case{"swap2", "H8", Colour::white}, Case{"swap2", "H8 I9", Colour::black}}) {
    const Rules rules = rules_with(name, numbers(text));
    const Chance luck(3, 0);
    const State state = rules.start(2, luck);
    const OpeningStones opening = rules.opening(luck);
    EXPECT_EQ(state.phase, Phase::stones);
    EXPECT_EQ(state.to_move, first) << name << ' ' << text;
    EXPECT_EQ(colour_of(state, opener), Colour::black);
    EXPECT_EQ(state.board.stones(), static_cast<int>(opening.size()));
    EXPECT_EQ(state.board.at(opening.front()), Colour::black);
    EXPECT_EQ(state.turn, 0);
    EXPECT_EQ(rules.start(2, luck), state);
    const Log log(rules, {"Ann", "Bob"}, luck);
    EXPECT_NE(log.opening().find("Ann has black and Bob white"), std::string::npos);
  }
}

TEST(Openings, AreReadForTheBoardOfTheRules) {
  const Switches large{{"size", std::int64_t{20}}};
  const auto read = [&](std::string_view text) {
    return std::get<Numbers>(read_openings(text, "book.txt", {"freestyle", large}).value());
  };
  EXPECT_EQ(read("0,0, 9,9, -10,-10"), (Numbers{1010, 1919, 0, -1})) << "offsets from the centre";
  EXPECT_EQ(read("T20 A1 K11"), (Numbers{1919, 0, 1010, -1}));
  EXPECT_EQ(complaint("U1", "freestyle", large), "book.txt:1:1: the stone is off the board");
  EXPECT_EQ(complaint("T20", "freestyle"), "book.txt:1:1: the stone is off the board");
  EXPECT_EQ(complaint("T20", "koth", large), "book.txt:1:1: the stone is off the board");
  const Rules rules =
      Rules::under("freestyle", {{"size", std::int64_t{20}}, {"openings", read("T20 A1 B2")}})
          .value();
  for (std::uint32_t game = 0; game < 8; ++game) {
    const OpeningStones stones = rules.opening(Chance(1, game));
    for (const Point corner : {stones[0], stones[1]}) {
      EXPECT_TRUE(corner.x == 0 || corner.x == 19);
      EXPECT_TRUE(corner.y == 0 || corner.y == 19);
    }
  }
}

TEST(Openings, KnowTheRowsOfTheRules) {
  const std::string six = "A1 A3 B1 B3 C1 C3 E1 E3 F1 F3 D1";
  EXPECT_NE(complaint(six, "freestyle"), "");
  EXPECT_EQ(complaint(six, "standard"), "");
  EXPECT_EQ(complaint(six, "renju"), "book.txt:1:31: renju forbids black this point");
  EXPECT_EQ(complaint("A1 A3 B1 B3 C1 C3 D1 D3 E1", "standard").substr(0, 15), "book.txt:1:25: ");
}

}  // namespace
}  // namespace hilltop::gomoku::openings_test
